import { Failure, isFailure } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import { jobFault } from '../texts/faults.ts';
import { isWholeReference, type Reference, replaceReferences } from './reference.ts';

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
