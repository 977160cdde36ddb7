import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkedNumber } from '../../src/cli/linked-number.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { Program } from '../support/program.ts';
import { git } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { BOT, linkedProgram } from '../support/whatsapp-scene.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const scene = useScenes();

async function ended(program: Program) {
  const code = await program.exit;
  return { code, output: program.output, errors: program.errors };
}

function uninstall(at: Scene, ...args: readonly string[]) {
  return ended(at.start({ args: ['uninstall', ...args] }));
}

/** Reading the database leaves an index of its pages behind. */
function recordsIn({ dataDir }: Scene): readonly string[] {
  return readdirSync(dataDir).filter((name) => name !== 'wasap.db-shm');
}

/** A data folder after a task with commands, an edit and a commit. */
async function used(): Promise<Scene> {
  const at = await scene({
    script: [
      calls(
        ['run_command', { command: 'npm test' }],
        ['write_source_file', { path: 'new.js', content: '1;\n' }],
      ),
      calls(['git_commit', { message: 'feat: one' }]),
      says('Done.'),
    ],
  });
  const program = at.start();
  program.say('/agent add a file and commit it');
  await program.hangUp();
  return at;
}

test('--all --yes leaves nothing of the program, and the project as it was', { tags: 'full' }, async () => {
  const at = await used();
  const log = git(at.workspace, 'log', '--format=%s');
  writeFileSync(path.join(at.dataDir, 'workspace-of-mine.txt'), '');
  const { code, output, errors } = await uninstall(at, '--all', '--yes');
  expect({
    code,
    errors,
    data: readdirSync(at.dataDir),
    config: existsSync(at.configDir),
    log: git(at.workspace, 'log', '--format=%s'),
    files: readdirSync(at.workspace).includes('new.js'),
  }).toEqual({
    code: 0,
    errors: '',
    // What it did not make is not its to delete.
    data: ['workspace-of-mine.txt'],
    config: false,
    log,
    files: true,
  });
  expect(output).toContain(`Not mine, so it stays in ${at.dataDir}: workspace-of-mine.txt\n`);
  expect(output).toContain('Your projects, commits and branches are untouched.\n');
  // The tests run from a checkout.
  expect(output.trimEnd().endsWith(`npm rm -g wasap-agent; rm -rf '${ROOT}'`)).toBe(true);
});

test('--yes alone keeps records and settings', { tags: 'full' }, async () => {
  const at = await used();
  const before = [recordsIn(at), readdirSync(at.configDir)];
  const { code, output } = await uninstall(at, '--yes');
  expect([code, recordsIn(at), readdirSync(at.configDir)]).toEqual([0, ...before]);
  expect(output).toMatch(
    /^This is what I have on this machine:\n• no service\n• no link to WhatsApp\n• records, /,
  );
});

test('while the program runs nothing is removed', { tags: 'full' }, async () => {
  const at = await scene({ script: [] });
  const running = at.start();
  await expect
    .poll(async () => (await ended(at.start({ args: ['health'] }))).code, { timeout: 20_000 })
    .toBe(0);
  const { code, errors } = await uninstall(at, '--all', '--yes');
  expect([code, errors, existsSync(path.join(at.dataDir, 'wasap.db'))]).toEqual([
    2,
    `wasap: wasap runs on ${at.dataDir}.\nNothing more was removed. Stop it, then try again.\n`,
    true,
  ]);
  await running.hangUp();
});

test('where nobody can be asked it tells what there is, and removes nothing', { tags: 'full' }, async () => {
  const at = await used();
  const before = recordsIn(at);
  const program = at.start({ args: ['uninstall'] });
  program.process.stdin?.end();
  const { code, output, errors } = await ended(program);
  expect([code, errors, recordsIn(at)]).toEqual([2, expect.stringContaining('--all --yes'), before]);
  expect(output).toContain(`• records, logs and undo: ${at.dataDir}`);
});

test('a folder that is a project, too, is left alone', async () => {
  const at = await scene({ script: [] });
  await at.start().hangUp();
  mkdirSync(path.join(at.dataDir, '.git'));
  const { code, errors } = await uninstall(at, '--all', '--yes');
  expect([code, errors, existsSync(path.join(at.dataDir, 'wasap.db'))]).toEqual([
    2,
    expect.stringContaining('holds more than my files'),
    true,
  ]);
});

test('in a terminal it asks about each thing; the link goes without the records', {
  tags: ['python', 'full'],
}, async () => {
  const at = await scene({ script: [] });
  const { world, program } = await linkedProgram(at);
  onTestFinished(() => world.stop());
  program.process.kill('SIGTERM');
  await program.exit;
  expect(linkedNumber(at.dataDir)).toBe(BOT.phone);
  const { code, seen } = await inTerminal(at, [
    [/Delete the records\?/, 'n'],
    [/Delete the link to WhatsApp\?/, 'y'],
    [/Delete your settings/, 'n'],
  ]);
  expect([code, linkedNumber(at.dataDir), existsSync(path.join(at.configDir, 'agent.yaml'))]).toEqual([
    0,
    undefined,
    true,
  ]);
  expect(seen).toContain('Remove it on your phone too');
});

/** Runs it in a terminal, and types each answer once its question is on the screen. */
async function inTerminal(
  { workspace, dataDir, configDir, folder }: Scene,
  answers: readonly [RegExp, string][],
) {
  const helper = path.join(ROOT, 'tests/support/in-terminal.py');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    DATA_DIR: dataDir,
    CONFIG_DIR: configDir,
    LOCALE: 'en',
  };
  const command = [helper, '80', '24', process.execPath, path.join(ROOT, 'dist/wasap.cjs'), 'uninstall'];
  const terminal = spawn('python3', command, { env, cwd: workspace });
  const left = [...answers];
  let seen = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
    const [question, answer = ''] = left[0] ?? [];
    if (question?.test(seen) !== true) return;
    left.shift();
    terminal.stdin.write(answer);
  });
  const code = await new Promise((resolve) => void terminal.once('close', resolve));
  return { code, seen };
}
