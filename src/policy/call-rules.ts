import type { CallFacts, CallRules, Verdict } from '../contracts/policy.ts';
import { commandsInLine, gitCommandOf } from './git-commands.ts';

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

/** Judges by the effect of a call, not by the name of its tool; the first rule that refuses decides. */
export const callRules: CallRules = (facts): Verdict | undefined => {
  for (const { name, refuse } of RULES) {
    const reason = refuse(facts);
    if (reason !== undefined) return { kind: 'deny', rule: name, reason };
  }
  return undefined;
};
