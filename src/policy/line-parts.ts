import type { CommandFolders } from '../contracts/policy.ts';
import { PROJECT_SCRIPT } from '../contracts/policy.ts';
import { findObstacle } from './check-words.ts';
import { innerCommands, MAX_COMMAND_DEPTH, PLAIN_WRAPPERS } from './command-names.ts';
import { type ArgvDecision, type ArgvRules, judgeArgv, undecidedObstacle } from './judge-argv.ts';
import { type JudgedLine, withOwnProgram } from './own-programs.ts';
import { type ParsedCommand, type PolicyObstacle, type ReadLine, readLine } from './parse-command-line.ts';

/** One command of a line; also one that a wrapper or a nested shell would start. */
export interface LinePart {
  /** As they are judged: `npx vitest` with an installed vitest is `vitest`. */
  readonly words: readonly string[];
  /**
   * True when variables are set in front of it, or it starts other commands: its words alone do not show what it
   * does.
   */
  readonly isVeiled: boolean;
  /**
   * True when it would run without a question, or the only question would be that it is code of the project: a yes
   * need not open anything for it.
   */
  readonly isUnasked: boolean;
  /** It names a file that may hold secrets. */
  readonly secret: PolicyObstacle | undefined;
}

/** More parts than anybody writes; each one reads the disk. */
const MAX_PARTS = 100;

/**
 * Judges every command of a line as if it stood alone. What a yes to the line opens is composed from this: asking
 * about a redirect must not give `npm test` more than it has without one.
 */
export async function linePartsOf(
  { reading }: JudgedLine,
  where: CommandFolders,
  rules: ArgvRules,
): Promise<readonly LinePart[]> {
  const parts: LinePart[] = [];
  for (const command of commandsIn(reading, rules)) parts.push(await judgePart(command, where, rules));
  return parts;
}

interface NestedCommand extends ParsedCommand {
  readonly startsOthers: boolean;
}

function commandsIn(line: ReadLine, rules: ArgvRules): readonly NestedCommand[] {
  const found: NestedCommand[] = [];
  for (const command of line.commands) visit(command, 0);
  return found;

  function visit(command: ParsedCommand, depth: number): void {
    if (depth > MAX_COMMAND_DEPTH || found.length >= MAX_PARTS) return;
    const inner = startedCommands(command, rules);
    found.push({ ...command, startsOthers: inner.length > 0 });
    for (const one of inner) visit(one, depth + 1);
  }
}

function startedCommands(command: ParsedCommand, rules: ArgvRules): readonly ParsedCommand[] {
  const { argvs: surely, texts } = innerCommands(command, rules);
  const argvs = surely.length > 0 ? surely : wrappedProgram(command.words);
  const readings = texts.map(readLine).filter((reading) => reading.kind === 'read');
  return [...argvs.map((words) => ({ words, input: [] })), ...readings.flatMap(({ commands }) => commands)];
}

/** An unknown program behind `timeout 60`, `nice -n 5` or `env CI=1`. */
function wrappedProgram([name = '', ...args]: readonly string[]): readonly (readonly string[])[] {
  if (!PLAIN_WRAPPERS.has(name)) return [];
  const at = args.findIndex((arg) => /^[A-Za-z][^=]*$/.test(arg));
  return at === -1 ? [] : [args.slice(at)];
}

async function judgePart(
  { words: written, setsVariables = false, startsOthers }: NestedCommand,
  where: CommandFolders,
  rules: ArgvRules,
): Promise<LinePart> {
  const alone: ReadLine = {
    kind: 'read',
    shape: { kind: 'argv', argv: written },
    commands: [{ words: written, input: [] }],
    redirects: [],
    callsItself: false,
  };
  const { reading, file } = await withOwnProgram(alone, where, rules);
  const words = reading.commands[0]?.words ?? written;
  const decision = await judgeArgv({ argv: words, file }, where, rules);
  // The home folder, which a shell would put in place of `~`, is not in the project.
  const isUnasked = isUnaskedCode(decision) && !words.some((word) => word.startsWith('~'));
  return {
    words,
    isVeiled: setsVariables || startsOthers,
    isUnasked,
    // In an allowed command a word such as a pattern may look like the name of a secret.
    secret: isUnasked ? undefined : await findSecretIn(words.slice(1), where, rules),
  };
}

/** True when it is allowed, or asked about only because it is code of the project. */
export function isUnaskedCode(decision: ArgvDecision): boolean {
  return decision.kind === 'allow' || (decision.kind === 'ask' && decision.obstacle.rule === PROJECT_SCRIPT);
}

/** The first secret that an asked line names: a person must know of it, whatever else is asked. */
export async function findSecret(
  { redirects }: ReadLine,
  parts: readonly LinePart[],
  { where, rules }: { readonly where: CommandFolders; readonly rules: ArgvRules },
): Promise<PolicyObstacle | undefined> {
  const named = parts.find(({ secret }) => secret !== undefined)?.secret;
  const targets = redirects.filter(({ operator }) => operator === '<').map(({ target }) => target);
  return named ?? findSecretIn(targets, where, rules);
}

async function findSecretIn(
  words: readonly string[],
  { root, cwd }: CommandFolders,
  { guardFor }: ArgvRules,
): Promise<PolicyObstacle | undefined> {
  try {
    for (const text of words) {
      const obstacle = await findObstacle([{ kind: 'path', text }], { guard: guardFor(root), cwd });
      if (obstacle?.rule === 'path-secret') return obstacle;
    }
    return undefined;
  } catch (error) {
    return undecidedObstacle(error);
  }
}
