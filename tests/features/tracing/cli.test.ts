import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import stringWidth from 'string-width';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../support/program.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/wasap.cjs');
const SECRET = `sk-ant-api03-${'0123456789abcdef'.repeat(4)}`;

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('trace');
  mkdirSync(path.join(folder.path, 'project'));
});
afterEach(() => folder.remove());

async function trace(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [LAUNCHER, 'trace', ...args], {
    cwd: path.join(folder.path, 'project'),
    env: {
      PATH: process.env.PATH,
      HOME: folder.path,
      DATA_DIR: path.join(folder.path, 'data'),
      COLUMNS: '80',
    },
  });
  return stdout;
}

test('the help', { tags: 'full' }, async () => {
  await expect(await trace('--help')).toMatchFileSnapshot('trace-help.golden.txt');
});

test('no task, and a task without spans, are told as such', { tags: 'full' }, async () => {
  const store = openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') });
  const none = await trace();
  store.sessions.create(sessionRecord({ task: `use ${SECRET}`, state: { status: 'queued' } }));
  store.close();
  const id = sessionRecord().id;
  expect([none, await trace(), await trace('--json')]).toEqual([
    'No tasks yet. Run wasap start, then write: /agent <task>\n',
    expect.stringMatching(
      new RegExp(
        `^${id}\n.*: use \\[secret\\]\nNothing is recorded.\nThe task never ran, or its record was too old\\s\\(keep.traces_days\\).\n$`,
      ),
    ),
    `{"session":"${id}","status":"queued","task":"use [secret]","spans":[]}\n`,
  ]);
});

test('a task in many words stays within the columns of the terminal', { tags: 'full' }, async () => {
  const store = openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') });
  store.sessions.create(
    sessionRecord({ task: '修好 the total of an empty cart '.repeat(9), state: { status: 'done' } }),
  );
  store.close();
  const lines = (await trace()).split('\n');
  expect([
    lines[1]?.startsWith('✅ done: 修好 the total'),
    lines.filter((line) => stringWidth(line) > 80),
  ]).toEqual([true, []]);
});
