import { Failure, isFailure } from '../../../core/failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import { jobFault } from '../texts/texts.ts';

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

/**
 * The member of this input that a shell reads, unless it is a single reference, whose value is then the line itself.
 * With `args` no shell is involved.
 */
export function shellLineIn(tool: string | undefined, input: JsonObject): 'command' | undefined {
  if (tool !== 'run_command' || Object.hasOwn(input, 'args')) return undefined;
  return isWholeReference(input.command) ? undefined : 'command';
}

/**
 * A command line with values in place of its references. Each is quoted for its context, so that it is a word or a
 * part of one, never shell syntax. As with `$(...)`, trailing line ends are left out.
 * @throws Failure `invalid` for a place where quoting is not safe
 */
export function lineWithValues(line: string, valueFor: (reference: Reference) => string): string {
  let quote: ShellQuote = 'none';
  let readTo = 0;
  return replaceReferences(line, (reference, at) => {
    const next = quoteAfter(line.slice(readTo, at), quote);
    if (next === undefined) throw new Failure('invalid', jobFault('no-place', reference.text));
    quote = next;
    readTo = at + reference.text.length;
    return quoteForShell(valueFor(reference).replace(/\n+$/, ''), quote);
  });
}

/** Finds a place where no value can be inserted safely; known before anything runs. */
export function lineFault(tool: string | undefined, input: JsonObject): Fault | undefined {
  const member = shellLineIn(tool, input);
  const line = member === undefined ? undefined : input[member];
  if (typeof line !== 'string') return undefined;
  try {
    lineWithValues(line, () => '');
    return undefined;
  } catch (error) {
    if (!isFailure(error) || error.fault === undefined) throw error;
    return error.fault;
  }
}

type ShellQuote = 'none' | 'single' | 'double';

/** Starts of nested shell contexts, in which quotes have another meaning than around them. */
const NESTED = /^(?:`|\$[({['"]|<<(?!<)|[<>]\()/;
const NESTED_IN_QUOTES = /^(?:`|\$[({[])/;

/** The quote that is open at the end of this text; undefined: uncertain. */
function quoteAfter(text: string, before: ShellQuote): ShellQuote | undefined {
  let quote: ShellQuote | undefined = before;
  for (let at = 0; at < text.length && quote !== undefined; at += 1) {
    if (text[at] === '\\' && quote !== 'single') at += 1;
    else quote = quoteBehind(text, at, quote);
  }
  return quote;
}

const END: Readonly<Record<ShellQuote, string>> = { none: '', single: "'", double: '"' };

function quoteBehind(text: string, at: number, quote: ShellQuote): ShellQuote | undefined {
  const sign = text[at];
  if (sign === END[quote]) return 'none';
  if (quote === 'none' && sign === "'") return 'single';
  if (quote === 'none' && sign === '"') return 'double';
  return isObstacle(text, at, quote) ? undefined : quote;
}

function isObstacle(text: string, at: number, quote: ShellQuote): boolean {
  if (quote === 'single') return false;
  const rest = text.slice(at, at + 3);
  if (quote === 'double') return NESTED_IN_QUOTES.test(rest);
  return NESTED.test(rest) || (rest.startsWith('#') && /^$|[\s;&|()<>]/.test(text.slice(at - 1, at)));
}

const NEEDS_NO_QUOTES = /^[\w@:,./+-]+$/;

function quoteForShell(value: string, quote: ShellQuote): string {
  const inSingle = value.replaceAll("'", "'\\''");
  switch (quote) {
    case 'none':
      return NEEDS_NO_QUOTES.test(value) ? value : `'${inSingle}'`;
    case 'single':
      return inSingle;
    case 'double':
      return NEEDS_NO_QUOTES.test(value) ? value : `"'${inSingle}'"`;
  }
}
