import { unreachable } from '../core/failure.ts';

export interface FlagTable {
  readonly values: ReadonlyMap<string, FlagValueForm>;
  /** `-20` is allowed, as in `head -20`. */
  readonly digits: boolean;
  /** True: an unknown word that looks like a flag is data, as in `echo ---`. */
  readonly words: boolean;
  /** `-la` means `-l -a`. Off for commands such as find and go, whose long flags have one dash. */
  readonly bundles: boolean;
  /** True: any other flag is accepted too, and an attached value is checked like a path. */
  readonly open: boolean;
}

/**
 * How a flag takes a value. `none`: a switch; an attached `=value` is checked like a path. `attached`: only by `=`,
 * and only if given. `glued`: only glued to a short flag, and only if given. `required`: by `=`, glued to a short
 * flag, or as the next word, whatever that looks like. `optional`: the same, if there is one. `instead`: a switch
 * that replaces the first positional.
 */
type FlagValueForm =
  | { readonly form: 'none' }
  | { readonly form: 'attached' | 'glued' | 'required' | 'optional' | 'instead'; readonly kind: string };

/** Accepts every flag. */
export const OPEN_FLAGS: FlagTable = {
  values: new Map(),
  digits: false,
  words: false,
  bundles: false,
  open: true,
};

/**
 * Compiles the notation from the head of the shipped `tool-commands.yaml`: `-n`, `"-A {number}"`, `"-u[{name}]"`.
 */
export function flagTable(entries: readonly string[]): FlagTable {
  const values = new Map(entries.map(readEntry));
  const digits = values.delete('-{number}');
  const words = values.delete('-{text}');
  const open = values.delete('-{any}');
  const bundles = ![...values.keys()].some((name) => /^-[^-]{2,}/.test(name));
  return { values, digits, words, bundles, open };
}

const FORMS: Readonly<Record<string, Exclude<FlagValueForm['form'], 'none'>>> = {
  '=': 'attached',
  '[': 'glued',
  ' ': 'required',
  ' [': 'optional',
  ' !': 'instead',
};

function readEntry(entry: string): [string, FlagValueForm] {
  const [, name = entry, joint = '', kind = ''] = /^(.+?)( ?[[!]|[ =])\{(.+)\}\]?$/.exec(entry) ?? [];
  const form = FORMS[joint];
  return [name, form === undefined ? { form: 'none' } : { form, kind }];
}

/** The listed flags without their values. */
export function flagNames({ values, digits }: FlagTable): readonly string[] {
  return digits ? [...values.keys(), '-{number}'] : [...values.keys()];
}

/** True for a listed flag that is more than a switch. */
export function takesValue(name: string, { values }: FlagTable): boolean {
  return (values.get(name)?.form ?? 'none') !== 'none';
}

type FlagMatch =
  | { readonly kind: 'known'; readonly values: readonly FlagValue[]; readonly takesNext: boolean }
  | { readonly kind: 'unknown' };

export interface FlagValue {
  readonly kind: string;
  readonly text: string;
}

const UNKNOWN: FlagMatch = { kind: 'unknown' };
const SWITCH: FlagMatch = { kind: 'known', values: [], takesNext: false };

/** Matches one word that looks like a flag. `next` is the word after it. Abbreviations are never completed. */
export function matchFlag(word: string, next: string | undefined, table: FlagTable): FlagMatch {
  const whole = table.values.get(word);
  if (whole !== undefined) return wholeFlag(whole, next);
  const [name = '', ...rest] = word.split('=');
  const named = table.values.get(name);
  if (named !== undefined) {
    const kind = named.form === 'none' ? 'path' : named.kind;
    return { kind: 'known', values: [{ kind, text: rest.join('=') }], takesNext: false };
  }
  if (table.digits && /^-\d+$/.test(word)) return SWITCH;
  if (table.open) return openFlag(word);
  const bundle = table.bundles && /^-[^-]/.test(word) ? matchBundle(word, next, table) : UNKNOWN;
  return bundle.kind === 'unknown' && table.words ? SWITCH : bundle;
}

function wholeFlag(value: FlagValueForm, next: string | undefined): FlagMatch {
  switch (value.form) {
    case 'none':
    case 'attached':
    case 'glued':
      return SWITCH;
    case 'instead':
      return { kind: 'known', values: [{ kind: value.kind, text: '' }], takesNext: false };
    case 'optional':
      return fitsKind(value.kind, next) ? nextWord(value.kind, next) : SWITCH;
    case 'required':
      return next === undefined ? UNKNOWN : nextWord(value.kind, next);
    default:
      return unreachable(value);
  }
}

/** A number is only taken if it is one: `make -j test` is a flag and a target. */
function fitsKind(kind: string, next: string | undefined): next is string {
  return next !== undefined && (kind !== 'digits' || /^\d+$/.test(next));
}

function nextWord(kind: string, text: string): FlagMatch {
  return { kind: 'known', values: [{ kind, text }], takesNext: true };
}

function matchBundle(word: string, next: string | undefined, table: FlagTable): FlagMatch {
  const letters = [...word.slice(1)];
  for (const [index, letter] of letters.entries()) {
    const value = table.values.get(`-${letter}`);
    if (value === undefined || value.form === 'attached' || value.form === 'instead') return UNKNOWN;
    if (value.form === 'none') continue;
    const glued = letters.slice(index + 1).join('');
    if (glued === '') return wholeFlag(value, next);
    return { kind: 'known', values: [{ kind: value.kind, text: glued }], takesNext: false };
  }
  return SWITCH;
}

/** A flag of another program: an attached value is checked like a path. */
export function openFlag(word: string): Extract<FlagMatch, { kind: 'known' }> {
  const attached = word.includes('=') ? word.slice(word.indexOf('=') + 1) : word.replace(/^--.*|^-./s, '');
  return {
    kind: 'known',
    values: attached === '' ? [] : [{ kind: 'path', text: attached }],
    takesNext: false,
  };
}

/** Index of the `--` that ends the flags; the number of words without one. */
export function endOfFlags(args: readonly string[], table: FlagTable): number {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '--') return index;
    const match = word.startsWith('-') ? matchFlag(word, args[index + 1], table) : UNKNOWN;
    if (match.kind === 'known' && match.takesNext) index += 1;
  }
  return args.length;
}
