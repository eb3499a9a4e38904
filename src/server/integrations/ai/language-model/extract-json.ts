/** The first whole object in a model's answer, without what it thought or said around it; null if there is none. */
export function extractJson(answer: string): unknown {
  const text = answer.replace(/<think>[^]*?(?:<\/think>|$)/g, '');
  const start = text.indexOf('{');
  if (start < 0) return null;
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
      continue;
    }
    if (sign === '"') inText = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return parsed(text.slice(start, at + 1));
    }
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is an answer that fits no schema.
    return null;
  }
}
