import { posix } from 'node:path';
import * as z from 'zod';
import type { GitCommit } from '../contracts/git.ts';
import { CHANGED, defineTool, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { Failure, isFailure } from '../core/failure.ts';
import { escapeHidden } from '../policy/display.ts';
import { judgeContent, refuseSecretWords } from './leaving-content.ts';

const Output = z.object({
  hash: z.string(),
  subject: z.string(),
  files: z.int(),
  insertions: z.int(),
  deletions: z.int(),
  /** Repositories inside this one with uncommitted changes of this session. */
  uncommitted_in: z.array(z.string()).optional(),
});

/** The tree identifies exactly what was checked, and approved if a person was asked. */
const Reviewed = z.object({ tree: z.string() });

const PreparedCommit = z.object({ head: z.string().nullable() });

export const gitCommit = defineTool({
  name: 'git_commit',
  description:
    'Commit what this session changed, or the given paths. The message follows the project notes, else conventional commits: "fix(login): ...".',
  effect: 'writes',
  doing: { en: 'committing', es: 'haciendo commit' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [
    {
      description: 'Commit the file that an earlier task wrote',
      input: { message: 'docs(changelog): note the new limit', paths: ['{{task-0.output.path}}'] },
    },
  ],
  input: z.object({ message: z.string(), paths: z.array(z.string()).optional() }),
  output: Output,

  async review({ message, paths }, context) {
    await refuseBadMessage(message, context);
    await refuseSecretWords(message, 'The message', context);
    const chosen = await commitPaths(paths, context);
    const additions = await context.workspace.git.additions(chosen.paths);
    const protectedFiles = await unseenProtected(chosen.paths, context);
    const { reasons, details } = await judgeContent(additions, { protectedFiles, verb: 'Commit' }, context);
    const binding = { message, paths: [...chosen.paths], tree: additions.tree };
    const foreign =
      chosen.foreign.length === 0
        ? []
        : [
            `These files have changes that aren't from this task: ${chosen.foreign.map(escapeHidden).join(', ')}.`,
          ];
    const all = [...reasons, ...foreign];
    if (all.length === 0) {
      return { verdict: { kind: 'allow', rule: 'own-changes' }, binding, details: '' };
    }
    return {
      verdict: {
        kind: 'ask',
        rule: reasons.length === 0 ? 'foreign-changes' : 'commit-content',
        reason: all.join(' '),
        risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
      },
      binding,
      // A line break in a name would pass for a line of the question.
      details: [message, '', ...chosen.paths.map(escapeHidden), ...withGap(details)].join('\n'),
    };
  },

  async prepare({ message, paths }, context, reviewed) {
    await refuseBadMessage(message, context);
    const chosen = await commitPaths(paths, context);
    if (Reviewed.parse(reviewed).tree !== (await context.workspace.git.treeWith(chosen.paths))) {
      throw new Failure(
        'conflict',
        'What it would commit changed since it was judged. Nothing was committed.',
        {
          facts: { rule: CHANGED },
        },
      );
    }
    return { head: (await context.workspace.git.status()).head ?? null };
  },

  async recover({ message }, { workspace: { git }, ledger }, prepared) {
    const { head } = PreparedCommit.parse(prepared);
    const now = (await git.status()).head;
    if ((now ?? null) === head) return { kind: 'rerun' };
    const commit = now === undefined ? undefined : await git.show(now);
    const follows = (commit?.parents[0] ?? null) === head;
    if (commit !== undefined && follows && commit.message.trim() === message.trim()) {
      return { kind: 'done', answer: commitAnswer(commit, { leftOut: [], inside: [] }, ledger) };
    }
    return {
      kind: 'unknown',
      detail: 'The branch has moved since. Look at git_status before committing again.',
    };
  },

  async run({ message, paths }, context) {
    const chosen = await commitPaths(paths, context);
    const commit = await context.workspace.git.commit(message, chosen.paths);
    const inside = await context.workspace.git.listUncommitted(
      context.ledger.listWritten().map(({ path }) => path),
    );
    return commitAnswer(commit, { ...chosen, inside }, context.ledger);
  },
});

const MAX_SUBJECT = 100;

/** Files in which a project says how it wants its commits; the model has read the first that exists. */
const NOTES = ['AGENTS.md', 'CLAUDE.md'];

/**
 * Throws Failure `invalid` unless the first line is as the project's notes want it, for which the model answers, or
 * else a conventional commit's; and the second, if any, is empty.
 */
async function refuseBadMessage(
  message: string,
  { workspace: { files } }: Pick<ToolContext, 'workspace'>,
): Promise<void> {
  const [first = '', second = ''] = message.split('\n');
  const notes = await Promise.all(NOTES.map((path) => textIn(path, files)));
  const subject = notes.some(statesOwnRule) ? first.trim() : conventionalSubject(first);
  if (subject === '') throw new Failure('invalid', 'A commit needs a message that begins with its subject.');
  if (subject.length > MAX_SUBJECT) {
    throw new Failure(
      'invalid',
      `The subject has ${subject.length} characters, at most ${MAX_SUBJECT}. Move details into the body.`,
    );
  }
  if (second.trim() !== '')
    throw new Failure('invalid', 'Leave an empty line between the subject and the body.');
}

/** True when these notes say how messages are written, and not by conventional commits. */
export function statesOwnRule(notes: string): boolean {
  return rules().some((rule) => rule.test(notes)) && !/\bconventional[\s-]commits?\b/i.test(notes);
}

/**
 * Words about what commit messages look like, in one line, and headings about commits. "Commit often" and "never commit
 * secrets" say nothing about that. Made at a commit, because the runtime takes milliseconds for them.
 */
const rules = (): readonly RegExp[] => [
  /\bcommits?\b[^\n]{0,120}\b(?:messages?|subjects?|titles?|summar(?:y|ies)|prefix\w*|formats?|style|imperative|start|starts|begin|begins)\b/iu,
  /\b(?:messages?|subjects?|titles?|prefix\w*|formats?)\b[^\n]{0,60}\bcommits?\b/iu,
  /\bmensajes?\b[^\n]{0,60}\bcommits?\b|\bcommits?\b[^\n]{0,120}\b(?:mensajes?|t[ií]tulos?|prefijos?|formato|empiezan?)\b/iu,
  /\bcommits?\b[^\n]{0,40}`[^`\n]+`/iu,
  /^#{1,6}[^\n]*\bcommits?\b/imu,
];

const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\([^()\\s]+\\))?!?: (\\S.*)$`);

function conventionalSubject(first: string): string {
  const subject = SUBJECT.exec(first)?.[1];
  if (subject !== undefined) return subject;
  throw new Failure(
    'invalid',
    `Write the message as "type(scope): subject", with one of these types: ${TYPES.join(', ')}.`,
  );
}

/** Empty where there are none, or where they may not be read. */
async function textIn(path: string, files: ToolContext['workspace']['files']): Promise<string> {
  try {
    return (await files.readText(path)).text;
  } catch (error) {
    if (isFailure(error)) return '';
    throw error;
  }
}

interface CommitPaths {
  /** Changed files for the commit, sorted. */
  readonly paths: readonly string[];
  /** Those among them that contain changes of the person, sorted. */
  readonly foreign: readonly string[];
  /** Changed files that are not committed. */
  readonly leftOut: readonly string[];
}

/**
 * Chooses the files for a commit: the named ones, else those that the session wrote; never unchanged ones. Throws
 * Failure `not-found` when nothing is left to commit or a named path did not change.
 */
async function commitPaths(
  named: readonly string[] | undefined,
  { workspace: { git, guard }, ledger }: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<CommitPaths> {
  const { changes, unfinished } = await git.status();
  if (unfinished !== undefined)
    throw new Failure(
      'conflict',
      `A ${unfinished} is under way: resolve its files, then git_integrate continue makes the commit.`,
    );
  const changed = changes.map(({ path }) => path);
  const written = new Map(ledger.listWritten().map((file) => [file.path, file]));
  const wanted = named === undefined ? [...written.keys()] : await normalizePaths(named, guard);
  const paths = changed
    .filter((path) => wanted.some((one) => path === one || path.startsWith(`${one}/`)))
    .sort();
  const leftOut = changed.filter((path) => !paths.includes(path));
  if (named !== undefined) refuseUnchanged(wanted, changed);
  if (paths.length === 0) throw nothingToCommit(leftOut, await git.listUncommitted([...written.keys()]));
  for (const path of paths) await guard.resolve(path, 'read');
  const dirty = await ledger.listDirtyAtStart();
  const foreign = paths.filter((path) => {
    const own = written.get(path);
    return own === undefined ? dirty.includes(path) : own.heldForeignChanges;
  });
  return { paths, foreign, leftOut };
}

async function normalizePaths(
  named: readonly string[],
  guard: ToolContext['workspace']['guard'],
): Promise<string[]> {
  const paths: string[] = [];
  for (const path of named) {
    await guard.resolve(path, 'read');
    const plain = posix.normalize(path).replace(/\/$/, '');
    if (plain === '.')
      throw new Failure('invalid', 'Name the files or folders to commit, not the whole workspace.');
    paths.push(plain);
  }
  return paths;
}

function refuseUnchanged(wanted: readonly string[], changed: readonly string[]): void {
  const idle = wanted.filter((one) => !changed.some((path) => path === one || path.startsWith(`${one}/`)));
  if (idle.length > 0)
    throw new Failure(
      'not-found',
      `Nothing changed in ${idle.join(', ')}. git_status names the changed files.`,
    );
}

function nothingToCommit(leftOut: readonly string[], inside: readonly string[]): Failure {
  if (inside.length > 0) return new Failure('not-found', `Nothing to commit here. ${submoduleHint(inside)}`);
  const others =
    leftOut.length === 0
      ? ''
      : ` Other changed files: ${leftOut.slice(0, 20).join(', ')}. Name paths to commit them.`;
  return new Failure('not-found', `Nothing to commit: the files this session wrote are as in HEAD.${others}`);
}

/** Protected files whose edits a person has approved, but not their later changes by a command or a test. */
async function unseenProtected(
  paths: readonly string[],
  { workspace: { guard, files }, ledger }: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<readonly string[]> {
  const written = new Map(ledger.listWritten().map((file) => [file.path, file.after]));
  const unseen: string[] = [];
  for (const path of paths.filter((one) => guard.isProtected(one))) {
    const after = written.get(path);
    if (after === undefined || (await files.hashOf(path)) !== after) unseen.push(path);
  }
  return unseen;
}

function withGap(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

function commitAnswer(
  { hash, subject, filesChanged, insertions, deletions }: GitCommit,
  { leftOut, inside }: { readonly leftOut: readonly string[]; readonly inside: readonly string[] },
  ledger: ToolContext['ledger'],
): ToolAnswer<z.infer<typeof Output>> {
  ledger.noteCommit(hash);
  const size = `${filesChanged} files, +${insertions} -${deletions}`;
  const rest = leftOut.length === 0 ? '' : `\nChanged but not committed: ${leftOut.slice(0, 20).join(', ')}`;
  const there = inside.length === 0 ? '' : `\n${submoduleHint(inside)}`;
  const left = inside.length === 0 ? {} : { uncommitted_in: [...inside] };
  return {
    text: `Committed ${hash.slice(0, 10)} "${subject}" (${size}).${rest}${there}`,
    data: { hash, subject, files: filesChanged, insertions, deletions, ...left },
  };
}

/** Names repositories inside the project with changes of this session, for the model; empty when there are none. */
function submoduleHint(folders: readonly string[]): string {
  const [first] = folders;
  return first === undefined
    ? ''
    : `Uncommitted in ${folders.join(', ')}: a repository of its own (submodule). Commit there first (git -C ${first} commit), then commit ${first} here.`;
}
