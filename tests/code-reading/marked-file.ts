import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OutlineItem } from '../../src/contracts/code.ts';

/** A file of `fixtures/` in which comments say what it declares, and where. */
export interface MarkedFile {
  readonly path: string;
  readonly text: string;
  readonly declared: readonly string[];
}

/**
 * On its first line a declaration is marked `@@{kind name}`, on its last `@@{/name}`; one of one line `@@{=kind name}`.
 * `sample.go.txt` is read as `sample.go`: the ending keeps the tools of this project away.
 */
export function markedFile(name: string): MarkedFile {
  const text = readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.txt`), 'utf8');
  const open: { words: string; start: number; index: number }[] = [];
  const declared: { words: string; start: number; end: number; index: number }[] = [];
  let index = 0;
  for (const [row, line] of text.split('\n').entries()) {
    for (const [, sign, words = ''] of line.matchAll(/@@\{([=/]?)([^\n]*?)\}(?=\s|$|\*)/g)) {
      const start = row + 1;
      index += 1;
      if (sign === '=') declared.push({ words, start, end: start, index });
      else if (sign === '') open.push({ words, start, index });
      else declared.push({ ...closed(open, words, start), end: start });
    }
  }
  if (open.length > 0) throw new Error(`${name}: no end of ${open.map(({ words }) => words).join(', ')}`);
  const inOrder = declared.toSorted((one, other) => one.index - other.index);
  return {
    path: name,
    text,
    declared: inOrder.map(({ words, start, end }) => `${start}-${end} ${words}`),
  };
}

function closed(
  open: { words: string; start: number; index: number }[],
  name: string,
  line: number,
): { words: string; start: number; index: number } {
  const at = open.findLastIndex(({ words }) => words.slice(words.indexOf(' ') + 1) === name);
  const [mark] = at === -1 ? [] : open.splice(at, 1);
  if (mark === undefined) throw new Error(`line ${line}: nothing named ${name} is open`);
  return mark;
}

/** Items as `markedFile` lists them. */
export function listed(items: readonly OutlineItem[]): readonly string[] {
  return items.map(({ kind, name, start, end }) => `${start}-${end} ${kind} ${name}`);
}
