import {
  type Command,
  type CommandNode,
  forEachChild,
  type ParsedScript,
  parse,
  type Function as ShellFunction,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { escapeHidden, hasHiddenCharacters, isMisleading } from './display.ts';
import { isFixed } from './fixed-words.ts';
import { type StaticPart, staticPartsOf } from './static-parts.ts';

/** A command found anywhere in a line: also in pipes, substitutions, here-documents, functions. */
export interface FoundCommand {
  /** Decoded words; text that only the shell could expand stays as written. */
  readonly words: readonly string[];
  /** Text for its standard input from `<<` and `<<<`. */
  readonly input: readonly string[];
  /** Variables are set in front of it: `PAGER=id git log`. */
  readonly setsVariables?: boolean;
}

export interface FoundRedirect {
  readonly operator: string;
  readonly target: string;
}

/** Why a line is more than one simple command of fixed words. */
export interface Obstacle {
  readonly rule: string;
  readonly reason: string;
}

/**
 * The argv of a line that is one simple command of fixed words and nothing else; otherwise the obstacle, and the
 * simple commands of the line if each can be judged by itself.
 */
export type LineShape =
  | { readonly kind: 'argv'; readonly argv: readonly string[] }
  | { readonly kind: 'shell'; readonly obstacle: Obstacle; readonly parts?: readonly StaticPart[] };

export interface ReadLine {
  readonly kind: 'read';
  readonly shape: LineShape;
  readonly commands: readonly FoundCommand[];
  readonly redirects: readonly FoundRedirect[];
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
  const found = collect(script);
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

interface Findings {
  readonly commands: FoundCommand[];
  readonly redirects: FoundRedirect[];
  readonly errors: string[];
  callsItself: boolean;
}

function collect(script: ParsedScript): Findings {
  const findings: Findings = { commands: [], redirects: [], errors: [], callsItself: false };
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

function foundCommand(command: Command): FoundCommand {
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
  if (line.includes('\n')) return shell('several-lines', 'It spans several lines.');
  if (statement === undefined || more.length > 0) return shell('operator', 'It joins several commands.');
  if (statement.background === true) return shell('operator', 'It runs in the background of a shell.');
  const node = statement.command;
  if (node.type !== 'Command') return shell('operator', describe(node));
  if (node.redirects.length > 0) return shell('redirect', 'It redirects input or output.');
  if (node.name === undefined || node.prefix.length > 0) {
    return shell('assignment', 'It sets environment variables.');
  }
  const words = [node.name, ...node.suffix].filter((word) => word.type === 'Word');
  if (words.length !== node.suffix.length + 1) return shell('assignment', 'It sets shell variables.');
  if (!words.every(isFixed)) return shell('expansion', 'The shell would expand parts of it.');
  if (!cover(line, words)) return shell('uncovered', 'It holds text that belongs to no command.');
  // Without quotes, because a variation selector turns the sign before it into an emoji even across quotes.
  if (hasHiddenCharacters(line.replace(/[\t'"\\]/g, ''))) return shell('hidden-characters', HIDDEN_REASON);
  return argvShape(words.map((word) => word.value));
}

const HIDDEN_REASON = 'It holds characters that cannot be seen.';
const LOOK_ALIKE_REASON = 'It holds characters that are easily taken for others.';

/** A tab in a word, as in `cut -d $'\t'`, is shown as an escape and is harmless. */
function argvShape(argv: readonly string[]): LineShape {
  const hidden = argv.some((word) => hasHiddenCharacters(word.replaceAll('\t', ' ')));
  if (hidden) return shell('hidden-characters', HIDDEN_REASON);
  return argv.some(isMisleading) ? shell('look-alike', LOOK_ALIKE_REASON) : { kind: 'argv', argv };
}

function shell(rule: string, reason: string): LineShape {
  return { kind: 'shell', obstacle: { rule, reason } };
}

function describe(node: Exclude<CommandNode, Command> | { readonly type: 'AndOr' | 'Pipeline' }): string {
  if (node.type === 'AndOr' || node.type === 'Pipeline') return 'It joins several commands.';
  return 'It uses shell control flow.';
}

function cover(line: string, words: readonly Word[]): boolean {
  let from = 0;
  let between = '';
  for (const word of words) {
    between += line.slice(from, word.pos);
    from = word.end;
  }
  return /^[ \t]*$/.test(between + line.slice(from));
}
