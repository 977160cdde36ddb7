import { type FlagValue, flagNames, matchFlag, openFlag, takesValue } from './flags.ts';
import type { CommandRule, CommandSpec, PlatformCommands } from './tool-commands.ts';

/** A word of the command that must still be checked, and its expected kind. */
export type WordCheck = FlagValue;

export type CommandMatch =
  | {
      readonly kind: 'match';
      readonly rule: CommandRule;
      /** Empty for a command without sub-commands. */
      readonly subcommand: string;
      /** Index in the argv of the first word after the sub-command. */
      readonly argumentsAt: number;
      readonly checks: readonly WordCheck[];
      /** The words of the command that it starts; see `{command}`. */
      readonly inner: readonly string[] | undefined;
    }
  | NoMatch;

/** Where an argv differs from its configuration. `command` is the name, with the sub-command if there is one. */
export type NoMatch = { readonly kind: 'no-match' } & Mismatch;

type Mismatch =
  | { readonly rule: 'unknown-command'; readonly command: string }
  | { readonly rule: 'unknown-subcommand'; readonly command: string; readonly subcommand: string | undefined }
  | {
      readonly rule: 'unknown-flag';
      readonly command: string;
      readonly flag: string;
      readonly allowed: readonly string[];
    }
  | { readonly rule: 'missing-flag'; readonly command: string; readonly required: readonly string[] }
  | { readonly rule: 'unknown-argument'; readonly command: string; readonly argument: string };

/** Words of these kinds are data: the program neither opens nor runs them. */
export const FREE_KINDS: ReadonlySet<string> = new Set(['pattern', 'text']);

const DASH_FLAG = /^-./s;
const SLASH_FLAG = /^[-/]./s;

/**
 * Compares an argv with its configured command. Decides on the text alone; paths and the like are returned as
 * `checks`.
 */
export function matchCommand(argv: readonly string[], platform: PlatformCommands): CommandMatch {
  const [name = '', ...args] = argv;
  const isFlag = platform.slashFlags ? SLASH_FLAG : DASH_FLAG;
  const spec = platform.allowed.get(name);
  if (spec === undefined) return noMatch({ rule: 'unknown-command', command: name });
  if (spec.subcommands === undefined) {
    return matchArguments(args, { name, rule: spec, before: [], at: 1, isFlag });
  }
  const start = skipGlobalFlags(args, spec);
  const found =
    subcommandAt(args.slice(start.count), spec.subcommands) ??
    byKind(args[start.count], spec.subcommands, spec.otherSubcommands);
  if (found === undefined) {
    return noMatch({ rule: 'unknown-subcommand', command: name, subcommand: args[start.count] });
  }
  const { subcommand, rule } = found;
  // On this platform nothing restricts the program that it would start.
  if (platform.slashFlags && findHandedOver(rule) !== undefined) {
    return noMatch({ rule: 'unknown-subcommand', command: name, subcommand: args[start.count] });
  }
  const skipped = start.count + (subcommand === '' ? 0 : subcommand.split(' ').length);
  const rest = args.slice(skipped);
  const grammar = {
    name: `${name} ${subcommand}`.trimEnd(),
    rule,
    before: start.checks,
    at: skipped + 1,
    isFlag,
  };
  const match = matchArguments(rest, grammar);
  if (match.kind === 'match') return { ...match, subcommand };
  for (const [flag, form] of formsByFlag(subcommand, spec.subcommands)) {
    const other = matchArguments(rest, { ...grammar, rule: { ...form, requiredFlags: [flag] } });
    if (other.kind === 'match') return { ...other, subcommand };
  }
  return match;
}

/** The sub-command as its flags, anywhere among the others, change it: `branch -r --list` is `branch --list`. */
function formsByFlag(subcommand: string, subcommands: ReadonlyMap<string, CommandRule>) {
  const start = `${subcommand} -`;
  return [...subcommands]
    .filter(([name]) => name.startsWith(start) && !name.slice(start.length).includes(' '))
    .map(([name, form]) => [name.slice(subcommand.length + 1), form] as const);
}

function noMatch(mismatch: Mismatch): NoMatch {
  return { kind: 'no-match', ...mismatch };
}

function unknownFlag(flag: string, { name, rule }: { readonly name: string; readonly rule: CommandRule }) {
  return noMatch({ rule: 'unknown-flag', command: name, flag, allowed: flagNames(rule.flags) });
}

function skipGlobalFlags(args: readonly string[], spec: CommandSpec) {
  const checks: WordCheck[] = [];
  let count = 0;
  for (let word = args[count]; word !== undefined; word = args[count]) {
    const match = matchFlag(word, args[count + 1], spec.flags);
    if (match.kind === 'unknown') break;
    checks.push(...match.values);
    count += match.takesNext ? 2 : 1;
  }
  return { count, checks };
}

/** The longest sub-command, in words, that the arguments begin with. */
function subcommandAt(args: readonly string[], subcommands: ReadonlyMap<string, CommandRule>) {
  for (let words = Math.min(5, args.length); words > 0; words -= 1) {
    const subcommand = args.slice(0, words).join(' ');
    const rule = subcommands.get(subcommand);
    if (rule !== undefined && args.slice(0, words).every((word) => !word.includes(' ')))
      return { subcommand, rule };
  }
  return undefined;
}

/** A sub-command named by a kind, such as `{script}`, matches words that are no other sub-command. */
function byKind(
  word: string | undefined,
  subcommands: ReadonlyMap<string, CommandRule>,
  others: ReadonlySet<string>,
) {
  if (word === undefined || word.startsWith('-') || others.has(word)) return undefined;
  const rule = [...subcommands].find(([name]) => name.startsWith('{'))?.[1];
  return rule && { subcommand: '', rule };
}

interface ArgumentGrammar {
  readonly name: string;
  readonly rule: CommandRule;
  readonly before: readonly WordCheck[];
  readonly at: number;
  readonly isFlag: RegExp;
}

/** With `grep -e` or `sed -e` the pattern is not a positional any more. */
const GIVEN_BY_FLAG: ReadonlySet<string> = new Set(['pattern', 'sed', 'awk']);

function matchArguments(args: readonly string[], grammar: ArgumentGrammar): CommandMatch {
  const { name, rule, before, at } = grammar;
  const read = readWords(args, grammar);
  if (read.kind === 'no-match') return read;
  const { flagValues, positionals, passed } = read;
  const patternGiven = flagValues.some(({ kind }) => GIVEN_BY_FLAG.has(kind) && rule.args[0] === `{${kind}}`);
  const rest = matchPositionals(positionals, { name, rule, patternGiven });
  if (rest.kind === 'no-match') return rest;
  const isCommand = findHandedOver(rule)?.entry === '{command}';
  if (isCommand && passed.length === 0) {
    return noMatch({ rule: 'unknown-subcommand', command: name, subcommand: undefined });
  }
  const others = isCommand ? [] : passed.flatMap(checksOfOther);
  const checks = [...before, ...flagValues, ...rest.checks, ...others];
  return {
    kind: 'match',
    rule,
    subcommand: '',
    argumentsAt: at,
    checks,
    inner: isCommand ? passed : undefined,
  };
}

interface ArgumentWords {
  readonly kind: 'words';
  readonly flagValues: readonly WordCheck[];
  readonly positionals: readonly PositionalArgument[];
  /** Words of the program that is started. */
  readonly passed: readonly string[];
}

function readWords(
  args: readonly string[],
  { name, rule, isFlag }: ArgumentGrammar,
): ArgumentWords | NoMatch {
  const flagValues: WordCheck[] = [];
  const positionals: PositionalArgument[] = [];
  const handedOver = findHandedOver(rule);
  let required = rule.requiredFlags.length === 0;
  let index = 0;
  for (; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '--' || isHandedOver(word, positionals.length, handedOver)) break;
    if (!isFlag.test(word)) {
      positionals.push({ text: word, afterDashes: false });
      continue;
    }
    const match = matchFlag(word, args[index + 1], rule.flags);
    if (match.kind === 'unknown') return unknownFlag(word, { name, rule });
    flagValues.push(...match.values);
    if (match.takesNext) index += 1;
    required ||= isRequired(word, rule);
  }
  if (!required) return noMatch({ rule: 'missing-flag', command: name, required: rule.requiredFlags });
  const behind = behindFlags(args.slice(index), positionals.length, handedOver);
  return {
    kind: 'words',
    flagValues,
    positionals: [...positionals, ...behind.positionals],
    passed: behind.passed,
  };
}

/** A switch counts only without a value: `-check=false` would turn it off. */
function isRequired(word: string, { requiredFlags, flags }: CommandRule): boolean {
  const [name = ''] = word.split('=');
  return requiredFlags.includes(word) || (takesValue(name, flags) && requiredFlags.includes(name));
}

/** The words after the flags: of this program, or of the one that it starts. */
function behindFlags(left: readonly string[], positionals: number, handedOver: HandedOver | undefined) {
  const words = left[0] === '--' ? left.slice(1) : left;
  if (handedOver?.at === positionals) return { positionals: [], passed: words };
  return { positionals: words.map((text) => ({ text, afterDashes: true })), passed: [] };
}

interface HandedOver {
  readonly entry: string;
  readonly at: number;
}

/** Index of the first positional that belongs to the started program. */
function findHandedOver({ args }: CommandRule): HandedOver | undefined {
  const at = args.findIndex((entry) => entry === '{rest}' || entry === '{command}');
  const entry = args[at];
  return entry === undefined ? undefined : { entry, at };
}

/** A leading `{rest}` begins only at `--`: before it all words belong to the judged program. */
function isHandedOver(word: string, positionals: number, handedOver: HandedOver | undefined): boolean {
  if (handedOver === undefined || positionals !== handedOver.at) return false;
  return handedOver.entry === '{command}' ? !word.startsWith('-') : handedOver.at > 0;
}

function checksOfOther(text: string): readonly WordCheck[] {
  return text.startsWith('-') ? openFlag(text).values : [{ kind: 'path', text }];
}

interface PositionalArgument {
  readonly text: string;
  /** Came after `--`: not a flag of this program, perhaps one of the program that it starts. */
  readonly afterDashes: boolean;
}

interface PositionalGrammar {
  readonly name: string;
  readonly rule: CommandRule;
  /** True when a flag such as `grep -e` gave the pattern: then the first positional is a file. */
  readonly patternGiven: boolean;
}

function matchPositionals(
  positionals: readonly PositionalArgument[],
  grammar: PositionalGrammar,
): { readonly kind: 'checks'; readonly checks: readonly WordCheck[] } | NoMatch {
  const { name, rule, patternGiven } = grammar;
  const kinds = patternGiven ? rule.args.slice(1) : rule.args;
  const checks: WordCheck[] = [];
  for (const [index, { text, afterDashes }] of positionals.entries()) {
    const kind = kindAt(kinds, index);
    if (kind === undefined || kind === 'rest')
      return noMatch({ rule: 'unknown-argument', command: name, argument: text });
    const passedOn = afterDashes && text.startsWith('-') && !FREE_KINDS.has(kind);
    const values = passedOn ? checkPassedOnFlag(text, positionals[index + 1]?.text, rule) : [{ kind, text }];
    if (values === undefined) return unknownFlag(text, grammar);
    checks.push(...values);
  }
  return { kind: 'checks', checks };
}

/**
 * After `--` the checks continue: a flag for the started program must be listed too, and its value have the right
 * kind. The next word is also checked as a positional: it is unknown whether that program takes it for a value.
 */
function checkPassedOnFlag(
  text: string,
  next: string | undefined,
  rule: CommandRule,
): readonly WordCheck[] | undefined {
  const match = matchFlag(text, next ?? '', rule.flags);
  return match.kind === 'unknown' ? undefined : match.values;
}

/**
 * Kind of the positional at `index`: `path` unless the configuration is certain; a word without braces is literal.
 */
function kindAt(kinds: readonly string[], index: number): string | undefined {
  const at = Math.min(index, kinds.length - 1);
  const entry = kinds[at];
  if (entry === undefined) return undefined;
  const kind = entryKind(entry);
  // Free text is only certain at the front: `find {path} {pattern}` must not accept a second path as a pattern.
  const inFront = kinds
    .slice(0, at)
    .every((earlier) => FREE_KINDS.has(entryKind(earlier)) || !earlier.includes('{'));
  return FREE_KINDS.has(kind) && !inFront ? 'path' : kind;
}

function entryKind(entry: string): string {
  if (!entry.includes('{')) return `=${entry}`;
  return /^\{([a-z]+)\}$/.exec(entry)?.[1] ?? 'path';
}
