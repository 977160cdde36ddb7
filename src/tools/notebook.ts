import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../core/json.ts';
import { cutAt, oneLine } from '../core/text.ts';

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

/** How much of a cell's outputs is shown; pictures are only named. */
const MAX_OUTPUT_LINES = 10;
/** Longest line of an output, in UTF-16 code units. */
const MAX_LINE_LENGTH = 200;

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

/** Place of one value in a JSON text: `end` is behind it. */
interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

const SPACE = /[ \t\r\n]*/y;
const WORD = /[^\s,\]}]*/y;
/** How a bracket changes the depth. */
const DEPTH: ReadonlyMap<string | undefined, number> = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);
/** What is between brackets, other than strings. */
const BETWEEN = /[^"[\]{}]*/y;

/** Members of the object at a place, in their order. The text must be JSON that was parsed before. */
function membersOf(text: string, start: number): ReadonlyMap<string, JsonSpan> {
  const members = new Map<string, JsonSpan>();
  let at = afterSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const value = afterSpace(text, afterSpace(text, keyEnd) + 1);
    const end = valueEnd(text, value);
    members.set(JSON.parse(text.slice(at, keyEnd)), { start: value, end });
    at = afterComma(text, end);
  }
  return members;
}

/** Elements of the array at a place. The same holds. */
export function elementsOf(text: string, start: number): readonly JsonSpan[] {
  const elements: JsonSpan[] = [];
  let at = afterSpace(text, start + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    elements.push({ start: at, end });
    at = afterComma(text, end);
  }
  return elements;
}

function afterSpace(text: string, at: number): number {
  return endOfPattern(SPACE, text, at);
}

function afterComma(text: string, end: number): number {
  const at = afterSpace(text, end);
  return text[at] === ',' ? afterSpace(text, at + 1) : at;
}

function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  if (DEPTH.get(text[start]) !== 1) return endOfPattern(WORD, text, start);
  let depth = 0;
  for (let at = start; at < text.length; at = endOfPattern(BETWEEN, text, at)) {
    depth += DEPTH.get(text[at]) ?? 0;
    at = text[at] === '"' ? stringEnd(text, at) : at + 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** Not by a pattern: a picture in a notebook is a string of a million characters. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Each of these patterns matches everywhere, perhaps nothing. */
function endOfPattern(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
