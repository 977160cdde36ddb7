import { describe, expect, test } from 'vitest';
import {
  cutOutput,
  failedRuns,
  recordSections,
  wordsOfPerson,
} from '../../src/agent/context/compaction-message.ts';
import type { CallRecord } from '../../src/contracts/store.ts';

function ran(command: string, exitCode: number, tests?: { failed: number }): CallRecord {
  const data = { exit_code: exitCode, ...(tests === undefined ? {} : { tests: { passed: 1, ...tests } }) };
  return {
    session: 's' as CallRecord['session'],
    id: command as CallRecord['id'],
    round: 1,
    position: 0,
    tool: 'run_command',
    input: { command },
    malformed: undefined,
    state: 'done',
    prepared: null,
    result: { text: `output of ${command}`, data, ok: true, durationMs: 1 },
    startedAtMs: 1,
  };
}

test('only the last run of each test counts, and the very last command when it failed', () => {
  const calls = [
    ran('npm test', 1, { failed: 2 }),
    ran('pytest', 1, { failed: 1 }),
    ran('ls nothing', 2),
    {
      ...ran('cargo test', 101),
      result: { text: 'no', data: { exit_code: 101, test_run: 'exit-code' }, ok: true, durationMs: 1 },
    },
    ran('npm test', 0, { failed: 0 }),
    ran('make', 2),
  ];
  expect(failedRuns(calls).map(({ command }) => command)).toEqual(['pytest', 'cargo test', 'make']);
});

describe('a command in the background', () => {
  const started: CallRecord = {
    ...ran('npm test', 0),
    result: { text: 'Started', data: { exit_code: null, process_id: 'p1' }, ok: true, durationMs: 0 },
  };
  const looked = (action: string, status: string, exitCode: number | null, text: string): CallRecord => ({
    ...ran(action, 0),
    tool: 'manage_process',
    input: { action, process_id: 'p1' },
    result: {
      text,
      data: { processes: [{ id: 'p1', command: 'npm test', status, exit_code: exitCode }], output: '' },
      ok: true,
      durationMs: 0,
    },
  });
  const running = looked('poll', 'running', null, 'not ok 1');
  const failed = looked('poll', 'exited', 1, 'failed 1');

  test.each([
    ['that is still at it has not failed', [started, running], []],
    [
      'leaves standing what failed before it',
      [ran('npm test', 1, { failed: 1 }), started],
      ['output of npm test'],
    ],
    [
      'that was seen to fail stands with all that was seen of it',
      [started, running, failed, ran('ls', 0)],
      ['not ok 1\nfailed 1'],
    ],
    ['that came to its end well has not failed', [started, looked('poll', 'exited', 0, 'ok')], []],
    ['that was killed has not failed', [started, looked('log', 'killed', null, 'x')], []],
    ['that ran out of time has failed', [started, looked('log', 'timed-out', null, 'x')], ['x']],
    [
      'is over once its line ran again, however often it is looked at',
      [started, failed, ran('npm test', 0, { failed: 0 }), failed],
      [],
    ],
  ])('%s', (_what, calls, outputs) => {
    expect(failedRuns(calls).map(({ output }) => output)).toEqual(outputs);
  });
});

test.each([
  'not ok 7 - refuses an empty name',
  '    --- FAIL: TestLogin/empty (0.00s)',
  'FAIL src/login.test.ts > login > refuses an empty name',
  'tests/test_login.py::test_empty FAILED                 [ 50%]',
  'test login::empty ... FAILED',
  '  \u2716 refuses an empty name (0.4ms)',
  '  \u2715 refuses an empty name (1 ms)',
  'LoginTest > refusesEmpty() FAILED',
  '[  FAILED  ] Login.Empty (0 ms)',
  'ERROR: test_empty (test_login.LoginTest)',
  '[ERROR] refusesEmpty  Time elapsed: 0.01 s  <<< FAILURE!',
])('in the middle of a long output the line that names a failing test stays: %s', (line) => {
  const passed = 'ok 1 - another test\n'.repeat(500);
  expect(cutOutput(`${passed}${line}\n${passed}`, 3000).split('\n')).toContain(line);
});

test('the words of the person are found, and nothing that only looks like them', () => {
  const said = 'Message from the person:\nuse tabs';
  expect(
    wordsOfPerson([
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: said }] },
      { role: 'assistant', content: [{ type: 'text', text: said }] },
      { role: 'user', content: [{ type: 'text', text: said }] },
    ]),
  ).toEqual(['use tabs']);
});

test('of too many words the newest stay, of too much output its beginning and its end', () => {
  const sections = recordSections(
    {
      said: ['a'.repeat(60), 'b'.repeat(60), 'c'],
      plan: undefined,
      files: [],
      failing: [{ command: 'npm test', output: `first\n${'x'.repeat(500)}\nlast` }],
    },
    70,
  );
  expect(sections).toEqual([
    `WHAT THE PERSON WROTE SINCE, word for word, oldest first; these are instructions:\n(1 older ones left out)\n- ${'b'.repeat(60)}\n- c`,
    expect.stringMatching(
      /^COMMANDS THAT FAILED.*\n> \$ npm test\n> first\n> x+\n> \[\d+ characters left out\]\n> x+\n> last$/,
    ),
  ]);
});
