import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { cutAt, oneLine } from '../../core/text.ts';
import { type NotebookCell, textIn } from './notebook.ts';

/** How much of a cell's outputs is shown; pictures are only named. */
const MAX_OUTPUT_LINES = 10;
/** Longest line of an output, in UTF-16 code units. */
const MAX_LINE_LENGTH = 200;

/** A notebook as lines for the model: each cell below a line with its number. */
export function cellLines(cells: readonly NotebookCell[]): readonly string[] {
  return cells.flatMap(({ number, type, source, outputs }) => [
    `[cell ${number}: ${oneLine(type, 20)}]`,
    ...(source === '' ? [] : source.replace(/\n$/, '').split('\n')),
    ...outputLines(outputs),
  ]);
}

function outputLines(outputs: readonly JsonObject[]): readonly string[] {
  const all = outputs.flatMap(linesOfOutput);
  const left = all.length - MAX_OUTPUT_LINES;
  const shown = all.slice(0, MAX_OUTPUT_LINES).map((line) => `> ${cutAt(line, MAX_LINE_LENGTH)}`);
  return left > 0 ? [...shown, `> (${left} more lines of output)`] : shown;
}

function linesOfOutput({ text, data = {}, ename, evalue }: JsonObject): readonly string[] {
  if (typeof ename === 'string') return [oneLine(`${ename}: ${textIn(evalue) ?? ''}`, MAX_LINE_LENGTH)];
  const byKind = isJsonObject(data) ? data : {};
  const plain = textIn(text) ?? textIn(byKind['text/plain']);
  const others = Object.keys(byKind).filter((kind) => kind !== 'text/plain');
  return [
    ...(plain === undefined ? [] : plain.replace(/\n$/, '').split('\n')),
    ...others.map((kind) => `(${oneLine(kind, 40)})`),
  ];
}
