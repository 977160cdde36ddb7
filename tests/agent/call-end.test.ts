import { expect, test } from 'vitest';
import { callEnd } from '../../src/agent/calls/call-end.ts';
import type { CallId, SessionId } from '../../src/core/ids.ts';
import type { Json } from '../../src/core/json.ts';
import { describedTools } from '../../src/features/contributions.ts';

/** What loop detection compares of two results of equal calls. */
function areEqual(tool: string, input: Json, results: readonly (readonly [string, Json])[]): boolean {
  const seen = results.map(([text, data], at) => {
    const call = {
      session: '20261120-00000001' as SessionId,
      id: `call-${at}` as CallId,
      round: at,
      position: 0,
      tool,
      input,
      malformed: undefined,
      state: 'done' as const,
      prepared: null,
      result: undefined,
      startedAtMs: undefined,
    };
    return callEnd(describedTools(), call, { text, data, ok: true, durationMs: 1 }).result;
  });
  return new Set(seen).size === 1;
}

const ran = (code: number | null, change: object = {}): Json => ({
  exit_code: code,
  stdout: '',
  stderr: '',
  ...change,
});
const running = (status: string): Json => ({
  processes: [{ id: 'p-aaaaaa', command: 'make', status, exit_code: null }],
  output: '',
});

test.each<[string, string, Json, readonly (readonly [string, Json])[], boolean]>([
  [
    'test runs at other times',
    'run_command',
    { command: 'npm test' },
    [
      ['at nine, run 7f3a', ran(1)],
      ['at ten, run 81bc', ran(1)],
    ],
    true,
  ],
  [
    'test runs that end differently',
    'run_command',
    { command: 'npm test' },
    [
      ['a', ran(1)],
      ['a', ran(0)],
    ],
    false,
  ],
  [
    'a command with the network',
    'run_command',
    { command: 'gh pr checks' },
    [
      ['pending', ran(0, { may_vary: true })],
      ['passed', ran(0, { may_vary: true })],
    ],
    false,
  ],
  [
    'commands out of time',
    'run_command',
    { command: 'npm test' },
    [
      ['one', ran(null)],
      ['two', ran(null)],
    ],
    false,
  ],
  [
    'polls of what runs',
    'manage_process',
    { action: 'poll', process_id: 'p-aaaaaa' },
    [
      ['x', running('running')],
      ['x', running('running')],
    ],
    false,
  ],
  [
    'polls of what has ended',
    'manage_process',
    { action: 'poll', process_id: 'p-aaaaaa' },
    [
      ['x', running('exited')],
      ['x', running('exited')],
    ],
    true,
  ],
])('%s: equal for loop detection', (_name, tool, input, results, equal) => {
  expect(areEqual(tool, input, results)).toBe(equal);
});
