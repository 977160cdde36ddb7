import {
  type Assignment,
  type Command,
  type CommandNode,
  forEachChild,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Redirection,
  type Function as ShellFunction,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { shellWord } from '../core/text.ts';
import { escapeHidden, hasHiddenCharacters, isMisleading } from './display.ts';

/** A command found anywhere in a line: also in pipes, substitutions, here-documents, functions. */
export interface ParsedCommand {
  /** Decoded words; text that only the shell could expand stays as written. */
  readonly words: readonly string[];
  /** Text for its standard input from `<<` and `<<<`. */
  readonly input: readonly string[];
  /** Variables are set in front of it: `PAGER=id git log`. */
  readonly setsVariables?: boolean;
}

export interface ParsedRedirect {
  readonly operator: string;
  readonly target: string;
}

/** Why a line is more than one simple command of fixed words. */
export interface PolicyObstacle {
  readonly rule: string;
  readonly reason: string;
}

/**
 * The argv of a line that is one simple command of fixed words and nothing else; otherwise the obstacle, and the
 * simple commands of the line if each can be judged by itself.
 */
type LineShape =
  | { readonly kind: 'argv'; readonly argv: readonly string[] }
  | { readonly kind: 'shell'; readonly obstacle: PolicyObstacle; readonly parts?: readonly StaticPart[] };

export interface ReadLine {
  readonly kind: 'read';
  readonly shape: LineShape;
  readonly commands: readonly ParsedCommand[];
  readonly redirects: readonly ParsedRedirect[];
  /** True when a function calls itself, which is a fork bomb. */
  readonly callsItself: boolean;
}

export type LineReading = ReadLine | { readonly kind: 'unparsable'; readonly detail: string };

/** More than anybody writes; the parser's time grows with their square. */
const MAX_SUBSTITUTIONS = 100;

/**
 * Parses shell text into decoded commands. The parser is forgiving, so there are four additional checks: its errors
 * at any depth count, raw newlines and hidden characters never make an argv, unquoted `(`, `)` and `$[` are not fixed
 * text, and the words of an argv must cover the whole line.
 */
export function readLine(text: string): LineReading {
  if (/[\0\p{Cs}]/u.test(text)) return { kind: 'unparsable', detail: 'it holds a NUL or half a character' };
  // An escaped newline joins lines, so only a bare one at the end may be removed.
  const line = text.replace(/(?<!\\)\n+$/, '');
  if (/^[ \t\n]*$/.test(line)) return { kind: 'unparsable', detail: 'it is empty' };
  if ((line.match(/[$<>]\(|`/g)?.length ?? 0) > MAX_SUBSTITUTIONS) {
    return { kind: 'unparsable', detail: 'it holds too many substitutions' };
  }
  const script = parse(line);
  const found = collectFindings(script);
  const [error] = found.errors;
  if (error !== undefined) return { kind: 'unparsable', detail: error };
  if (script.commands.length === 0) return { kind: 'unparsable', detail: 'it holds no command' };
  return {
    kind: 'read',
    shape: withParts(shapeOf(line, script), line, script),
    commands: found.commands,
    redirects: found.redirects,
    callsItself: found.callsItself,
  };
}

/** The reading of an argv, which needs no parsing. */
export function readArgv(argv: readonly string[]): LineReading {
  if (argv.some((word) => /[\0\p{Cs}]/u.test(word))) {
    return { kind: 'unparsable', detail: 'it holds a NUL or half a character' };
  }
  if (argv.length === 0) return { kind: 'unparsable', detail: 'it is empty' };
  return {
    kind: 'read',
    shape: argvShape(argv),
    commands: [{ words: argv, input: [] }],
    redirects: [],
    callsItself: false,
  };
}

interface LineFindings {
  readonly commands: ParsedCommand[];
  readonly redirects: ParsedRedirect[];
  readonly errors: string[];
  callsItself: boolean;
}

function collectFindings(script: ParsedScript): LineFindings {
  const findings: LineFindings = { commands: [], redirects: [], errors: [], callsItself: false };
  visit(script);
  return findings;

  function visit(node: SyntaxNode): void {
    if (node.type === 'Script') findings.errors.push(...errorsOf(node));
    if (node.type === 'Command') findings.commands.push(foundCommand(node));
    if (node.type === 'Redirect') {
      findings.redirects.push({ operator: node.operator, target: node.target?.value ?? '' });
    }
    if (node.type === 'Function' && callsItself(node)) findings.callsItself = true;
    forEachChild(node, visit);
  }
}

function errorsOf(script: ParsedScript): readonly string[] {
  return (script.errors ?? []).map((error) => escapeHidden(error.message));
}

function foundCommand(command: Command): ParsedCommand {
  const words = command.args.flatMap((word) => (word.type === 'Word' ? [word.value] : [word.text]));
  const input = command.redirects.flatMap((redirect) => {
    if (redirect.type === 'HereString') return [redirect.target?.value ?? ''];
    return redirect.type === 'HereDoc' ? [redirect.body.text] : [];
  });
  return {
    words: command.name === undefined ? words : [command.name.value, ...words],
    input,
    setsVariables: command.prefix.length > 0,
  };
}

function callsItself(declaration: ShellFunction): boolean {
  let found = false;
  visit(declaration.body);
  return found;

  function visit(node: SyntaxNode): void {
    if (node.type === 'Command' && node.name?.value === declaration.name.value) found = true;
    forEachChild(node, visit);
  }
}

function withParts(shape: LineShape, line: string, script: ParsedScript): LineShape {
  const parts = shape.kind === 'shell' ? staticPartsOf(line, script) : undefined;
  return shape.kind === 'argv' || parts === undefined ? shape : { ...shape, parts };
}

function shapeOf(line: string, script: ParsedScript): LineShape {
  const [statement, ...more] = script.commands;
  if (line.includes('\n')) return shellShape('several-lines', 'It spans several lines.');
  if (statement === undefined || more.length > 0) return shellShape('operator', 'It joins several commands.');
  if (statement.background === true) return shellShape('operator', 'It runs in the background of a shell.');
  const node = statement.command;
  if (node.type !== 'Command') return shellShape('operator', describeNode(node));
  if (node.redirects.length > 0) return shellShape('redirect', 'It redirects input or output.');
  if (node.name === undefined || node.prefix.length > 0) {
    return shellShape('assignment', 'It sets environment variables.');
  }
  const words = [node.name, ...node.suffix].filter((word) => word.type === 'Word');
  if (words.length !== node.suffix.length + 1) return shellShape('assignment', 'It sets shell variables.');
  if (!words.every(isFixed)) return shellShape('expansion', 'The shell would expand parts of it.');
  if (!coversLine(line, words)) return shellShape('uncovered', 'It holds text that belongs to no command.');
  // Without quotes, because a variation selector turns the sign before it into an emoji even across quotes.
  if (hasHiddenCharacters(line.replace(/[\t'"\\]/g, '')))
    return shellShape('hidden-characters', HIDDEN_REASON);
  return argvShape(words.map((word) => word.value));
}

const HIDDEN_REASON = 'It holds characters that cannot be seen.';
const LOOK_ALIKE_REASON = 'It holds characters that are easily taken for others.';

/** A tab in a word, as in `cut -d $'\t'`, is shown as an escape and is harmless. */
function argvShape(argv: readonly string[]): LineShape {
  const hidden = argv.some((word) => hasHiddenCharacters(word.replaceAll('\t', ' ')));
  if (hidden) return shellShape('hidden-characters', HIDDEN_REASON);
  return argv.some(isMisleading) ? shellShape('look-alike', LOOK_ALIKE_REASON) : { kind: 'argv', argv };
}

function shellShape(rule: string, reason: string): LineShape {
  return { kind: 'shell', obstacle: { rule, reason } };
}

function describeNode(node: Exclude<CommandNode, Command> | { readonly type: 'AndOr' | 'Pipeline' }): string {
  if (node.type === 'AndOr' || node.type === 'Pipeline') return 'It joins several commands.';
  return 'It uses shell control flow.';
}

function coversLine(line: string, words: readonly Word[]): boolean {
  let from = 0;
  let between = '';
  for (const word of words) {
    between += line.slice(from, word.pos);
    from = word.end;
  }
  return /^[ \t]*$/.test(between + line.slice(from));
}

/** How a part is joined to the one before it; the first has none. */
type Joint = '' | '|' | '|&' | '&&' | '||' | ';';

/** A word of a part. A pattern is replaced by its spellings, and by the names of the files that they match. */
interface PartWord {
  readonly text: string;
  readonly isPattern: boolean;
  /** As bash reads it, where it shows the exit code of the part before: `"exit: $?"`. */
  readonly withStatus?: string | undefined;
  /** The commands of `<(...)`: the word is the file that bash gives their output as, under a name for this line only. */
  readonly output?: readonly StaticPart[] | undefined;
}

/** One simple command of a line. */
export interface StaticPart {
  readonly joint: Joint;
  /** True when `!` precedes the pipeline that begins with it. */
  readonly negated: boolean;
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  readonly words: readonly PartWord[];
  /** Between standard streams, or to and from `/dev/null`, as bash reads them: `2>&1`. */
  readonly redirects: readonly string[];
  /** The file that it reads by `<`. */
  readonly from: string | undefined;
}

/**
 * The simple commands of a line that consists of nothing else: fixed words and patterns of file names, fixed
 * variables, harmless redirects, `< file`, `<(...)` of the same, `|`, `&&`, `||`, `;` and `!`. Undefined for every
 * other line.
 */
function staticPartsOf(line: string, script: ParsedScript): readonly StaticPart[] | undefined {
  if (line.includes('\n') || hasHiddenCharacters(line.replace(/[\t'"\\]/g, ''))) return undefined;
  const found: StaticParts = { parts: [], spans: [] };
  for (const { command, background } of script.commands) {
    const joint = found.parts.length === 0 ? '' : ';';
    if (background === true || !addNode(command, joint, found)) return undefined;
  }
  return isCovered(line, found.spans) ? found.parts : undefined;
}

interface StaticParts {
  readonly parts: StaticPart[];
  /** Positions of words, variables and redirects. */
  readonly spans: WordSpan[];
}

interface WordSpan {
  readonly pos: number;
  readonly end: number;
}

/** True when only blanks, operators and a comment are left. */
function isCovered(line: string, spans: readonly WordSpan[]): boolean {
  let from = 0;
  let rest = '';
  for (const { pos, end } of spans.toSorted((one, other) => one.pos - other.pos)) {
    rest += `${line.slice(from, pos)} `;
    from = end;
  }
  return /^[ \t;|&!]*(?:[ \t;|&]#.*)?$/.test(` ${rest}${line.slice(from)}`);
}

/** False for anything but a part; then ignore what was added. */
function addNode(
  node: CommandNode | PipelineNode | ParsedScript['commands'][number]['command'],
  joint: Joint,
  found: StaticParts,
): boolean {
  if (node.type === 'AndOr') {
    return node.commands.every((one, at) =>
      addNode(one, at === 0 ? joint : (node.operators[at - 1] ?? ';'), found),
    );
  }
  if (node.type !== 'Pipeline') return addCommand(node, { joint, negated: false }, found);
  const [prefix, ...more] = node.prefixes;
  if (more.length > 0 || prefix?.type === 'Time') return false;
  return node.commands.every((one, at) =>
    at === 0
      ? addCommand(one, { joint, negated: prefix !== undefined }, found)
      : addCommand(one, { joint: node.operators[at - 1] ?? '|', negated: false }, found),
  );
}

function addCommand(
  node: CommandNode,
  place: Pick<StaticPart, 'joint' | 'negated'>,
  found: StaticParts,
): boolean {
  if (node.type !== 'Command' || node.name === undefined) return false;
  const written = [node.name, ...node.args];
  const words = written.filter((word) => word.type === 'Word');
  const read = words.map(partWord);
  const [from] = node.redirects.flatMap((one) => inputFile(one) ?? []);
  const others = node.redirects.filter((one) => inputFile(one) === undefined);
  const redirects = others.map(harmlessRedirect);
  const variables = node.prefix.filter((one) => one.type === 'Assignment').map(fixedVariable);
  if (words.length !== written.length || node.redirects.length > others.length + 1) return false;
  // The parser ends a word at `<(...)`; to bash, what touches it is part of the same word.
  if (words.some(({ end }, at) => words[at + 1]?.pos === end)) return false;
  if (!areAll(read) || !areAll(redirects) || !areAll(variables)) return false;
  found.parts.push({ ...place, words: read, redirects, from, variables });
  found.spans.push(...written, ...node.prefix, ...node.redirects);
  return true;
}

function areAll<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return !items.includes(undefined);
}

function partWord(word: Word): PartWord | undefined {
  const { value } = word;
  if (hasHiddenCharacters(value.replaceAll('\t', ' ')) || isMisleading(value)) return undefined;
  if (isFixed(word)) return { text: value, isPattern: false };
  if (isPattern(word)) return { text: value, isPattern: true };
  const output = partsOfOutput(word);
  if (output !== undefined) return { text: `output-${word.pos}`, isPattern: false, output };
  const withStatus = statusWord(word);
  return withStatus === undefined ? undefined : { text: value, isPattern: false, withStatus };
}

/** Undefined when it is no `<(...)`, or one that holds more than static parts. */
function partsOfOutput({ parts = [] }: Word): readonly StaticPart[] | undefined {
  const [part, ...more] = parts;
  if (part?.type !== 'ProcessSubstitution' || part.operator !== '<' || more.length > 0) return undefined;
  const text = part.text.slice(2, -1);
  return staticPartsOf(text, parse(text));
}

/** A number, whatever ran before. */
const STATUS = /^\$(?:\?|\{\?\}|\{PIPESTATUS\[[\d@*]\]\})$/;

/** Undefined when none, or anything but exit codes would be put into it. */
function statusWord({ parts = [] }: Word): string | undefined {
  const pieces = parts.flatMap((part): readonly WordPart[] =>
    part.type === 'DoubleQuoted' ? part.parts : [part],
  );
  const written = pieces.map((piece, at) => {
    if (piece.type !== 'Literal') return STATUS.test(piece.text) ? `"${piece.text}"` : undefined;
    const isPlain = !piece.text.includes('\\') && isFixedText(piece.text, at === 0);
    return isPlain ? shellWord(piece.value) : undefined;
  });
  const isStatus = pieces.some(({ type }) => type !== 'Literal');
  return isStatus && areAll(written) ? written.join('') : undefined;
}

/** Undefined for a redirect to a file. */
function harmlessRedirect(redirect: Redirection): string | undefined {
  if (redirect.type !== 'Redirect' || redirect.target === undefined || !isFixed(redirect.target))
    return undefined;
  const { descriptor, operator, target } = redirect;
  if (descriptor !== undefined && descriptor.type !== 'FileDescriptor') return undefined;
  const from = descriptor?.value;
  if (from !== undefined && from > 2) return undefined;
  const written = `${from ?? ''}${operator}${target.value}`;
  return HARMLESS_REDIRECTS.test(written) ? written : undefined;
}

/** Undefined for what does not read a file of a fixed name; `/dev/null` is harmless whatever reads it. */
function inputFile(redirect: Redirection): string | undefined {
  if (redirect.type !== 'Redirect' || redirect.operator !== '<' || redirect.target === undefined)
    return undefined;
  const { descriptor, target } = redirect;
  if (descriptor !== undefined && (descriptor.type !== 'FileDescriptor' || descriptor.value !== 0))
    return undefined;
  const isFile = isFixed(target) && harmlessRedirect(redirect) === undefined;
  return isFile ? partWord(target)?.text : undefined;
}

const HARMLESS_REDIRECTS = /^(?:[12]?>&[12]|[12]?>>?\/dev\/null|&>>?\/dev\/null|0?<\/dev\/null)$/;

/** Whether it is harmless is decided where the part is judged. */
function fixedVariable({
  name,
  value,
  append,
  index,
}: Assignment): StaticPart['variables'][number] | undefined {
  if (append === true || index !== undefined || value.type !== 'Word') return undefined;
  // In a value, signs of a pattern stay what they are.
  return isFixed(value) || isPattern(value) ? { name, value: value.value } : undefined;
}

/** `$'\xe9'` is a byte that is no character: an argument for a program cannot hold it. */
const SINGLE_BYTE = /\\(?:x[89a-f][\da-f]|[2-7][0-7]{2})/i;

/** True when the shell would take the word exactly as it is decoded here. */
function isFixed(word: Word): boolean {
  const parts: readonly WordPart[] | undefined = word.parts;
  if (parts === undefined) return isFixedText(word.text, true);
  return parts.every((part, index) => {
    if (part.type === 'Literal') return isFixedText(part.text, index === 0);
    if (part.type === 'DoubleQuoted') return part.parts.every((child) => child.type === 'Literal');
    if (part.type === 'AnsiCQuoted') return !SINGLE_BYTE.test(part.text);
    return part.type === 'SingleQuoted';
  });
}

/** Spellings in braces that hold no further ones, as in `src/{app,cart}.ts`. */
const BRACES = /^\{[\w.@%+/*?-]+(?:,[\w.@%+/*?-]+)+\}$/;

/** True for a pattern of file names without quotes, escapes or other shell expansions. */
function isPattern(word: Word): boolean {
  const parts: readonly WordPart[] = word.parts ?? [];
  return (
    parts.some(({ type }) => type === 'Glob' || type === 'BraceExpansion') &&
    parts.every((part, index) => {
      if (part.type === 'Literal') {
        return !/[\\{}]/.test(part.text) && isFixedText(part.text, index === 0);
      }
      if (part.type === 'BraceExpansion') return BRACES.test(part.text);
      return part.type === 'Glob' && part.kind !== 'bracket';
    })
  );
}

function isFixedText(text: string, atStart: boolean): boolean {
  const bare = text.replace(/\\./gsu, '_');
  // `~` is the home folder at the start of a word and after `:` or `=`. A backslash at the end continues the line.
  return !(atStart && bare.startsWith('~')) && !/[:=]~|[()]|\$\[|\\$/.test(bare);
}
