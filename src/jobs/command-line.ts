import { Failure, isFailure } from '../base/failure.ts';
import type { JsonObject } from '../base/json.ts';
import { isWholeReference, type Reference, replaceReferences } from './reference.ts';

/**
 * The member of this input that a shell may read, when it is more than one reference: what that one stands for is then the
 * line itself. With `args` nothing is read by a shell.
 */
export function shellLineIn(tool: string | undefined, input: JsonObject): 'command' | undefined {
  if (tool !== 'run_command' || Object.hasOwn(input, 'args')) return undefined;
  return isWholeReference(input.command) ? undefined : 'command';
}

/**
 * A command line with values in place of its references. Each is quoted for the place where it stands, so that it is a word
 * or a part of one, never something that the shell obeys. As with `$(...)`, line ends at its end are left out.
 * @throws Failure `invalid` for a place where no quoting would hold
 */
export function lineWithValues(line: string, valueFor: (reference: Reference) => string): string {
  let quote: Quote = 'none';
  let readTo = 0;
  return replaceReferences(line, (reference, at) => {
    const next = quoteAfter(line.slice(readTo, at), quote);
    if (next === undefined) throw new Failure('invalid', `${reference.text}: ${NO_PLACE}`);
    quote = next;
    readTo = at + reference.text.length;
    return quoted(valueFor(reference).replace(/\n+$/, ''), quote);
  });
}

/** Where no value could be put in, whatever it is; known before anything runs. */
export function lineFault(tool: string | undefined, input: JsonObject): string | undefined {
  const member = shellLineIn(tool, input);
  const line = member === undefined ? undefined : input[member];
  if (typeof line !== 'string') return undefined;
  try {
    lineWithValues(line, () => '');
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error.message;
  }
}

const NO_PLACE =
  'no value can be put into a command line behind $( ), backticks, <<, a comment or special quotes; put the program in command and the rest in args';

type Quote = 'none' | 'single' | 'double';

/** What a shell begins to read anew, in which quotes mean something else than in the line around it. */
const NESTED = /^(?:`|\$[({['"]|<<(?!<)|[<>]\()/;
const NESTED_IN_QUOTES = /^(?:`|\$[({[])/;

/** In which quotes the end of this text stands, when its beginning stands in these; undefined: nobody should rely on it. */
function quoteAfter(text: string, before: Quote): Quote | undefined {
  let quote: Quote | undefined = before;
  for (let at = 0; at < text.length && quote !== undefined; at += 1) {
    if (text[at] === '\\' && quote !== 'single') at += 1;
    else quote = quoteBehind(text, at, quote);
  }
  return quote;
}

const END: Readonly<Record<Quote, string>> = { none: '', single: "'", double: '"' };

function quoteBehind(text: string, at: number, quote: Quote): Quote | undefined {
  const sign = text[at];
  if (sign === END[quote]) return 'none';
  if (quote === 'none' && sign === "'") return 'single';
  if (quote === 'none' && sign === '"') return 'double';
  return isObstacle(text, at, quote) ? undefined : quote;
}

function isObstacle(text: string, at: number, quote: Quote): boolean {
  if (quote === 'single') return false;
  const rest = text.slice(at, at + 3);
  if (quote === 'double') return NESTED_IN_QUOTES.test(rest);
  return NESTED.test(rest) || (rest.startsWith('#') && /^$|[\s;&|()<>]/.test(text.slice(at - 1, at)));
}

const NEEDS_NO_QUOTES = /^[\w@:,./+-]+$/;

function quoted(value: string, quote: Quote): string {
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
