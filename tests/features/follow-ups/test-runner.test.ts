import { expect, test } from 'vitest';
import { testRunner } from '../../../src/app/processes.ts';
import type { CommandFate } from '../../../src/contracts/exec.ts';
import type { CommandVerdict } from '../../../src/contracts/policy.ts';
import { Failure } from '../../../src/core/failure.ts';
import { silentLog } from '../../../src/core/log.ts';

const EXECUTION = { kind: 'argv', file: '/usr/bin/npm', args: ['test'] } as const;
const ASKED = { kind: 'ask', rule: 'unknown-command', reason: 'It is not known.' } as const;

interface Place {
  readonly verdict?: unknown;
  readonly fate?: CommandFate;
  readonly isThere?: boolean;
  readonly starts?: boolean;
}

function runnerAt({ verdict = { kind: 'allow', rule: 'test' }, fate, isThere = true, starts = true }: Place) {
  const started: string[] = [];
  const run = testRunner({
    policy: { judge: async () => ({ verdict, execution: EXECUTION }) as unknown as CommandVerdict },
    supervisor: {
      async start({ cwd }) {
        if (!starts) throw new Failure('unavailable', 'No process can be started.');
        started.push(cwd);
      },
      wait: async () => fate ?? { kind: 'exited', exitCode: 0, durationMs: 1 },
    },
    workspaces: { isRealFolder: () => isThere },
    log: silentLog,
  });
  return { started, run: (line: string) => run('/p', line, new AbortController().signal) };
}

test.each([
  ['passes', 'npm test', {}, 'passed', ['/p']],
  ['fails', 'npm test', { fate: { kind: 'exited', exitCode: 1, durationMs: 1 } }, 'failed', ['/p']],
  ['takes too long', 'npm test', { fate: { kind: 'timed-out', durationMs: 1 } }, 'unknown', ['/p']],
  ['would be asked about', 'npm test', { verdict: ASKED }, 'unknown', []],
  ['is more than one command', 'npm test && rm -rf x', {}, 'unknown', []],
  ['is of a project that is gone', 'npm test', { isThere: false }, 'unknown', []],
  ['cannot be started', 'npm test', { starts: false }, 'unknown', []],
] as const)('a run that %s', async (_, line, place, end, started) => {
  const runner = runnerAt(place as Place);
  expect({ end: await runner.run(line), started: runner.started }).toEqual({ end, started });
});
