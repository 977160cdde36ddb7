import { isJsonObject, type Json } from '../../../core/json.ts';

/** `{{task-0.output.lines.0}}` */
export interface Reference {
  /** As it is in the text, braces included. */
  readonly text: string;
  readonly task: string;
  /** Fields and indexes below the output; empty: the whole output. */
  readonly path: readonly string[];
}

/**
 * Text in double braces with `output` as its second part; anything else in braces is text, because files that tasks
 * write are full of it. A backslash in front makes a reference text as well. Bounded, so that a long text of braces
 * is read at once.
 */
const REFERENCE =
  /\\?\{\{[ \t]{0,20}([^{}\s.[\]]{1,100}\.output(?![^.[\]}\s])[^{}\s]{0,300})[ \t]{0,20}\}\}/g;

/** References in one string, in order; those after a backslash do not count. */
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

/** A string of a value and its position in it. */
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
  // The cast is safe: only JSON is read.
  return stringsIn(value as Json).some(({ text }) => referencesIn(text).length > 0);
}

/**
 * The text with its references replaced; a backslash before one is removed and the rest kept.
 * @param by also gets the reference's position in `text`
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
