import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isEntryName } from '../../../src/features/backup/archive/entry.ts';
import { craft, emptyScene, restoreInto } from './scene.ts';

test.each([
  ['wasap.db', true],
  ['agent_sessions/20261120-00000001.jsonl', true],
  ['workspace/SOUL.md', true],
  [`web-files/${'a'.repeat(64)}`, true],
  [`web-files/${'a'.repeat(63)}`, false],
  [`web-files/${'a'.repeat(64)}.part`, false],
  [`web-files/${'a'.repeat(64)}/x`, false],
  ['web-files/../escaped', false],
  ['web-uploads/x', false],
  ['workspace/notas/mañana.md', true],
  ['', false],
  ['/etc/passwd', false],
  ['wasap.db-wal', false],
  ['wasap.db/x', false],
  ['../wasap.db', false],
  ['agent_sessions', false],
  ['agent_sessions/../x.jsonl', false],
  ['agent_sessions/a/20261120-00000001.jsonl', false],
  ['agent_sessions/20261120-00000001.txt', false],
  ['workspace', false],
  ['workspace/', false],
  ['workspace//x', false],
  ['workspace/./x', false],
  ['workspace/../x', false],
  ['workspace/...', false],
  ['workspace/x/../../y', false],
  ['workspace/..\\x', false],
  ['workspace/C:\\x', false],
  ['workspace/x\u0000.md', false],
  ['workspace/x\n.md', false],
  ['workspace/con.txt', false],
  ['workspace/x.', false],
  [`workspace/${'x'.repeat(256)}`, false],
  [`workspace/${'x/'.repeat(16)}x`, false],
  ['restoring/plan.1.json', false],
  ['control.sock', false],
  ['backup.json', false],
])('%j may be put in place: %s', (name, fits) => {
  expect(isEntryName(name)).toBe(fits);
});

const bytes = Buffer.from('x');

test.each([
  ['a way up', [{ name: '../escaped', bytes }], /no backup of this program has/],
  [
    'a way up behind a good name',
    [{ name: 'workspace/../../escaped', bytes }],
    /no backup of this program has/,
  ],
  ['an absolute path', [{ name: '/tmp/wasap-escaped', bytes }], /no backup of this program has/],
  [
    'a name twice',
    [
      { name: 'workspace/a', bytes },
      { name: 'workspace/a', bytes },
    ],
    /twice/,
  ],
  [
    'a file as folder',
    [
      { name: 'workspace/a', bytes },
      { name: 'workspace/a/b', bytes },
    ],
    /twice, or as a file and a folder/,
  ],
  [
    'a folder as file',
    [
      { name: 'workspace/a/b', bytes },
      { name: 'workspace/a', bytes },
    ],
    /twice, or as a file and a folder/,
  ],
  ['no database', [{ name: 'workspace/a', bytes }], /holds no database/],
])('a backup with %s is refused and leaves nothing', async (_what, entries, message) => {
  const { folder, data, file } = emptyScene();
  await craft(file, entries);
  await expect(restoreInto(data, file)).rejects.toMatchObject({ kind: 'invalid', message });
  expect([readdirSync(data), readdirSync(folder).sort(), existsSync('/tmp/wasap-escaped')]).toEqual([
    [],
    ['all.backup', 'data'],
    false,
  ]);
});
