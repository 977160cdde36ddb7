import path from 'node:path';
import { baseName, innerCommands, type KnownCommands, MAX_COMMAND_DEPTH } from './command-names.ts';
import { matchFlag } from './flags.ts';
import { matchCommand } from './match-command.ts';
import { type ParsedCommand, type ParsedRedirect, type ReadLine, readLine } from './parse-command-line.ts';
import type { CommandSpec } from './tool-commands.ts';

export interface Denial {
  readonly rule: string;
  readonly reason: string;
  /** The refused command or file: `rm`, `git push`, `/etc/passwd`. */
  readonly subject: string;
}

interface DenyContext extends KnownCommands {
  readonly cwd: string;
}

const TOO_DEEP: Denial = {
  rule: 'too-deep',
  reason: 'Command blocked: it is nested too deep to be checked.',
  subject: 'nesting',
};

const PASSWORD_FILES = /^\/etc\/(passwd|shadow|gshadow)-?$/;
const HARMLESS_DEVICES = /^\/dev\/(null|stdin|stdout|stderr|tty|fd(\/.*)?)$/;

const INSTEAD: Readonly<Record<string, string>> = {
  'git push': 'use the git_push tool.',
  'git fetch': 'use the git_fetch tool.',
  'git pull': 'use the git_fetch tool, then git_integrate.',
  'git clone': 'it reaches the network; ask the person to run it.',
};

/**
 * The first reason to refuse a line: examines every command anywhere in it, through wrappers and nested shell text.
 */
export function findDenial(line: ReadLine, context: DenyContext): Denial | undefined {
  return denialIn(line, context, 0);
}

function denialIn(line: ReadLine, context: DenyContext, depth: number): Denial | undefined {
  if (line.callsItself) return denialFor('fork-bomb', 'a function that calls itself');
  return (
    firstOf(line.redirects, (redirect) => redirectDenial(redirect, context)) ??
    firstOf(line.commands, (command) => commandDenial(command, context, depth))
  );
}

function redirectDenial({ operator, target }: ParsedRedirect, { cwd }: DenyContext): Denial | undefined {
  const full = path.posix.resolve(cwd, target);
  if (PASSWORD_FILES.test(full)) return denialFor('password-file', full);
  const writes = operator.includes('>');
  if (writes && full.startsWith('/dev/') && !HARMLESS_DEVICES.test(full)) {
    return denialFor('device-write', `writing to ${full}`);
  }
  return undefined;
}

function commandDenial(command: ParsedCommand, context: DenyContext, depth: number): Denial | undefined {
  const { words, input } = command;
  if (words.length === 0) return undefined;
  if (depth > MAX_COMMAND_DEPTH) return TOO_DEEP;
  const inner = innerCommands(command, context);
  return (
    findDeniedName(words, context) ??
    findDeniedSubcommand(words, context) ??
    // If a known program follows a wrapper, that program decides which words are files.
    (namesItsFiles(words, inner.argvs, context) ? passwordFile(words, context) : undefined) ??
    firstOf(inner.argvs, (argv) => commandDenial({ words: argv, input }, context, depth + 1)) ??
    firstOf(inner.texts, (text) => {
      const reading = readLine(text);
      return reading.kind === 'read' ? denialIn(reading, context, depth + 1) : undefined;
    })
  );
}

function namesItsFiles(
  [name = '']: readonly string[],
  started: readonly (readonly string[])[],
  { commands }: DenyContext,
): boolean {
  return started.length === 0 || commands.allowed.has(name);
}

function findDeniedName(words: readonly string[], { commands, platform }: DenyContext): Denial | undefined {
  const base = baseName(words[0] ?? '', platform);
  const args = new Set(words.slice(1));
  return firstOf(commands.denied, (entry) => {
    const [name = '', ...needed] = entry.split(' ');
    const named = name.endsWith('.*') ? base.startsWith(name.slice(0, -1)) : base === name;
    if (!named || !needed.every((word) => args.has(word))) return undefined;
    return denialFor('denied-command', needed.length === 0 ? base : entry);
  });
}

function findDeniedSubcommand(
  words: readonly string[],
  { commands, platform }: DenyContext,
): Denial | undefined {
  const [word = '', ...args] = words;
  const name = baseName(word, platform);
  const spec = commands.allowed.get(name);
  if (spec === undefined) return undefined;
  const denied = possibleSubcommands(args, spec).find((sub) => spec.deniedSubcommands.has(sub));
  if (denied === undefined) return undefined;
  const title = `${name} ${denied}`;
  const instead = INSTEAD[title] ?? 'ask the person to run it.';
  const reason = `Command blocked: ${title} is not allowed; ${instead}`;
  return { rule: 'denied-subcommand', reason, subject: title };
}

/** The first plain word; after an unknown flag, which may have taken that word as its value, the next one too. */
function possibleSubcommands(args: readonly string[], spec: CommandSpec): readonly string[] {
  const possible: string[] = [];
  let mayBeValue = false;
  for (const arg of args) {
    if (arg.startsWith('-')) {
      mayBeValue = matchFlag(arg, undefined, spec.flags).kind === 'unknown';
      continue;
    }
    possible.push(arg);
    if (!mayBeValue) break;
    mayBeValue = false;
  }
  return possible;
}

/** `/etc/passwd` as a file operand. As a search pattern or a text it is data. */
function passwordFile(words: readonly string[], { commands, cwd }: DenyContext): Denial | undefined {
  const match = matchCommand(words, commands);
  const operands =
    match.kind === 'match'
      ? match.checks.filter(({ kind }) => kind !== 'pattern' && kind !== 'text').map(({ text }) => text)
      : words.slice(1).flatMap(pathsInWord);
  const full = operands
    .map((word) => path.posix.resolve(cwd, word))
    .find((file) => PASSWORD_FILES.test(file));
  return full === undefined ? undefined : denialFor('password-file', full);
}

/** `--data=@/x`, `-f/x`, `file:///x`: words that an unknown program may take for a file. */
function pathsInWord(word: string): readonly string[] {
  return [word, ...word.split(/[=@,]|^-[A-Za-z]|^file:\/\//)];
}

function denialFor(rule: string, subject: string): Denial {
  return { rule, reason: `Command blocked: ${subject} is not allowed`, subject };
}

function firstOf<Item>(
  items: readonly Item[],
  judge: (item: Item) => Denial | undefined,
): Denial | undefined {
  for (const item of items) {
    const denial = judge(item);
    if (denial !== undefined) return denial;
  }
  return undefined;
}
