import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Commit, IndexChange, RepositoryPlan, UndoPlan } from '../../contracts/checkpoints.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import type { CallOptions, Repository } from '../repository.ts';
import { unfinishedKind } from '../status.ts';
import { commitOf } from './plan-repository.ts';
import { entriesIn, treeIn } from './trees.ts';

/** False when HEAD or a branch of the plan has been moved since. True for a plan that was carried out. */
export async function isMovable(
  repository: Repository,
  { head, references }: RepositoryPlan,
): Promise<boolean> {
  for (const { name, from, to } of references) {
    const now = await commitOf(repository, name);
    if (now !== from && now !== (to ?? undefined)) return false;
  }
  const at = await headNow(repository);
  return head === undefined || at === head.from || at === head.to;
}

/**
 * Moves HEAD, branches and entries of the index as planned. False when somebody has moved them since: then nothing is
 * touched. Safe to repeat.
 * @param reason for the log of what moved
 */
export async function applyRepository(
  repository: Repository,
  plan: RepositoryPlan,
  reason: string,
): Promise<boolean> {
  const { head, references, index, abandons } = plan;
  if (!(await isMovable(repository, plan))) return false;
  if (head !== undefined && (await headNow(repository)) !== head.to)
    await moveHead(repository, head.to, reason);
  const present = await Promise.all(references.map(({ name }) => commitOf(repository, name)));
  const lines = references
    .filter(({ from, to }, place) => present[place] === from && from !== to)
    .map(({ name, from, to }) =>
      to === null ? `delete ${name}\0${from}\0` : `update ${name}\0${to}\0${from}\0`,
    );
  if (lines.length > 0) {
    const args = ['update-ref', '-m', reason, '--no-deref', '-z', '--stdin'];
    await repository.runOrThrow(args, { input: lines.join('') });
  }
  await changeIndex(repository, index);
  if (abandons !== undefined) await quitMergeOrRebase(repository, abandons);
  return true;
}

/** Last, because it keeps what is there as it is. Nothing is left to forget when this is repeated. */
async function quitMergeOrRebase(repository: Repository, kind: 'merge' | 'rebase'): Promise<void> {
  const folder = (await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
  if (unfinishedKind(folder) === kind) await repository.runOrThrow([kind, '--quit']);
}

async function headNow(repository: Repository): Promise<string> {
  const branch = await repository.run(['symbolic-ref', '--quiet', 'HEAD']);
  return branch.code === 0 ? branch.stdout.trim() : ((await commitOf(repository, 'HEAD')) ?? '');
}

/** Moves only HEAD: files and index are restored separately. */
async function moveHead(repository: Repository, to: string, reason: string): Promise<void> {
  const isBranch = to.startsWith('refs/');
  const args = isBranch
    ? ['symbolic-ref', '-m', reason, 'HEAD', to]
    : ['update-ref', '-m', reason, '--no-deref', 'HEAD', to];
  await repository.runOrThrow(args);
}

/** An entry that has changed since the plan was changed by another program: it stays. */
async function changeIndex(repository: Repository, changes: readonly IndexChange[]): Promise<void> {
  if (changes.length === 0) return;
  const present = entriesIn(await repository.runOrThrow(['ls-files', '--stage', '-z']));
  const input = changes
    .filter(({ path, from }) => (present.get(path) ?? '') === from)
    .map((change) => indexChangeLine(change));
  if (input.length === 0) return;
  await repository.runOrThrow(['update-index', '-z', '--index-info'], { input: input.join('') });
  // Refreshes sizes and times of the entries: otherwise git would read every file to see that nothing changed.
  if (repository.facts.filterKey === undefined) await repository.run(['update-index', '-q', '--refresh']);
}

/** Mode 0 removes an entry; its hash has the same length as the others. */
function indexChangeLine({ path, from, to }: IndexChange): string {
  const [, hash = ''] = from.split(' ');
  return indexLine(path, to === '' ? `0 ${'0'.repeat(hash.length)}` : to);
}

/** For `update-index --index-info -z`. @param entry `100644 <hash>` */
export function indexLine(path: string, entry: string): string {
  return `${entry} 0\t${path}\0`;
}

/**
 * A commit that reverts what the session committed, even below other commits, as long as nobody has changed the same
 * files since. Made of trees alone: no merge, filter or hook of the repository runs.
 * @throws Failure `conflict`
 */
export async function commitRevert(repository: Repository, plan: UndoPlan): Promise<Commit> {
  const { revert, commits = [] } = plan.repository ?? {};
  if (revert === undefined) throw new Failure('conflict', fault('git-nothing-to-revert'));
  const head = await commitOf(repository, 'HEAD');
  const takenBack = `This takes back ${commits.map(({ hash }) => hash).join(', ')}.`;
  const [subjectNow = '', ...body] = (
    await repository.runOrThrow(['show', '-s', '--no-show-signature', '--format=%B'])
  ).split('\n');
  // Made by a program that was killed before it could record it.
  if (head !== undefined && body.includes(takenBack)) return { hash: head, subject: subjectNow };
  const { code } = await repository.run(['merge-base', '--is-ancestor', revert.last, head ?? '']);
  if (head === undefined || code !== 0) throw new Failure('conflict', fault('git-commits-elsewhere'));
  const [before, after, present] = await Promise.all([
    treeEntries(repository, revert.base),
    treeEntries(repository, revert.last),
    treeEntries(repository, head),
  ]);
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  const touched = paths.find((path) => present.get(path) !== after.get(path));
  if (touched !== undefined) throw new Failure('conflict', fault('git-changed-since', touched));
  const changes = paths.map((path) => ({ path, from: after.get(path) ?? '', to: before.get(path) ?? '' }));
  const tree = await treeWith(repository, head, changes);
  const subject = `revert: ${commits[0]?.subject ?? 'a task'}`.slice(0, 100);
  const message = `${subject}\n\n${takenBack}\n`;
  const input = { input: message };
  const hash = (await repository.runOrThrow(['commit-tree', tree, '-p', head, '-F', '-'], input)).trim();
  await repository.runOrThrow(['update-ref', '-m', 'revert of a task', 'HEAD', hash, head]);
  await changeIndex(repository, changes);
  return { hash, subject };
}

/** Files of a commit, as `100644 <hash>` by path; sub-modules too. */
export async function treeEntries(
  repository: Repository,
  commit: string,
): Promise<ReadonlyMap<string, string>> {
  return treeIn(await repository.runOrThrow(['ls-tree', '-r', '-z', '--full-tree', commit]));
}

/** Made in an index of its own: the person's stays as it is. Removals come first: they make room. */
export async function treeWith(
  repository: Repository,
  commit: string,
  changes: readonly IndexChange[],
): Promise<string> {
  const gitFolder = (await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).trimEnd();
  const folder = await mkdtemp(join(gitFolder, 'wasap-undo-'));
  const options = (input?: string): CallOptions => ({
    index: join(folder, 'index'),
    ...(input === undefined ? {} : { input }),
  });
  try {
    await repository.runOrThrow(['read-tree', commit], options());
    const goesFirst = [...changes].sort((a, b) => Number(a.to !== '') - Number(b.to !== ''));
    const lines = goesFirst.map((change) => indexChangeLine(change)).join('');
    await repository.runOrThrow(['update-index', '-z', '--index-info'], options(lines));
    return (await repository.runOrThrow(['write-tree'], options())).trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
