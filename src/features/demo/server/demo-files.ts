/** Files that come with some of the mails: small, but real ones that open. */
export interface DemoFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A PDF of one page with one line of text, in the fewest objects that readers accept. */
export function pdf(filename: string, line: string): DemoFile {
  const stream = `BT /F1 20 Tf 60 760 Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return { filename, contentType: 'application/pdf', content: Buffer.from(text, 'latin1') };
}

/** A drawing of coloured bands in the shape of a billboard. */
export function svg(filename: string, colours: readonly string[]): DemoFile {
  const height = 300 / colours.length;
  const bands = colours.map(
    (colour, index) =>
      `<rect x="0" y="${Math.round(index * height)}" width="1200" height="${Math.ceil(height)}" fill="${colour}"/>`,
  );
  const content = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 300">${bands.join('')}</svg>\n`;
  return { filename, contentType: 'image/svg+xml', content: Buffer.from(content) };
}

/** Lines of comma-separated values as a spreadsheet saves them. */
export function csv(filename: string, lines: readonly string[]): DemoFile {
  return { filename, contentType: 'text/csv', content: Buffer.from(`${lines.join('\r\n')}\r\n`) };
}
