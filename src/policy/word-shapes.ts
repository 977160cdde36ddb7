import type { WordCheck } from './match-command.ts';
import { isPlainJq, isPrintingSed } from './scripts-in-arguments.ts';

const SHAPES: Readonly<Record<string, { test(text: string): boolean }>> = {
  number: /^[+-]?\d+[a-zA-Z]?$/,
  digits: /^\d+$/,
  name: /^[\w@][\w.:,@+-]*$/,
  word: /^[\w-]+$/,
  // `date 0101` sets the clock; `date +%F` prints.
  date: /^\+/,
  // Signatures are checked by a program that the configuration names.
  format: /^(?!-?\*?signature)(?!.*(?:%[-+ ]?G|%\(\*?signature))/s,
  // A plug-in may be left out; a warning of a class of its own would be imported.
  off: /^no:[\w.-]+$/,
  warning: /^(?:ignore|error|default|always|once|module)(?:::\w*Warning)?$/,
  none: { test: () => false },
  sed: { test: isPrintingSed },
  jq: { test: isPlainJq },
};

/** How a person reads what was expected, where the name of the kind does not say it. */
const EXPECTED: Readonly<Record<string, string>> = {
  digits: 'a number',
  name: 'a plain name',
  date: 'a format such as +%F',
  format: 'a format that leaves signatures alone',
  off: 'a plug-in to be left out',
  warning: 'a built-in warning',
  none: 'expected at this place',
  sed: 'a script that only prints lines',
  jq: 'a program that only reads the file',
};

const SCOPED_PACKAGE = /^@[\w.-]+\/[\w.-]+(@[\w.-]+)?$/;
/** What these are is decided elsewhere, or is data. */
const TAKE_ANY: ReadonlySet<string> = new Set(['pattern', 'text', 'script', 'target', 'ref']);

/** True for kinds of which a word's letters alone decide; others are looked up: files, scripts, revisions. */
export function isOnlyShape(kind: string): boolean {
  return kind in SHAPES || kind.startsWith('=');
}

/** False for a word that cannot be what it has to be, whatever files there are. */
export function hasItsShape({ kind, text }: WordCheck): boolean {
  const shape = SHAPES[kind];
  if (shape !== undefined) return shape.test(text);
  if (kind.startsWith('=')) return kind.slice(1) === text;
  // `@file` makes many programs read further arguments from that file, and nobody has seen those.
  return TAKE_ANY.has(kind) || !text.startsWith('@') || (kind === 'package' && SCOPED_PACKAGE.test(text));
}

/** What a word of this kind has to be, as the end of "it is not ...". */
export function expectedOf(kind: string): string {
  if (kind.startsWith('=')) return `"${kind.slice(1)}"`;
  return EXPECTED[kind] ?? (kind in SHAPES ? `a ${kind}` : 'a plain file or folder');
}
