/**
 * How a flag takes a value. `none`: a switch; an attached `=value` is checked like a path. `attached`: only by `=`,
 * and only if given. `required`: by `=`, glued to a short flag, or as the next word, whatever that looks like.
 */
type Value =
  | { readonly form: 'none' }
  | { readonly form: 'attached'; readonly kind: string }
  | { readonly form: 'required'; readonly kind: string };

export interface FlagTable {
  readonly values: ReadonlyMap<string, Value>;
  /** `-20` is allowed, as in `head -20`. */
  readonly digits: boolean;
  /** `-la` means `-l -a`. Off for commands such as find and go, whose long flags have one dash. */
  readonly bundles: boolean;
  /** True: any other flag is taken too, and what is attached to it is checked like a path. */
  readonly open: boolean;
}

/** Takes every flag. */
export const OPEN_FLAGS: FlagTable = { values: new Map(), digits: false, bundles: false, open: true };

export interface FlagValue {
  readonly kind: string;
  readonly text: string;
}

export type FlagMatch =
  | { readonly kind: 'known'; readonly values: readonly FlagValue[]; readonly takesNext: boolean }
  | { readonly kind: 'unknown' };

const UNKNOWN: FlagMatch = { kind: 'unknown' };
const SWITCH: FlagMatch = { kind: 'known', values: [], takesNext: false };

/** Compiles `-n`, `"-A {number}"`, `"--format={text}"` and `"-{number}"`. */
export function flagTable(entries: readonly string[]): FlagTable {
  const values = new Map(entries.map(readEntry));
  const digits = values.delete('-{number}');
  const bundles = ![...values.keys()].some((name) => /^-[^-]{2,}/.test(name));
  return { values, digits, bundles, open: false };
}

/** The flags as they are listed, without what they take. */
export function flagNames({ values, digits }: FlagTable): readonly string[] {
  return digits ? [...values.keys(), '-{number}'] : [...values.keys()];
}

function readEntry(entry: string): [string, Value] {
  const [, name = entry, joint, kind = ''] = /^(.+?)([ =])\{(.+)\}$/.exec(entry) ?? [];
  if (joint === undefined) return [name, { form: 'none' }];
  return [name, { form: joint === '=' ? 'attached' : 'required', kind }];
}

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
  return table.bundles && /^-[^-]/.test(word) ? matchBundle(word, next, table) : UNKNOWN;
}

function wholeFlag(value: Value, next: string | undefined): FlagMatch {
  if (value.form !== 'required') return SWITCH;
  if (next === undefined) return UNKNOWN;
  return { kind: 'known', values: [{ kind: value.kind, text: next }], takesNext: true };
}

function matchBundle(word: string, next: string | undefined, table: FlagTable): FlagMatch {
  const letters = [...word.slice(1)];
  for (const [index, letter] of letters.entries()) {
    const value = table.values.get(`-${letter}`);
    if (value === undefined || value.form === 'attached') return UNKNOWN;
    if (value.form === 'none') continue;
    const glued = letters.slice(index + 1).join('');
    if (glued === '') return wholeFlag(value, next);
    return { kind: 'known', values: [{ kind: value.kind, text: glued }], takesNext: false };
  }
  return SWITCH;
}

function openFlag(word: string): FlagMatch {
  const attached = word.includes('=') ? word.slice(word.indexOf('=') + 1) : word.replace(/^--.*|^-./s, '');
  return {
    kind: 'known',
    values: attached === '' ? [] : [{ kind: 'path', text: attached }],
    takesNext: false,
  };
}
