import type PDFDocument from 'pdfkit';
import { fontFor, type Weight } from './fonts.ts';

type Document = InstanceType<typeof PDFDocument>;

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  /** Points; longer text goes on in the next line. */
  width: number;
}

interface Run {
  font: string;
  text: string;
}

const usualColor = '#18181b';
const lineHeight = 1.4;
const segments = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Parts of a text that are printed with one font each. */
function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const font = fontFor(segment, weight);
    const last = runs.at(-1);
    if (last?.font === font) last.text += segment;
    else runs.push({ font, text: segment });
  }
  return runs;
}

function widthOf(doc: Document, text: string, { size, weight = 400 }: TextStyle): number {
  return runsOf(text, weight).reduce(
    (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  );
}

/** Lines that fit: broken between words, and inside a word that is wider than a line. Each piece is measured once. */
function linesOf(doc: Document, text: string, style: TextStyle): string[] {
  const known = new Map<string, number>();
  const measure = (piece: string): number => {
    const width = known.get(piece) ?? widthOf(doc, piece, style);
    known.set(piece, width);
    return width;
  };
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let [line, used] = ['', 0];
    const begin = (piece: string): void => {
      lines.push(line);
      [line, used] = [piece, measure(piece)];
    };
    const add = (piece: string): void => {
      if (used + measure(piece) > style.width) begin(piece.trimStart());
      else [line, used] = [line + piece, used + measure(piece)];
    };
    for (const { segment } of segments.segment(paragraph)) {
      if (measure(segment) <= style.width) add(segment);
      else for (const { segment: part } of graphemes.segment(segment)) add(part);
    }
    lines.push(line);
  }
  return lines.map((line) => line.trimEnd());
}

/** Points that a text takes from top to bottom. */
export function heightOf(doc: Document, text: string, style: TextStyle): number {
  return linesOf(doc, text, style).length * style.size * lineHeight;
}

/** Prints a text at a place, whatever scripts it is in, and answers where the next line begins. Points from the top left. */
export function printText(doc: Document, text: string, x: number, y: number, style: TextStyle): number {
  const { size, weight = 400, align = 'left', width, color = usualColor } = style;
  let top = y;
  for (const line of linesOf(doc, text, style)) {
    let left = align === 'right' ? x + width - widthOf(doc, line, style) : x;
    for (const run of runsOf(line, weight)) {
      doc.font(run.font).fontSize(size).fillColor(color);
      doc.text(run.text, left, top, { lineBreak: false });
      left += doc.widthOfString(run.text);
    }
    top += size * lineHeight;
  }
  return top;
}
