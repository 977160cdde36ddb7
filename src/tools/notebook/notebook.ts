import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../../core/json.ts';
import { cutAt, oneLine } from '../../core/text.ts';
import { elementsOf, type JsonSpan, membersOf } from './json-spans.ts';

/** Text in a notebook: one string, or its lines. */
const Text = z.union([z.string(), z.array(z.string())]);

/** It comes out of JSON.parse, so what it holds is JSON. */
const Output = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null);

const Cell = z.looseObject({
  cell_type: z.string(),
  source: Text,
  outputs: z.array(Output).default([]),
});

const Notebook = z.looseObject({ cells: z.array(Cell), nbformat: z.number() });

/** How much of a cell's outputs is shown; pictures are only named. */
const MAX_OUTPUT_LINES = 10;
/** Longest line of an output, in UTF-16 code units. */
const MAX_LINE_LENGTH = 200;

/** One cell of a notebook. */
export interface NotebookCell {
  /** 1-based. */
  readonly number: number;
  /** `code`, `markdown`, `raw`. */
  readonly type: string;
  readonly source: string;
  /** As they are in the file. */
  readonly outputs: readonly JsonObject[];
  /** Its source in the text of the file. */
  readonly span: JsonSpan;
}

/** True for a file that is a notebook by its name. */
export function isNotebookName(path: string): boolean {
  return path.toLowerCase().endsWith('.ipynb');
}

/** The cells of a Jupyter notebook, version 4; undefined for any other text. */
export function cellsIn(text: string): readonly NotebookCell[] | undefined {
  const { data } = Notebook.safeParse(jsonIn(text));
  const list = data && membersOf(text, text.indexOf('{')).get('cells');
  if (list === undefined) return undefined;
  return elementsOf(text, list.start).map(({ start }, index) => {
    const cell = data?.cells[index];
    const span = membersOf(text, start).get('source');
    if (cell === undefined || span === undefined) throw new Error('a cell has no place in its own text');
    const { cell_type: type, source, outputs } = cell;
    return { number: index + 1, type, source: joinSource(source), outputs, span };
  });
}

function joinSource(text: z.infer<typeof Text>): string {
  return typeof text === 'string' ? text : text.join('');
}

/** Undefined for what is no text. */
function textIn(value: Json | undefined): string | undefined {
  const { data } = Text.safeParse(value);
  return data === undefined ? undefined : joinSource(data);
}

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
