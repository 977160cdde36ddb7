import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newProcessId } from '../../src/core/ids.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { runToEnd, shell, supervisorOn, temporaryFolder } from '../processes/parts.ts';

test.each([
  ['words of bash', '[[ abc == a* ]] && shopt -q -s extglob && echo <(:) | grep -c fd', 0, '1\n'],
  ['a line that begins like an option', '-x || echo no such program', 0, 'no such program\n'],
  ['quotes, blanks and line breaks as approved', "echo 'a  b' \\\n c | cat", 0, 'a  b c\n'],
  ['the exit code of the last in a pipe', 'false | true', 0, ''],
  ['a failing end of a pipe', 'true | (exit 7)', 7, ''],
  ['its own pipefail', 'set -o pipefail; (exit 3) | true', 3, ''],
  ['no input for any part of a pipe', 'cat | cat | wc -c; wc -c', 0, '0\n0\n'],
])('an approved line has %s', async (_claim, line, exitCode, stdout) => {
  const supervisor = supervisorOn(temporaryFolder());
  const { id, fate } = await runToEnd(supervisor, shell(line));
  expect({ fate, stdout: (await supervisor.output(id, 1000)).stdout }).toEqual({
    fate: { kind: 'exited', exitCode, durationMs: expect.any(Number) },
    stdout,
  });
});

test('what it is given as its input is read whole, also where it is large', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const id = newProcessId();
  const input = `${'\u00e1 $(touch x) "\n'.repeat(40_000)}end`;
  await supervisor.start({
    id,
    execution: shell('tail -c 3; cat | wc -l'),
    cwd: '/',
    timeoutMs: 20_000,
    input,
  });
  await supervisor.wait(id, new AbortController().signal);
  expect((await supervisor.output(id, 1000)).stdout).toBe('end0\n');
});

test('the time limit ends every member of a pipe', { tags: 'full' }, async () => {
  const folder = temporaryFolder();
  const line = 'sleep 60 | sleep 61 | (trap "" TERM; sleep 62; sleep 63) & sleep 64 | cat';
  const { id, fate } = await runToEnd(supervisorOn(folder), shell(line), 300);
  const [pid, mark = ''] = readFileSync(join(folder, id, 'pid'), 'utf8')
    .trim()
    .split(' ');
  const left = await hostProcesses().groups(id, { pid: Number(pid), mark });
  expect({ kind: fate.kind, left }).toEqual({ kind: 'timed-out', left: [] });
});

test('without bash a line does not run under another shell, and the refusal says what to do', async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder, { environment: { PATH: '/no/such/folder' } });
  const effect = join(folder, 'effect');
  const start = supervisor.start({
    id: newProcessId(),
    execution: shell(`echo ran >${effect}`),
    cwd: '/',
    timeoutMs: 1000,
  });
  await expect(start).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/bash is not installed here\. Nothing was executed\./),
  });
  expect(existsSync(effect)).toBe(false);
});
