/** The first that matches wins: Edge and Opera call themselves Chrome, Chrome calls itself Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

function first(list: readonly [RegExp, string][], text: string): string | null {
  return list.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** 'Chrome on Windows': what a person recognizes a session by. What is not a browser keeps its own name. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent?.trim() ?? '';
  if (text === '') return 'Unknown device';
  const browser = first(browsers, text);
  const system = first(systems, text);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return text.slice(0, 60);
}
