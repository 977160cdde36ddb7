/** What somebody may do to the files of a project, for tests that try many. */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { treeOf } from './checkpoints/rig.ts';

const NAMES = [
  'a.txt',
  'src/b.txt',
  'src/deep/c.txt',
  'new\nline.txt',
  '-dash.txt',
  'ñ 🦆.txt',
  'd',
  'src/d/e.txt',
];
export const name = fc.constantFrom(...NAMES);

/** What a tool that names its files may do to them. */
export const edit = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), name, content: fc.string({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('bytes' as const), name, content: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('remove' as const), name }),
);

/** What a command may do to them besides. */
export const fileChange = fc.oneof(
  edit,
  fc.record({
    kind: fc.constant('append' as const),
    name,
    content: fc.oneof(fc.string({ minLength: 1, maxLength: 10 }), fc.constantFrom('end\n', 'é\r\n')),
  }),
  fc.record({ kind: fc.constant('mode' as const), name, mode: fc.constantFrom(0o644, 0o755) }),
  fc.record({
    kind: fc.constant('link' as const),
    name,
    target: fc.constantFrom('a.txt', '../outside.txt', 'nowhere'),
  }),
  fc.record({ kind: fc.constant('move' as const), name, to: name }),
);
export type FileChange = typeof fileChange extends fc.Arbitrary<infer T> ? T : never;

/** @param first what is in each of the first six files */
export function fillProject(root: string, first: (file: string) => string): void {
  mkdirSync(path.join(root, 'src/deep'), { recursive: true });
  for (const file of NAMES.slice(0, 6)) writeFileSync(path.join(root, file), first(file));
  symlinkSync('a.txt', path.join(root, 'link'));
  writeFileSync(path.join(root, '.gitignore'), 'ignored/\n');
}

export function isLink(root: string, file: string): boolean {
  return treeOf(root)[file]?.startsWith('->') === true;
}

/** What cannot be done, as a folder in the place of a file, is not done: a command would fail as well. */
export function tryTo(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

export function changeFile(root: string, change: FileChange): void {
  const file = path.join(root, change.name);
  switch (change.kind) {
    case 'write':
    case 'bytes':
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, change.content);
      break;
    case 'append':
      if (!isLink(root, change.name)) appendFileSync(file, change.content);
      break;
    case 'remove':
      rmSync(file, { recursive: true });
      break;
    case 'mode':
      if (!isLink(root, change.name) && statSync(file).isFile()) chmodSync(file, change.mode);
      break;
    case 'link':
      rmSync(file, { recursive: true, force: true });
      symlinkSync(change.target, file);
      break;
    case 'move':
      renameSync(file, path.join(root, change.to));
      break;
  }
}
