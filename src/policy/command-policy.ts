import type {
  CommandList,
  CommandPolicy,
  CommandRequest,
  CommandVerdict,
  Verdict,
} from '../contracts/policy.ts';
import type { LinkedFolders } from '../contracts/worktrees.ts';
import { messageOf } from '../core/failure.ts';
import { accessAfterYes } from './access.ts';
import { lookAtAsked, NETWORK_ASKED } from './asked-line.ts';
import { baseName } from './command-names.ts';
import type { PlatformCommands, ToolCommands } from './config.ts';
import { decideLine, type LineDecision, type LineRules } from './decide-line.ts';
import { findDenial } from './deny.ts';
import { displayOf, escapeHidden } from './display.ts';
import { executionAfterYes } from './execution-after-yes.ts';
import { withExtraCommands } from './extra-commands.ts';
import type { Decision, Where } from './judge-argv.ts';
import { changesSince } from './launch-facts.ts';
import { isUnaskedCode } from './line-parts.ts';
import { type OfferRules, offersOf } from './offers.ts';
import { type JudgedLine, withOwnProgram } from './own-programs.ts';
import { type LineReading, type Obstacle, readArgv, readLine } from './parse.ts';
import { readWindowsLine } from './windows-line.ts';
import { type PolicyMode, wordingFor } from './wording.ts';

/** A person must be able to read the whole command before saying yes; in UTF-16 code units, as displayed. */
const MAX_COMMAND_LENGTH = 4_000;

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
  const commands = withExtraCommands(config[platform], extraAllowed);
  const rules: LineRules = { ...options, commands };
  const wording = wordingFor({ mode, commands });
  const offerRules: OfferRules = { commands, platform, guardFor, executables, environment, linked };

  async function judge(request: CommandRequest, where: Where): Promise<CommandVerdict> {
    const reading = readRequest(request, platform);
    const display = displayFor(request, reading);
    const base = baseOf(display, reading, platform);
    const refused = (verdict: Verdict) => ({ verdict, execution: undefined, base, display });
    if (display.length > MAX_COMMAND_LENGTH) return refused(TOO_LONG);
    if (reading.kind === 'unparsable') return refused(unparsable(reading.detail));
    const denial = findDenial(reading, { commands, platform, cwd: where.cwd });
    if (denial !== undefined) return refused({ kind: 'deny', ...wording.ofDenial(denial) });
    const judged = await withOwnProgram(reading, where, rules);
    const decision = await decide(judged, where, request.network === true);
    if (decision.kind === 'allow') {
      return { verdict: { kind: 'allow', rule: 'configured' }, execution: decision.execution, base, display };
    }
    const asked = await lookAtAsked(judged, decision, {
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

  return {
    judge,
    changesSince: (facts) => changesSince(facts, environment),
    list: async () => listOf(commands, platform),
  };

  function reasonFor(decision: Exclude<Decision, { kind: 'allow' }>): Obstacle {
    return decision.kind === 'ask' ? wording.ofObstacle(decision.obstacle) : wording.ofMismatch(decision);
  }

  async function decide(judged: JudgedLine, where: Where, wantsNetwork: boolean): Promise<LineDecision> {
    const decision = await decideLine(judged, where, rules);
    return wantsNetwork && isUnaskedCode(decision) ? { kind: 'ask', obstacle: NETWORK_ASKED } : decision;
  }
}

const TOO_LONG: Verdict = {
  kind: 'deny',
  rule: 'too-long',
  reason: `The command is longer than ${MAX_COMMAND_LENGTH} characters. Put the steps into a file of the project, or split it.`,
};

function unparsable(detail: string): Verdict {
  const hint = 'Write it again as one simple command with plain quotes.';
  return { kind: 'deny', rule: 'unparsable', reason: `The command cannot be read: ${detail}. ${hint}` };
}

function listOf({ allowed }: PlatformCommands, platform: 'posix' | 'windows'): CommandList {
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
