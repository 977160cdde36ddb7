import { isJsonObject, type Json } from '../base/json.ts';

/** `{{task-0.output.lines.0}}` */
export interface Reference {
  /** As it stands in the text, braces included. */
  readonly text: string;
  readonly task: string;
  /** Fields and indexes below the output; empty: the whole output. */
  readonly path: readonly string[];
}

/**
 * What stands in double braces and has `output` as its second part; everything else in braces is text, because files
 * that tasks write are full of it. A backslash in front makes text of a reference as well. Bounded, so that a long text
 * of braces is read in one go.
 */
const REFERENCE =
  /\\?\{\{[ \t]{0,20}([^{}\s.[\]]{1,100}\.output(?![^.[\]}\s])[^{}\s]{0,300})[ \t]{0,20}\}\}/g;

/** References in one string, in order; those behind a backslash are none. */
export function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(REFERENCE)].flatMap(([whole, inner = '']) =>
    whole.startsWith('\\') ? [] : [referenceOf(whole, inner)],
  );
}

/** The reference that a value is from its first to its last character. */
export function wholeReference(value: unknown): Reference | undefined {
  if (typeof value !== 'string') return undefined;
  const [reference, ...more] = referencesIn(value);
  return more.length === 0 && reference?.text === value ? reference : undefined;
}

export function isWholeReference(value: unknown): boolean {
  return wholeReference(value) !== undefined;
}

/** A string of a value and where it stands in it. */
interface Leaf {
  readonly text: string;
  readonly path: readonly string[];
}

/** Every string of a value, keys aside. */
export function stringsIn(value: Json, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, at) => stringsIn(item, [...path, String(at)]));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => stringsIn(item, [...path, key]));
}

export function hasReference(value: unknown): boolean {
  // The cast is safe: only JSON is looked at.
  return stringsIn(value as Json).some(({ text }) => referencesIn(text).length > 0);
}

/**
 * The text with what stands for each reference in it; a backslash before one is taken away and the rest kept.
 * @param by is told where in `text` the reference stands, too
 */
export function replaceReferences(text: string, by: (reference: Reference, at: number) => string): string {
  return text.replace(REFERENCE, (whole: string, inner: string, at: number) =>
    whole.startsWith('\\') ? whole.slice(1) : by(referenceOf(whole, inner), at),
  );
}

function referenceOf(text: string, inner: string): Reference {
  const [task = '', , ...path] = inner.replaceAll(/\[([^[\]]*)\]/g, '.$1').split('.');
  return { text, task, path };
}
