import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type HelperCall, linesOfHelper, runHelper } from '../../src/processes/run-helper.ts';
import { PLAIN, temporaryFolder } from './parts.ts';

const NEVER = new AbortController().signal;

function shell(script: string, more: Partial<HelperCall> = {}): HelperCall {
  const args = ['-c', script];
  return { program: '/bin/sh', args, cwd: '/', environment: PLAIN, signal: NEVER, ...more };
}

async function linesOf(call: HelperCall): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of linesOfHelper(call)) lines.push(line);
  return lines;
}

afterEach(() => vi.unstubAllEnvs());

test('a helper gets the variables that it is given, and nothing of this program', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-hidden');
  const { code, stdout } = await runHelper({ ...shell(''), program: '/usr/bin/env', args: [] });
  const variables = Object.entries(PLAIN).map(([name, value]) => `${name}=${value}`);
  expect([code, stdout.trim().split('\n').sort()]).toEqual([0, variables.sort()]);
});

test('both streams and the exit code are as the helper leaves them', async () => {
  const result = await runHelper(shell('printf " out\\n\\n"; printf "err\\n" >&2; cat; exit 3'));
  expect(result).toMatchObject({ code: 3, stdout: ' out\n\n', stderr: 'err\n' });
  expect(result.reason).toContain('exit code 3');
});

test.each([
  ['a program that is not there', { program: 'wasap-nowhere' }, 'spawn wasap-nowhere ENOENT'],
  ['a folder that is not there', { cwd: '/nowhere/at/all' }, '/nowhere/at/all'],
])('%s is a result with the reason', async (_what, more, reason) => {
  const result = await runHelper(shell('echo x', more));
  expect(result.code).toBeUndefined();
  expect(result.reason).toContain(reason);
  expect(await linesOf(shell('echo x', more))).toEqual([]);
});

/** Starts a child that holds the output open and goes on for a minute; its number is in the file. */
const LEAVES_CHILD = 'sleep 60 & echo $! >child; echo started; wait';

function isGone(folder: string): boolean {
  const pid = readFileSync(join(folder, 'child'), 'utf8').trim();
  // A zombie has no command line.
  return !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '';
}

test('at its limit a helper ends with everything that it has started', { timeout: 30_000 }, async () => {
  const cwd = temporaryFolder();
  const stopping = new AbortController();
  const ended = runHelper(shell(LEAVES_CHILD, { cwd, signal: stopping.signal }));
  await vi.waitFor(() => expect(readFileSync(join(cwd, 'child'), 'utf8')).toMatch(/\d+\n/), 10_000);
  stopping.abort();
  expect(await ended).toMatchObject({ code: undefined, stdout: 'started\n' });
  await vi.waitFor(() => expect(isGone(cwd)).toBe(true), 10_000);
});

test('a helper that writes too much ends with everything that it has started', async () => {
  const cwd = temporaryFolder();
  const result = await runHelper(shell('sleep 60 & echo $! >child; yes & wait', { cwd }), 1000);
  expect(result.code).toBeUndefined();
  expect(result.reason).toContain('maxBuffer');
  await vi.waitFor(() => expect(isGone(cwd)).toBe(true), 10_000);
}, 30_000);

test('what is stopped before its turn is never started', async () => {
  const cwd = temporaryFolder();
  const stopping = new AbortController();
  const call = shell('echo x >here', { cwd, signal: stopping.signal });
  const both = Promise.all([runHelper(call), linesOf(call)]);
  stopping.abort();
  expect(await both).toMatchObject([{ code: undefined, reason: 'It was stopped.' }, []]);
  expect(existsSync(join(cwd, 'here'))).toBe(false);
});

test('lines come while the helper still runs', { timeout: 30_000 }, async () => {
  const cwd = temporaryFolder();
  const script = 'echo one; until [ -e go ]; do sleep 0.05; done; printf two; exit 1';
  const lines: string[] = [];
  for await (const line of linesOfHelper(shell(script, { cwd }))) {
    lines.push(line);
    if (line === 'one') writeFileSync(join(cwd, 'go'), '');
  }
  expect(lines).toEqual(['one', 'two']);
});

test('lines end when they are stopped, though a child holds the output open', {
  timeout: 30_000,
}, async () => {
  const cwd = temporaryFolder();
  const stopping = new AbortController();
  const lines: string[] = [];
  for await (const line of linesOfHelper(shell(LEAVES_CHILD, { cwd, signal: stopping.signal }))) {
    lines.push(line);
    stopping.abort();
  }
  expect(lines).toEqual(['started']);
  await vi.waitFor(() => expect(isGone(cwd)).toBe(true), 10_000);
});
