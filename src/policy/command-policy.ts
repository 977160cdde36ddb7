import path from 'node:path';
import type { Execution } from '../contracts/exec.ts';
import {
  type CommandFolders,
  type CommandList,
  type CommandPolicy,
  type CommandRequest,
  type CommandVerdict,
  type Risk,
  type Verdict,
  WANTS_NETWORK,
} from '../contracts/policy.ts';
import type { LinkedFolders } from '../contracts/worktrees.ts';
import { Failure, messageOf } from '../core/failure.ts';
import { type Fault, fault } from '../core/texts/faults.ts';
import { baseName, couldStartOthers, runsOthers } from './command-names.ts';
import { findDenial } from './deny.ts';
import { displayOf, escapeHidden } from './display.ts';
import { OPEN_FLAGS } from './flags.ts';
import { type OfferRules, offersOf } from './grant-offers.ts';
import { type ArgvDecision, type ArgvRules, judgeArgv } from './judge-argv.ts';
import { isFed, judgeParts } from './judge-parts.ts';
import { changesSince } from './launch-facts.ts';
import { findSecret, isUnaskedCode, linePartsOf } from './line-parts.ts';
import { type JudgedLine, withOwnProgram } from './own-programs.ts';
import { type LineReading, type PolicyObstacle, readArgv, readLine } from './parse-command-line.ts';
import { keptFiles, riskOf } from './risk.ts';
import { type AskedLine, accessAfterYes } from './sandbox-access.ts';
import {
  type CommandSpec,
  type PlatformCommands,
  runsProjectCode,
  type ToolCommands,
} from './tool-commands.ts';
import { type PolicyMode, wordingFor } from './verdict-wording.ts';
import { readWindowsLine } from './windows-line.ts';

/** A person must be able to read the whole command before saying yes; in UTF-16 code units, as displayed. */
const MAX_COMMAND_LENGTH = 4_000;

interface LineRules extends ArgvRules {
  /**
   * How a line of several commands is judged that would each run without a question; `each-part` holds in a sandbox
   * only.
   */
  readonly compound: 'ask' | 'each-part';
  /** Whether commands run in a sandbox. */
  readonly isConfined: () => Promise<boolean>;
}

export interface CommandPolicyOptions extends Omit<LineRules, 'commands'> {
  readonly config: ToolCommands;
  /** Further names that run without a question, with any flags; their paths are still checked. */
  readonly extraAllowed: readonly string[];
  readonly mode: PolicyMode;
  /** SHA-256 of the environment that commands get. */
  readonly environment: string;
  readonly linked: LinkedFolders;
}

/**
 * Decides about shell commands: text, then decoded words, then deny over ask over allow. Only one simple command
 * whose words are all fixed, configured and harmless is allowed, or a line of such commands if the settings permit
 * it; exactly what was judged is run. `projectScripts` decides whether the project's tests and scripts run without a
 * question: in a sandbox, or with the rights of the person who started the program.
 * @throws Failure `invalid` at once when `extraAllowed` names a program that could run any other
 */
export function createCommandPolicy(options: CommandPolicyOptions): CommandPolicy {
  const { config, extraAllowed, platform, guardFor, executables, mode, environment, linked } = options;
  const { projectScripts, compound, isConfined } = options;
  const commands = withExtraCommands(config[platform], extraAllowed);
  const rules: LineRules = {
    commands,
    platform,
    guardFor,
    executables,
    projectScripts,
    compound,
    isConfined,
  };
  const wording = wordingFor({ mode, commands });
  const offerRules: OfferRules = { commands, platform, guardFor, executables, environment, linked };

  async function judge(request: CommandRequest, where: CommandFolders): Promise<CommandVerdict> {
    const reading = readRequest(request, platform);
    const display = displayFor(request, reading);
    const base = baseOf(display, reading, platform);
    const refused = (verdict: Verdict) => ({ verdict, execution: undefined, base, display });
    if (display.length > MAX_COMMAND_LENGTH) return refused(TOO_LONG);
    if (reading.kind === 'unparsable') return refused(unparsableVerdict(reading.detail));
    const denial = findDenial(reading, { commands, platform, cwd: where.cwd });
    if (denial !== undefined) return refused({ kind: 'deny', ...wording.ofDenial(denial) });
    const judged = await withOwnProgram(reading, where, rules);
    const decision = await decide(judged, where, request.network === true);
    if (decision.kind === 'allow') {
      return { verdict: { kind: 'allow', rule: 'configured' }, execution: decision.execution, base, display };
    }
    const asked = await assessQuestion(judged, decision, {
      where,
      rules,
      wantsNetwork: request.network === true,
    });
    const reason = reasonFor(asked.above ?? decision);
    if (mode === 'strict') return refused({ kind: 'deny', ...reason });
    const { unasked, risk } = asked;
    const execution = unasked ?? {
      ...(await executionAfterYes(request, judged, { where, commands, executables })),
      access: accessAfterYes(asked, commands),
    };
    const line = { ...judged, execution, rule: reason.rule, partsRunUnasked: unasked !== undefined, where };
    const offers = () => offersOf(line, offerRules);
    return { verdict: { kind: 'ask', ...reason, risk }, execution, offers, base, display };
  }

  function reasonFor(decision: Exclude<ArgvDecision, { kind: 'allow' }>): PolicyObstacle {
    return decision.kind === 'ask' ? wording.ofObstacle(decision.obstacle) : wording.ofMismatch(decision);
  }

  async function decide(
    judged: JudgedLine,
    where: CommandFolders,
    wantsNetwork: boolean,
  ): Promise<LineDecision> {
    const decision = await decideLine(judged, where, rules);
    return wantsNetwork && isUnaskedCode(decision) ? { kind: 'ask', obstacle: NETWORK_ASKED } : decision;
  }

  return {
    judge,
    changesSince: (facts) => changesSince(facts, environment),
    list: async () => commandList(commands, platform),
  };
}

const TOO_LONG: Verdict = {
  kind: 'deny',
  rule: 'too-long',
  reason: `The command is longer than ${MAX_COMMAND_LENGTH} characters. Put the steps into a file of the project, or split it.`,
};

function unparsableVerdict(detail: string): Verdict {
  const hint = 'Write it again as one simple command with plain quotes.';
  return { kind: 'deny', rule: 'unparsable', reason: `The command cannot be read: ${detail}. ${hint}` };
}

function commandList({ allowed }: PlatformCommands, platform: 'posix' | 'windows'): CommandList {
  const commands = [...allowed].map(([name, { description, subcommands = [] }]) => ({
    name,
    description,
    subcommands: [...subcommands].map(([sub, rule]) => ({ name: sub, description: rule.description })),
  }));
  return { platform, commands };
}

function readRequest(request: CommandRequest, platform: 'posix' | 'windows'): LineReading {
  if (request.kind === 'argv') return readArgv(request.argv);
  if (request.line.length > MAX_COMMAND_LENGTH) return { kind: 'unparsable', detail: 'it is too long' };
  if (platform === 'windows') return readWindowsLine(request.line);
  try {
    return readLine(request.line);
  } catch (error) {
    // The parser promises not to throw; if it does, the line counts as unreadable.
    return { kind: 'unparsable', detail: messageOf(error) };
  }
}

function displayFor(request: CommandRequest, reading: LineReading): string {
  if (reading.kind === 'read' && reading.shape.kind === 'argv') return displayOf(reading.shape.argv);
  return request.kind === 'argv' ? displayOf(request.argv) : escapeHidden(request.line);
}

function baseOf(display: string, reading: LineReading, platform: 'posix' | 'windows'): string {
  const first = reading.kind === 'read' ? reading.commands[0]?.words[0] : undefined;
  return escapeHidden(baseName(first ?? display.trim().split(/\s/)[0] ?? '', platform));
}

const NETWORK_ASKED: PolicyObstacle = { rule: WANTS_NETWORK, reason: 'It asks for the network.' };

/** `unasked`: what runs after a yes to a line of several commands that would each run without a question. */
type LineDecision =
  | Exclude<ArgvDecision, { kind: 'ask' }>
  | (Extract<ArgvDecision, { kind: 'ask' }> & { readonly unasked?: Execution });

/** Facts for the question about a line, and what its yes opens. */
interface AskedDetails extends AskedLine {
  /** Asked first, before any other question about it. */
  readonly above: Extract<LineDecision, { kind: 'ask' }> | undefined;
  /** Runs after a yes if each of its parts would run without a question. */
  readonly unasked: Execution | undefined;
}

/** The reason, risk and access that the question about this line shows. */
async function assessQuestion(
  judged: JudgedLine,
  decision: Exclude<LineDecision, { kind: 'allow' }>,
  { where, rules, wantsNetwork }: { where: CommandFolders; rules: LineRules; wantsNetwork: boolean },
): Promise<AskedDetails> {
  const line = judged.reading;
  const parts = await linePartsOf(judged, where, rules);
  const secret = await findSecret(line, parts, { where, rules });
  const known = await riskOf(line, parts, rules.commands, keptFiles(parts, where, rules.guardFor));
  const obstacle = secret ?? (wantsNetwork && known.network !== 'yes' ? NETWORK_ASKED : undefined);
  if (obstacle === undefined && decision.kind === 'ask' && decision.unasked !== undefined) {
    return { line, parts, above: undefined, unasked: decision.unasked, risk: { ...known, network: 'no' } };
  }
  const risk: Risk = {
    ...known,
    ...(wantsNetwork ? { network: 'yes' } : {}),
    // A secret that was read has reached the model.
    ...(secret === undefined ? {} : { undoable: 'no' }),
  };
  const above = obstacle === undefined ? undefined : ({ kind: 'ask', obstacle } as const);
  return { line, parts, above, unasked: undefined, risk };
}

/**
 * Decides about a line that nothing denies. A single command is judged with its harmless redirects, variables and
 * patterns; several commands only in a sandbox, where earlier ones cannot prepare what later ones reach.
 */
async function decideLine(
  { reading: { shape }, file }: JudgedLine,
  where: CommandFolders,
  rules: LineRules,
): Promise<LineDecision> {
  if (shape.kind === 'argv') return judgeArgv({ argv: shape.argv, file }, where, rules);
  const { obstacle, parts } = shape;
  const asked: LineDecision = { kind: 'ask', obstacle };
  if (parts === undefined) return asked;
  const [only] = parts;
  if (parts.length === 1 && only?.negated === false && !isFed(only)) return judgeParts(parts, where, rules);
  if (!(await rules.isConfined())) return asked;
  const decision = await judgeParts(parts, where, rules);
  if (decision.kind !== 'allow') return asked;
  // If each part would run without a question, a yes to the line opens nothing beyond that.
  const unasked = { ...decision.execution, access: { network: false, writable: [] } };
  return rules.compound === 'each-part' ? decision : { ...asked, unasked };
}

interface ProgramLookup extends Pick<ArgvRules, 'commands' | 'executables'> {
  readonly where: CommandFolders;
}

/** An argv if there is one; a line that only a shell understands goes to a shell, as it was shown. */
async function executionAfterYes(
  request: CommandRequest,
  { reading: { shape }, file }: JudgedLine,
  finding: ProgramLookup,
): Promise<Execution> {
  if (file !== undefined && shape.kind === 'argv') return { kind: 'argv', file, args: shape.argv.slice(1) };
  if (request.kind === 'argv') return (await programOf(request.argv, finding)) ?? bareArgv(request.argv);
  const viaShell: Execution = { kind: 'shell', line: request.line };
  if (shape.kind === 'shell') return viaShell;
  // A name without a program may be built into the shell, such as `command -v`.
  return (await programOf(shape.argv, finding)) ?? viaShell;
}

async function programOf(
  [name = '', ...args]: readonly string[],
  { where, commands, executables }: ProgramLookup,
): Promise<Execution | undefined> {
  if (name.includes('/')) return { kind: 'argv', file: path.resolve(where.cwd, name), args };
  const own = await executables.findInProject(name, where);
  const installed = await executables.find(name, where.root);
  // The project's own tools come first, as when they run without a question; a project cannot replace `git` or `ls`.
  const file = runsProjectCode(commands.allowed.get(name)) ? (own ?? installed) : (installed ?? own);
  return file === undefined ? undefined : { kind: 'argv', file, args };
}

function bareArgv([file = '', ...args]: readonly string[]): Execution {
  return { kind: 'argv', file, args };
}

/**
 * Adds names that run with any flags and checked paths. A configured name keeps its own, narrower rules.
 * @throws Failure `invalid` for a shell, interpreter, wrapper or denied command, configured or not, and for anything
 * but a plain name
 */
function withExtraCommands(commands: PlatformCommands, names: readonly string[]): PlatformCommands {
  for (const name of names) {
    const why = whyRefused(name, commands);
    if (why === undefined) continue;
    throw new Failure('invalid', fault('allowlist', name, why));
  }
  const extra = names.filter((name) => !commands.allowed.has(name));
  return {
    ...commands,
    allowed: new Map([...commands.allowed, ...extra.map((name) => [name, specOf(name)] as const)]),
  };
}

function whyRefused(name: string, commands: PlatformCommands): Fault | undefined {
  if (!/^\w[\w.+-]*$/.test(name)) return fault('allowlist-no-name');
  const reading = readLine(name);
  if (reading.kind !== 'read') return fault('allowlist-no-program');
  if (findDenial(reading, { commands, platform: 'posix', cwd: '/' }) !== undefined)
    return fault('allowlist-denied');
  // `find` and `npm` run other programs too, but not in their configured forms.
  const runs = commands.allowed.has(name) ? name !== 'find' && runsOthers(name) : couldStartOthers(name);
  return runs ? fault('allowlist-runs-others') : undefined;
}

function specOf(name: string): CommandSpec {
  return {
    description: name,
    flags: OPEN_FLAGS,
    requiredFlags: [],
    args: ['{path}'],
    projectScript: false,
    subcommands: undefined,
    otherSubcommands: new Set(),
    deniedSubcommands: new Set(),
  };
}
