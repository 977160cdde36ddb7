import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Program, type TempFolder, tempFolder } from '../../support/program.ts';
import { openTestStore } from '../../support/test-store.ts';
import { fill, kept } from './scene.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/wasap.cjs');

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('backup');
  mkdirSync(at('project'));
  fill(at('data'), 'fix the login bug');
  writeFileSync(at('words'), 'correct horse battery\n');
});
afterEach(() => folder.remove());

function at(name: string): string {
  return path.join(folder.path, name);
}

async function wasap(
  args: readonly string[],
  data = 'data',
  locale = '',
): Promise<readonly [number, string]> {
  const options = {
    cwd: at('project'),
    env: { PATH: process.env.PATH, HOME: folder.path, DATA_DIR: at(data), LOCALE: locale },
  };
  try {
    const { stdout } = await run(process.execPath, [LAUNCHER, ...args], options);
    return [0, stdout];
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    const { stderr, code } = error as { stderr: string; code: number };
    return [code, stderr];
  }
}

const SECRET = ['--passphrase-file', '../words'];

test('a backup and its restore say what is in them and what is not', { tags: 'full' }, async () => {
  const [, backedUp] = await wasap(['backup', '../all.backup', ...SECRET]);
  expect(backedUp.replace(/: [\d.]+ [kM]B/, ': <size>').replaceAll(folder.path, '')).toBe(
    [
      '/all.backup: <size>, encrypted.',
      'In it: database, transcripts (1), workspace/ files (2).',
      'Also files of chats in the browser (1).',
      'Not in it: CONFIG_DIR with your keys, the PIN of a lock.',
      'Nor worktrees, checkpoints (/undo of earlier tasks), pictures, logs and caches.',
      'Keep the passphrase.',
      'Without it nobody can open this file, not even you.',
      '',
    ].join('\n'),
  );
  const [, restored] = await wasap(['restore', '../all.backup', ...SECRET], 'other');
  expect(restored.replace(/on 20\S+Z/, 'on <time>').replaceAll(folder.path, '')).toBe(
    [
      'Restored /other as it was on <time>.',
      'With task transcripts (1), files of workspace/ (2).',
      'Also files of chats in the browser (1).',
      'Unfinished tasks of that time continue: wasap start',
      'The link to WhatsApp is from the backup.',
      'If the phone lost it since, or messages are unreadable: wasap pair --new',
      '',
    ].join('\n'),
  );
  expect(kept(at('other'))).toEqual(kept(at('data')));
});

test('a plain backup says that it is one and has no link', { tags: 'full' }, async () => {
  expect((await wasap(['backup', '../plain.backup', '--without-auth']))[1]).toContain(
    'NOT encrypted, without the link to WhatsApp.',
  );
  expect((await wasap(['restore', '../plain.backup'], 'other'))[1]).toContain(
    'has no link to WhatsApp.\nLink your phone: wasap pair',
  );
});

test('what was there before a forced restore is in the folder that it names', { tags: 'full' }, async () => {
  await wasap(['backup', '../all.backup', ...SECRET]);
  fill(at('other'), 'deploy');
  expect(await wasap(['restore', '../all.backup', ...SECRET], 'other')).toEqual([
    2,
    expect.stringContaining('is not empty'),
  ]);
  const [code, text] = await wasap(['restore', '../all.backup', ...SECRET, '--force'], 'other');
  const aside = /before-restore-[\d-]+/.exec(text)?.[0] ?? '';
  expect([code, kept(path.join(at('other'), aside))]).toMatchObject([0, { task: 'deploy' }]);
});

test.each([
  [['backup', '../all.backup'], /no terminal to ask .*--passphrase-file FILE/s],
  [['backup', '../all.backup', '--passphrase-file', '../none'], /I can't read the passphrase file/],
  [['backup', '../all.backup', '--passphrase-file', '/dev/null'], /has no passphrase in its first line/],
  [
    ['backup', '../all.backup', '--passphrase-file', '../short'],
    /too short \(5 characters\)\.\nNothing was written\. Use at least 12/,
  ],
  [['restore', '../none', ...SECRET, '--force'], /There is no .*none, so nothing was restored/],
])('%j is refused with a sentence', { tags: 'full' }, async (args, message) => {
  writeFileSync(at('short'), 'short');
  expect(await wasap(args)).toEqual([2, expect.stringMatching(message)]);
  expect(readdirSync(folder.path)).not.toContain('all.backup');
});

test('a restore that was cut off is finished by the next command, whichever it is', async () => {
  const data = at('data');
  const staging = path.join(data, 'restoring', 'new');
  mkdirSync(staging, { recursive: true });
  openTestStore({ path: path.join(staging, 'wasap.db') }).close();
  const plan = {
    aside: 'before-restore-2026-11-20',
    old: readdirSync(data).filter((name) => name !== 'restoring'),
  };
  writeFileSync(path.join(data, 'restoring', 'plan.99999999.json'), JSON.stringify(plan));
  expect((await wasap(['export']))[1]).toBe('No tasks yet. Run wasap start, then write: /agent <task>\n');
  expect(kept(path.join(data, plan.aside))).toMatchObject({ task: 'fix the login bug' });
});

test('a full disk leaves no file, and says so', { tags: 'full' }, async () => {
  const program = new Program({
    ...programOptions(),
    fileBlocks: 300,
    args: ['backup', at('all.backup'), '--passphrase-file', at('words')],
  });
  expect([await program.exit, program.errors]).toEqual([2, expect.stringMatching(/full|disk failed/)]);
  expect([
    readdirSync(folder.path).sort(),
    readdirSync(at('data')).filter((name) => name.startsWith('backup')),
  ]).toEqual([['data', 'project', 'words'], []]);
});

test('a restore is refused while anybody has the database open, also one that is registered nowhere', {
  tags: 'full',
}, async () => {
  await wasap(['backup', '../all.backup', ...SECRET]);
  const store = openTestStore({ path: path.join(at('data'), 'wasap.db') });
  expect(await wasap(['restore', '../all.backup', ...SECRET, '--force'])).toEqual([
    2,
    `wasap: A program is running on ${at('data')}.\nNothing was restored. Stop it, then try again.\n`,
  ]);
  store.close();
  expect((await wasap(['restore', '../all.backup', ...SECRET, '--force']))[0]).toBe(0);
});

test('a damaged database is no reason not to restore', { tags: 'full' }, async () => {
  await wasap(['backup', '../all.backup', ...SECRET]);
  const before = kept(at('data'));
  for (const name of ['wasap.db-wal', 'wasap.db-shm']) rmSync(path.join(at('data'), name), { force: true });
  writeFileSync(
    path.join(at('data'), 'wasap.db'),
    'not a database any more, and long enough to be looked at',
  );
  expect((await wasap(['restore', '../all.backup', ...SECRET, '--force']))[0]).toBe(0);
  expect(kept(at('data'))).toEqual(before);
});

test('while a program runs a backup is made, and a restore refused', { tags: 'full' }, async () => {
  const program = new Program(programOptions());
  try {
    program.say('/help');
    await program.heard(/\/agent/);
    expect((await wasap(['backup', '../all.backup', ...SECRET]))[0]).toBe(0);
    expect(await wasap(['restore', '../all.backup', ...SECRET, '--force'])).toEqual([
      2,
      expect.stringContaining(`(process ${program.process.pid})`),
    ]);
    expect(readdirSync(at('data')).filter((name) => name.startsWith('before'))).toEqual([]);
  } finally {
    await program.kill();
  }
});

function programOptions() {
  return {
    workspace: at('project'),
    dataDir: at('data'),
    configDir: at('config'),
    modelUrl: 'http://127.0.0.1:9',
  };
}

test('in Spanish a backup says the same', { tags: 'full' }, async () => {
  const [, text] = await wasap(['backup', '../all.backup', ...SECRET], 'data', 'es');
  expect(text).toContain('cifrado.\nLa base de datos, transcripciones (1)');
});
