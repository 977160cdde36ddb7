import * as z from 'zod';
import { type Json, type JsonObject, jsonIn } from '../../core/json.ts';
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
    return { number: index + 1, type, source: textOf(source), outputs, span };
  });
}

function textOf(text: z.infer<typeof Text>): string {
  return typeof text === 'string' ? text : text.join('');
}

/** Undefined for what is no text. */
export function textIn(value: Json | undefined): string | undefined {
  const { data } = Text.safeParse(value);
  return data === undefined ? undefined : textOf(data);
}
