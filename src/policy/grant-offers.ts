import path from 'node:path';
import type { Execution } from '../contracts/exec.ts';
import {
  ALLOWED_PARTS,
  type GrantOffer,
  type GrantOffers,
  type LaunchFacts,
  type OfferRefusal,
} from '../contracts/grants.ts';
import { type CommandFolders, PROJECT_SCRIPT } from '../contracts/policy.ts';
import type { PathGuard } from '../contracts/workspace-files.ts';
import type { LinkedFolders } from '../contracts/worktrees.ts';
import { isFailure } from '../core/failure.ts';
import { startsOthers } from './command-names.ts';
import { repositoryRunsPrograms } from './git-hardening.ts';
import type { ArgvRules } from './judge-argv.ts';
import { launchFacts, scriptWords } from './launch-facts.ts';
import { matchCommand } from './match-command.ts';
import type { ReadLine } from './parse-command-line.ts';

/** A command that a person is asked about. */
interface AskedCommand {
  readonly reading: ReadLine;
  readonly execution: Execution;
  /** Rule of the verdict: the reason for the question. */
  readonly rule: string;
  /** True for a line of several commands that would each run without a question. */
  readonly partsRunUnasked: boolean;
  readonly where: CommandFolders;
}

export interface OfferRules extends Pick<ArgvRules, 'commands' | 'platform' | 'guardFor' | 'executables'> {
  /** SHA-256 of the environment that commands get. */
  readonly environment: string;
  readonly linked: LinkedFolders;
}

/**
 * How far a yes to this command may reach, and what it is bound to. Computed again when a grant is used: a command
 * that would not be offered any more is no longer covered.
 */
export async function offersOf(asked: AskedCommand, rules: OfferRules): Promise<GrantOffers> {
  const { execution, reading } = asked;
  const { shape } = reading;
  const facts = await launchFactsOf(asked, rules);
  const access = execution.access ?? { network: false, writable: [] };
  const nothing = (why: OfferRefusal): GrantOffers => {
    const refused: GrantOffer = { kind: 'refused', why };
    const session: GrantOffer = asked.partsRunUnasked ? { kind: 'named', name: ALLOWED_PARTS } : refused;
    return { facts, outside: [], access, session, always: refused, prefix: refused };
  };
  // A single plain command goes to a shell only if no program was found for it.
  if (execution.kind === 'shell') return nothing(shape.kind === 'argv' ? 'not-found' : 'compound');
  if (shape.kind === 'shell') return nothing('hidden');
  if (facts.executable === null) return nothing('not-found');
  const { argv } = shape;
  const places = await placesNamed(argv, asked.where, rules);
  if (places === 'sensitive') return nothing(places);
  const starts = await whatItStarts(argv, facts.executable, asked.where, rules);
  const exactly: GrantOffer = { kind: 'offered', words: argv };
  const always: GrantOffer = starts === undefined ? exactly : { kind: 'refused', why: starts };
  const session = starts === 'shell' || starts === 'wrapper' || starts === 'alias' ? always : exactly;
  return {
    facts,
    outside: places,
    access,
    session,
    always,
    prefix: prefixOf(argv, always, asked.rule, rules),
  };
}

async function launchFactsOf(
  { reading, execution, where }: AskedCommand,
  rules: OfferRules,
): Promise<LaunchFacts> {
  const { executables, environment, linked } = rules;
  const program =
    execution.kind === 'argv' ? execution.file : ((await executables.find('bash', where.root)) ?? 'bash');
  return launchFacts({
    program,
    root: where.root,
    linked: linked(where.root),
    cwd: where.cwd,
    environment,
    scripts: scriptWords(reading, rules),
  });
}

async function whatItStarts(
  argv: readonly string[],
  executable: string,
  { cwd }: CommandFolders,
  { platform }: OfferRules,
): Promise<OfferRefusal | undefined> {
  const starts = startsOthers(argv, executable, platform);
  if (starts !== undefined || argv[0] !== 'git') return starts;
  return (await repositoryRunsPrograms(cwd)) ? 'alias' : undefined;
}

/**
 * The beginning of a configured script of the project about which nothing else is asked. Where a positional chooses
 * the script (`npm run x`, `make x`), the beginning would cover others than the one that was seen.
 */
function prefixOf(
  argv: readonly string[],
  always: GrantOffer,
  rule: string,
  { commands }: OfferRules,
): GrantOffer {
  if (always.kind === 'refused') return always;
  const match = rule === PROJECT_SCRIPT ? matchCommand(argv, commands) : undefined;
  if (match?.kind !== 'match' || match.rule.args.some((kind) => CHOOSES.includes(kind))) {
    return { kind: 'refused', why: 'unlisted' };
  }
  const words = [argv[0] ?? '', ...match.subcommand.split(' ')];
  return { kind: 'offered', words: words.filter((word) => word !== '') };
}

/** Kinds of words that say which code of the project is run. */
const CHOOSES: readonly string[] =
  '{script} {composer} {target} {task} {goal} {word} {code} {local} {command}'.split(' ');

/**
 * Places outside the project that the words name, sorted. `sensitive`: asked each time, so the others do not matter.
 */
async function placesNamed(
  [, ...args]: readonly string[],
  { root, cwd }: CommandFolders,
  { guardFor }: OfferRules,
): Promise<readonly string[] | 'sensitive'> {
  const guard = guardFor(root);
  const outside = new Set<string>();
  for (const part of args.flatMap(partsOf)) {
    const place = await classifyPlace(path.isAbsolute(part) ? part : `${cwd}/${part}`, guard);
    if (place === 'sensitive') return place;
    if (place === 'outside') outside.add(part);
  }
  return [...outside].toSorted();
}

const SENSITIVE_RULES: readonly unknown[] = ['git', 'secret', 'own'];

/** `sensitive`: secrets, files of this program, and files that decide what others run. */
async function classifyPlace(file: string, guard: PathGuard): Promise<'inside' | 'outside' | 'sensitive'> {
  try {
    const { relative } = await guard.resolve(file, 'read');
    return guard.isProtected(relative) ? 'sensitive' : 'inside';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return SENSITIVE_RULES.includes(error.facts.rule) ? 'sensitive' : 'outside';
  }
}

/** The word, and parts of it that could be a path: `--output=/srv/x`, `a:b`, `@file`. An address is not a path. */
function partsOf(word: string): readonly string[] {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(word)) return [];
  const parts = [word, ...word.split(/[:=,]/)].map((part) => part.replace(/^@/, ''));
  return [...new Set(parts.filter((part) => part !== '' && !/^-/.test(part)))];
}
