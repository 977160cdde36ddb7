import type { Execution } from '../contracts/exec.ts';
import type { CommandVerdict, Verdict } from '../contracts/policy.ts';
import { type Locale, reasonIn, texts } from '../core/texts/texts.ts';
import type { Denial } from './deny.ts';
import { escapeHidden } from './display.ts';
import type { NoMatch } from './match-command.ts';
import type { PolicyObstacle } from './parse-command-line.ts';
import type { PlatformCommands } from './tool-commands.ts';

/**
 * `interactive`: a person is asked about commands that are not configured. `strict`: they are refused, with a hint
 * for the model.
 */
export type PolicyMode = 'interactive' | 'strict';

/** The obstacle in words for the person who is asked, or the model that is refused. */
interface ObstacleWording {
  ofMismatch(mismatch: NoMatch): PolicyObstacle;
  ofObstacle(obstacle: PolicyObstacle): PolicyObstacle;
  ofDenial(denial: Denial): PolicyObstacle;
}

const CANNOT_BE_TAKEN_BACK =
  "What the command prints goes to the model, with known secrets hidden, and can't be taken back.";

export function wordingFor({
  mode,
  commands,
}: {
  mode: PolicyMode;
  commands: PlatformCommands;
}): ObstacleWording {
  if (mode === 'interactive') {
    return {
      ofMismatch: (mismatch) => ({ rule: mismatch.rule, reason: notListed(mismatch) }),
      ofObstacle: (obstacle) =>
        obstacle.rule === 'path-secret'
          ? { ...obstacle, reason: `${obstacle.reason} ${CANNOT_BE_TAKEN_BACK}` }
          : obstacle,
      ofDenial: ({ rule, reason }) => ({ rule, reason }),
    };
  }
  return {
    ofMismatch: (mismatch) => ({ rule: mismatch.rule, reason: notAllowed(mismatch, commands) }),
    ofObstacle: ({ rule, reason }) => ({ rule, reason: `Command not allowed: ${reason}` }),
    ofDenial: ({ rule, reason, subject }) => ({ rule, reason: blacklistText(rule, subject) ?? reason }),
  };
}

function notListed(mismatch: NoMatch): string {
  const { command } = mismatch;
  switch (mismatch.rule) {
    case 'unknown-command':
      return `"${command}" isn't on my list of commands.`;
    case 'unknown-subcommand': {
      const what =
        mismatch.subcommand === undefined ? `"${command}" alone` : `"${command} ${mismatch.subcommand}"`;
      return `${what} isn't on my list of commands.`;
    }
    case 'unknown-flag':
      return `"${mismatch.flag}" isn't a flag that my list has for "${command}".`;
    case 'missing-flag':
      return `"${command}" is on my list only with ${mismatch.required.join(' or ')}.`;
    case 'unknown-argument':
      return `"${command}" is on my list, but not with "${mismatch.argument}".`;
  }
}

/** The texts of the command configuration's specification: models may rely on their exact words. */
function notAllowed(mismatch: NoMatch, { allowed }: PlatformCommands): string {
  const { command } = mismatch;
  switch (mismatch.rule) {
    case 'unknown-command':
      return `Command '${command}' not allowed. Available: ${joinNames(allowed.keys())}. Use list_allowed_commands() for details.`;
    case 'unknown-subcommand': {
      const title = mismatch.subcommand === undefined ? command : `${command} ${mismatch.subcommand}`;
      const available = joinNames(allowed.get(command)?.subcommands?.keys() ?? []);
      return `Subcommand not allowed: ${title}. Available: ${available}. Use list_allowed_commands() for details.`;
    }
    case 'unknown-flag': {
      const flag = mismatch.flag.split('=')[0];
      return `${command} flag '${flag}' not allowed. Allowed flags: ${joinNames(mismatch.allowed)}`;
    }
    case 'missing-flag':
      return `Flag missing: ${command} is allowed with ${mismatch.required.join(' or ')} only.`;
    case 'unknown-argument':
      return `Argument not allowed: ${command} takes no "${mismatch.argument}".`;
  }
}

function blacklistText(rule: string, subject: string): string | undefined {
  if (rule === 'denied-command') return `Command blacklisted: ${subject}`;
  return rule === 'denied-subcommand' ? `${subject} is blacklisted (dangerous operation)` : undefined;
}

function joinNames(names: Iterable<string>): string {
  return [...names].join(', ');
}

/** A verdict on a command in words for a person, fact by fact. */
export interface ExplainedVerdict {
  readonly kind: Verdict['kind'];
  /** The whole command, decoded. */
  readonly command: string;
  readonly reason: string;
  /** What can happen after a yes; empty for what is not asked about. */
  readonly risk: readonly string[];
  /** Exactly what would be started; undefined: nothing would. */
  readonly wouldRun: readonly string[] | undefined;
  readonly rule: string;
}

export function explainVerdict(
  { verdict, execution, display }: CommandVerdict,
  locale: Locale,
): ExplainedVerdict {
  const { policy } = texts(locale);
  const reason =
    verdict.kind === 'allow' ? policy.configured : (reasonIn(locale, verdict.rule) ?? verdict.reason);
  return {
    kind: verdict.kind,
    command: display,
    reason: escapeHidden(reason),
    risk: verdict.kind === 'ask' ? riskWords(verdict.risk, locale) : [],
    wouldRun: execution && argvOfExecution(execution),
    rule: verdict.rule,
  };
}

function riskWords(
  { writesOutsideGit, network, undoable }: Extract<Verdict, { kind: 'ask' }>['risk'],
  locale: Locale,
): readonly string[] {
  const { approvals } = texts(locale);
  return [
    approvals.writesOutsideGit[writesOutsideGit],
    approvals.network[network],
    approvals.undoable[undoable],
  ];
}

function argvOfExecution(execution: Execution): readonly string[] {
  return execution.kind === 'shell' ? ['bash', '-c', execution.line] : [execution.file, ...execution.args];
}
