import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTree } from './make-tree.ts';
import { sharedTypeNamesIn } from './type-names.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('each exported type has a name of its own', () => {
  expect(sharedTypeNamesIn(path.join(ROOT, 'src'))).toEqual([]);
});

test('a name that two files export is reported, one that stays within its file is not', () => {
  const root = makeTree({
    'core/a.ts': 'export interface Shared {}\ninterface Own {}\n',
    'files/b.ts': 'export type Shared = 1;\ninterface Own {}\n',
    'files/c.ts': "export type { Shared } from './b.ts';\n",
  });
  expect(sharedTypeNamesIn(root)).toEqual([
    'Shared is exported by core/a.ts and files/b.ts. Call one of them what it is there.',
  ]);
});
