import type { CheckpointStep, SessionDiff, WorkspaceState } from '../../contracts/checkpoints.ts';
import { stepChanges } from './plan-files.ts';
import type { Shadow } from './shadow.ts';
import { changesBetween } from './trees.ts';

const FLAGS = ['-r', '-p', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames', '--abbrev=10'];
/** Paths of one call: an argv has an end. */
const AT_ONCE = 200;

export interface Shown {
  /** Longest diff, in UTF-16 code units; files that do not fit are counted. */
  readonly mostCharacters: number;
  hides(path: string): boolean;
  /** The state of the project now, for a session that is at it. */
  readonly now: WorkspaceState | undefined;
}

/** The files that a session changed, from before its first change until after its last one. */
export async function sessionDiff(
  shadow: Shadow,
  steps: readonly CheckpointStep[],
  { mostCharacters, hides, now }: Shown,
): Promise<SessionDiff> {
  const known = await stepChanges(shadow, steps);
  const first = known[0]?.before ?? steps[0]?.before;
  const last = now ?? known.at(-1)?.after;
  if (first === undefined || last === undefined) return { diff: '', leftOut: 0 };
  const changed = await changesBetween(shadow, first, last);
  const own = new Set(known.flatMap(({ changes }) => [...changes.keys()]));
  // What a running call has changed so far belongs to no step yet.
  const open = steps.at(-1);
  if (now !== undefined && open?.before !== undefined && open.after === undefined)
    for (const path of (await changesBetween(shadow, open.before, now)).keys()) own.add(path);
  const paths = [...changed.keys()].filter((path) => own.has(path)).sort();
  const files = await filesOf(shadow, { first, last, paths: paths.filter((path) => !hides(path)) });
  const hidden = paths.filter(hides).map((path) => `(not shown, on the secret list: ${path})\n`);
  return fitting([...files, ...hidden], mostCharacters);
}

interface Range {
  readonly first: WorkspaceState;
  readonly last: WorkspaceState;
  readonly paths: readonly string[];
}

async function filesOf(shadow: Shadow, { first, last, paths }: Range): Promise<readonly string[]> {
  const files: string[] = [];
  const roots = new Set([...first.trees, ...last.trees].map(({ root }) => root));
  for (const root of roots) {
    const [from, to] = [first, last].map((state) => state.trees.find((tree) => tree.root === root)?.tree);
    if (from === to) continue;
    const prefix = root === '' ? '' : `${root}/`;
    const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    const names = [`--src-prefix=a/${prefix}`, `--dst-prefix=b/${prefix}`];
    for (let at = 0; at < inside.length; at += AT_ONCE) {
      const some = inside.slice(at, at + AT_ONCE);
      const args = ['diff-tree', ...FLAGS, ...names, from ?? EMPTY, to ?? EMPTY, '--', ...some];
      const { stdout } = await shadow.demand(args);
      files.push(...stdout.split(/^(?=diff --git )/m).filter((text) => text !== ''));
    }
  }
  return files;
}

const EMPTY = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Whole files, as many as there is room for. */
function fitting(files: readonly string[], most: number): SessionDiff {
  let diff = '';
  let shown = 0;
  for (const file of files) {
    if (diff.length + file.length > most) continue;
    diff += file;
    shown += 1;
  }
  return { diff, leftOut: files.length - shown };
}
