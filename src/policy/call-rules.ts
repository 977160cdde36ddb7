import type { NamedCommand, Terms } from '../contracts/assignment.ts';
import {
  type CallFacts,
  type CallRules,
  type Risk,
  type Verdict,
  WANTS_NETWORK,
} from '../contracts/policy.ts';
import type { Review } from '../contracts/tool.ts';
import { readLine } from './parse-command-line.ts';

interface CallRule {
  readonly name: string;
  /** The sentence of a refusal; undefined = this rule does not refuse. */
  readonly refuse: (facts: CallFacts) => string | undefined;
}

const RULES: readonly CallRule[] = [
  {
    name: 'talk-only-reads',
    refuse: ({ mode, effect, tool, inTalk = false }) =>
      mode === 'talk' && effect !== 'reads' && !inTalk
        ? `${tool} is not available in this conversation, which only reads. "/agent <task>" starts one that may change things.`
        : undefined,
  },
  {
    name: 'write-gate',
    refuse: ({ writeEnabled, effect, tool }) =>
      !writeEnabled && (effect === 'writes' || effect === 'executes' || effect === 'network')
        ? `${tool} is switched off: this program is read-only. Its owner can set AGENT_WRITE_ENABLED=true and restart it.`
        : undefined,
  },
  {
    name: 'dry-run',
    refuse: ({ worktree, effect, tool }) =>
      worktree === 'dry-run' && effect === 'network' ? leavesDryRun(tool) : undefined,
  },
  {
    // Named, because its effect does not show it: a branch is made in the repository that all worktrees share.
    name: 'own-branch',
    refuse: ({ worktree, tool }) =>
      worktree !== undefined && tool === 'git_create_branch'
        ? 'This copy of the project keeps to the branch that it was made on, because only that is brought over. Commit here with git_commit; no branch is needed.'
        : undefined,
  },
  {
    // The repository of a worktree is in the project, which the worktree's commands cannot write: a yes would end in
    // exit code 128.
    name: 'commit-apart',
    refuse({ worktree, tool, input }) {
      const instead = worktree !== undefined && tool === 'run_command' ? insteadOfGit(input) : undefined;
      return instead && `In this copy of the project git cannot write as a command. Use ${instead}.`;
    },
  },
];

/** Judges by the effect of a call, not by the name of its tool; the first rule that refuses decides. */
export const callRules: CallRules = (facts): Verdict | undefined => {
  for (const { name, refuse } of RULES) {
    const reason = refuse(facts);
    if (reason !== undefined) return { kind: 'deny', rule: name, reason };
  }
  return undefined;
};

const COMMIT = 'the git_commit tool: it stages and commits what you changed, or the paths that you name';
const INTEGRATE = 'the git_integrate tool';

/** What does the same as a command of git that writes. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['commit', COMMIT],
  ['add', COMMIT],
  ['stage', COMMIT],
  ['merge', INTEGRATE],
  ['rebase', INTEGRATE],
]);

function insteadOfGit({ command, args }: CallFacts['input']): string | undefined {
  const line = typeof command === 'string' ? command : '';
  const commands =
    Array.isArray(args) && args.length > 0 ? [[line, ...args.map(String)]] : commandsInLine(line);
  const subcommands = commands.map((words) => gitCommandOf(words)?.subcommand ?? '');
  return subcommands.map((name) => INSTEAD.get(name)).find((instead) => instead !== undefined);
}

/** Why nothing of a dry run may be sent out, by whatever means. */
export function leavesDryRun(what: string): string {
  return `${what} is refused: this is a dry run, so nothing may leave this machine. Do without it, and say in your report what it would have been; the person applies the result first.`;
}

/** `git -C src commit -m x` as its sub-command with arguments. */
interface GitCommand {
  readonly subcommand: string;
  readonly args: readonly string[];
}

/** Options of git itself whose value is the next word. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);

/**
 * The words of each command in a line. A line that cannot be parsed, such as a joined argv, counts as one command.
 */
export function commandsInLine(line: string): readonly (readonly string[])[] {
  const reading = readLine(line);
  return reading.kind === 'unparsable'
    ? [line.trim().split(/\s+/)]
    : reading.commands.map(({ words }) => words);
}

/** Undefined for another program, and for git without a sub-command. */
export function gitCommandOf([program = '', ...rest]: readonly string[]): GitCommand | undefined {
  if (program.replace(/^.*\//, '') !== 'git') return undefined;
  const at = rest.findIndex((word, index) => !word.startsWith('-') && !WITH_VALUE.has(rest[index - 1] ?? ''));
  const subcommand = rest[at];
  return subcommand === undefined ? undefined : { subcommand, args: rest.slice(at + 1) };
}

/** A call with its review. */
export interface TermsCall {
  readonly tool: string;
  readonly review: Pick<Review, 'words' | 'offers' | 'command'>;
  /** Absolute paths of files that the session has written. */
  readonly written?: readonly string[];
}

/** False for a tool that the session's terms leave out. */
export function hasTool(terms: Terms | undefined, tool: string): boolean {
  return terms?.tools?.includes(tool) ?? true;
}

/** Why the session's terms refuse a call; undefined = they do not. */
export function whyTermsRefuse({ commands }: Terms, { tool, review }: TermsCall): string | undefined {
  if (commands === undefined || tool !== 'run_command') return undefined;
  const { words } = review;
  if (commands.some((command) => isCommand(command, words))) return undefined;
  return `This session may run only ${commandList(commands)}, one at a time and without shell operators. Do without this one, and say in your report that it would have been needed.`;
}

/**
 * True when nobody has to be asked about a call because a file that the owner trusts permits it. That reaches no
 * further than a person's yes for the rest of the session could:
 * - one plain command inside the project, unless it is known to overwrite or discard something (for the project's own
 *    programs that is unknown, so these may be pre-approved);
 * - an edit that is asked about only because every edit is.
 */
export function isPreApproved({ preApproved }: Terms, call: TermsCall, verdict: Verdict): boolean {
  if (verdict.kind !== 'ask') return false;
  const permitted = preApproved.filter(({ tool }) => tool === call.tool);
  if (permitted.length === 0) return false;
  const { words, offers, command } = call.review;
  if (command === undefined) return verdict.rule === 'edits-ask';
  if (words === undefined || offers?.session.kind !== 'offered') return false;
  // The file permits the command, but not the network for it.
  if (verdict.rule === WANTS_NETWORK) return false;
  if (offers.outside.length > 0 || OVERWRITES.includes(verdict.risk.undoable)) return false;
  // The owner trusted the script as it was, not as the task changed it.
  if (offers.facts.scripts.some((script) => call.written?.includes(script.path))) return false;
  return permitted.some((one) => one.command === undefined || isCommand(one.command, words));
}

const OVERWRITES: readonly Risk['undoable'][] = ['no', 'files'];

function isCommand({ words: named, isWhole }: NamedCommand, words: readonly string[] | undefined): boolean {
  if (words === undefined || (isWhole && words.length !== named.length)) return false;
  return named.every((word, at) => words[at] === word);
}

function commandList(commands: readonly NamedCommand[]): string {
  if (commands.length === 0) return 'no commands at all';
  return commands
    .map(({ words, isWhole }) =>
      isWhole ? `"${words.join(' ')}"` : `commands that begin with "${words.join(' ')}"`,
    )
    .join(', ');
}
