import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddedLines, Additions, Git, GitRemotes, OutgoingCommit } from '../contracts/git.ts';
import { isFailure } from '../core/failure.ts';
import { assertCommittable, type CommitTarget, resolveCommit } from './commit.ts';
import type { Repository } from './repository.ts';
import { TOO_MUCH_OUTPUT } from './run-git.ts';

/** Replacement objects would show other commits than a push sends. */
const AS_STORED = '--no-replace-objects';

type PatchAdditions = Pick<Additions, 'added' | 'complete'>;

/** See `Git.additions`. */
export async function readAdditions(
  place: CommitTarget,
  paths: readonly string[],
): ReturnType<Git['additions']> {
  const { base, tree } = await makeTree(place, paths);
  const patched = await readPatch(place.repository, ['diff', '--relative', base, tree]);
  return { files: [...paths].sort(), tree, ...patched };
}

/**
 * The tree that a commit of these paths would have. It is made in an index of its own, so that the person's staged
 * changes stay as they are.
 * @returns also what it is to be compared with: the last commit, or the tree without anything
 */
export async function makeTree(
  { repository, root }: CommitTarget,
  paths: readonly string[],
): Promise<{ readonly base: string; readonly tree: string }> {
  await assertCommittable({ repository, root }, paths);
  const folder = await mkdtemp(join(tmpdir(), 'wasap-index-'));
  try {
    const index = join(folder, 'index');
    const head = await resolveCommit(repository, 'HEAD');
    const base = head ?? (await repository.runOrThrow(['hash-object', '-t', 'tree', '--stdin'])).trim();
    if (head !== undefined) await repository.runOrThrow(['read-tree', head], { index });
    await repository.runOrThrow(['add', '--all', '--', ...paths], { index });
    return { base, tree: (await repository.runOrThrow(['write-tree'], { index })).trim() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * See `GitRemotes.listOutgoing`. Each commit is read separately: a line that one adds and a later one removes is
 * published as well. For a merge, lines count that none of its parents has.
 */
export async function readOutgoing(
  repository: Repository,
  { remote, branch }: Parameters<GitRemotes['listOutgoing']>[0],
): ReturnType<GitRemotes['listOutgoing']> {
  const range = [`refs/heads/${branch}`, '--not', `--remotes=${remote}`];
  const log = [AS_STORED, 'log', '--encoding=UTF-8', '--root'];
  const [commits, names, plain, merges] = await Promise.all([
    repository.runOrThrow([...log, '--no-patch', '--format=%H%x00%s%x00%B%x00', ...range]),
    repository.runOrThrow([...log, '--format=', '--name-only', '-z', '--no-renames', '-c', ...range]),
    readPatch(repository, [...log.slice(1), '--no-merges', '--format=', ...range]),
    repository.runOrThrow([AS_STORED, 'rev-list', '--merges', '--parents', ...range]),
  ]);
  const merged = await readMerges(repository, merges);
  const all = [plain, ...merged];
  return {
    commits: parseCommits(commits),
    files: [...new Set(names.split('\0').filter((name) => name !== ''))].sort(),
    added: all.flatMap(({ added }) => added),
    complete: all.every(({ complete }) => complete),
  };
}

function parseCommits(text: string): readonly OutgoingCommit[] {
  const fields = text.split('\0');
  const commits: OutgoingCommit[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [hash = '', subject = '', message = ''] = fields.slice(at, at + 3);
    commits.push({ hash: hash.trim(), subject, message: message.trimEnd() });
  }
  return commits;
}

/** How many merges are compared with each of their parents. */
const MAX_MERGES = 50;

async function readMerges(repository: Repository, list: string): Promise<readonly PatchAdditions[]> {
  const merges = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '));
  const found: PatchAdditions[] = [];
  for (const [merge = '', ...parents] of merges.slice(0, MAX_MERGES)) {
    found.push(await readMerge(repository, merge, parents));
  }
  return merges.length > MAX_MERGES ? [...found, { added: [], complete: false }] : found;
}

async function readMerge(
  repository: Repository,
  merge: string,
  parents: readonly string[],
): Promise<PatchAdditions> {
  const tree = [AS_STORED, 'diff-tree', '-r', '--no-commit-id', '--name-only', '-z', '--no-renames', '-c'];
  const names = (await repository.runOrThrow([...tree, merge])).split('\0').filter((name) => name !== '');
  if (names.length === 0) return { added: [], complete: true };
  const patches: PatchAdditions[] = [];
  for (const parent of parents) {
    patches.push(await readPatch(repository, ['diff', parent, merge], names));
  }
  const complete = patches.every((patch) => patch.complete);
  const [first, ...others] = patches.map(({ added }) => added);
  const inEach = others.map((added) => new Set(added.flatMap(({ lines }) => lines)));
  return { added: (first ?? []).filter(({ lines }) => isInEach(lines, inEach)), complete };
}

/** A hunk of which a part is new to every parent is read as a whole. */
function isInEach(lines: readonly string[], sets: readonly ReadonlySet<string>[]): boolean {
  return lines.some((line) => sets.every((set) => set.has(line)));
}

/**
 * Every byte is shown, even of files that git considers binary, because a secret can be in any file. Renames are off,
 * so that all lines of a renamed file are read.
 */
const PATCH_FLAGS = [
  '--patch',
  '--text',
  '--unified=0',
  '--inter-hunk-context=0',
  '--no-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=dirty',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Incomplete when git writes more than is read. */
async function readPatch(
  repository: Repository,
  [command = '', ...rest]: readonly string[],
  paths: readonly string[] = [],
): Promise<PatchAdditions> {
  try {
    const args = [AS_STORED, command, ...PATCH_FLAGS, ...rest, '--', ...paths];
    const added: readonly AddedLines[] = parseAddedLines(await repository.runOrThrow(args));
    return { added, complete: true };
  } catch (error) {
    if (!isFailure(error) || (error.facts.rule !== TOO_MUCH_OUTPUT && error.kind !== 'timeout')) throw error;
    return { added: [], complete: false };
  }
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;
const NEW_NAME = '+++ ';

/** Parses the added lines of a unified diff of git. Prefixes are `a/` and `b/`, and there are no context lines. */
function parseAddedLines(patch: string): readonly AddedLines[] {
  const found: AddedLines[] = [];
  let path = '';
  let lines: string[] = [];
  let left = 0;
  for (const line of patch.split('\n')) {
    // The added lines of a hunk are counted, because one may look like a header.
    if (left > 0 && line.startsWith('+')) {
      lines.push(line.slice(1));
      left -= 1;
    } else if (line.startsWith(NEW_NAME)) {
      path = pathIn(line.slice(NEW_NAME.length));
    } else {
      const [, first, count = '1'] = HUNK.exec(line) ?? [];
      if (first === undefined) continue;
      [lines, left] = [[], Number(count)];
      found.push({ path, firstLine: Number(first), lines });
    }
  }
  return found.filter((passage) => passage.lines.length > 0);
}

const QUOTED = /^"(.*)"$/s;
const NAMED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Either `b/name`, or `"b/na\tme"` for a name with unusual characters; a name with blanks ends in a tab. */
function pathIn(written: string): string {
  const quoted = QUOTED.exec(written)?.[1];
  const name = quoted === undefined ? written.replace(/\t$/, '') : unquotePath(quoted);
  return name.replace(/^b\//, '');
}

function unquotePath(text: string): string {
  const bytes: Buffer[] = [];
  for (const [, octal, escaped, plain = ''] of text.matchAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else if (escaped !== undefined) bytes.push(Buffer.from(NAMED[escaped] ?? escaped));
    else bytes.push(Buffer.from(plain));
  }
  return Buffer.concat(bytes).toString('utf8');
}
