import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

async function wasap(
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number }> {
  const env = { PATH: process.env.PATH, HOME: '/nowhere', COLUMNS: '80' };
  try {
    return { ...(await run(process.execPath, ['dist/wasap.cjs', ...args], { cwd: ROOT, env })), code: 0 };
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { stdout, stderr, code };
  }
}

test('the help lists every sub-command, in one line', async () => {
  const { stdout } = await wasap('--help');
  await expect(stdout).toMatchFileSnapshot('help.golden.txt');
  const wrapped = stdout.split('\n').filter((line) => /^ {3,}/.test(line));
  expect(wrapped).toEqual([]);
});

test('the version is the one of the package', { tags: 'full' }, async () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(await wasap('--version')).toEqual({ stdout: `${version}\n`, stderr: '', code: 0 });
});

test('an unknown sub-command is named and ends with an error', { tags: 'full' }, async () => {
  const { stderr, code } = await wasap('strat');
  expect({ stderr, code }).toEqual({
    stderr: "error: unknown command 'strat'\n(Did you mean start?)\n",
    code: 1,
  });
});
