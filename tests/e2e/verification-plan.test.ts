/**
 * One of the long runs.
 * @module-tag full
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { calls, says } from '../support/messages-server/replies.ts';
import { useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const run = promisify(execFile);
const scene = useScenes();

const LOOK = ['list_source_files', {}] as const;
const VAGUE = [
  calls(['run_command', { command: 'echo hello' }], ['run_command', { command: 'rm -rf /tmp/x' }]),
  ...Array.from({ length: 5 }, () => calls(LOOK)),
  says('Stopped.'),
];

test('each observability check of the plan finds, after a task, what it is for', async () => {
  const { start, dataDir } = await scene({ script: VAGUE });
  const program = start();
  program.say('/agent try something');
  await program.heard(/⏸ Paused/u);
  await program.hangUp();
  const lines = async (command: string): Promise<readonly unknown[]> => {
    const { stdout } = await run('/bin/sh', ['-c', command], { cwd: path.dirname(dataDir) });
    const found = stdout.trimEnd().split('\n');
    return found.map((line) => JSON.parse(line));
  };
  const rows = (sql: string): readonly unknown[] => storedRows(dataDir, sql, z.unknown());
  const looked = { detector: 'genericRepeat', repeated_tool: 'list_source_files' };
  expect({
    log: await lines('grep "agent.shell.execute" data/wasap.log'),
    audit: rows('SELECT * FROM agent_command_log ORDER BY id DESC LIMIT 5;'),
    spans: rows("SELECT name, kind FROM trace_spans WHERE name LIKE 'shell:%' ORDER BY id DESC LIMIT 5;"),
    loops: await lines('grep "agent.loop.detected" data/wasap.log'),
  }).toMatchObject({
    log: [
      { command: 'echo hello', decision: 'allow', exit_code: 0 },
      { command: 'rm -rf /tmp/x', decision: 'deny', exit_code: null },
    ],
    audit: [
      { id: 2, command: 'rm -rf /tmp/x', decision: 'deny', exit_code: null, completed_at: null },
      {
        id: 1,
        command: 'echo hello',
        decision: 'allow',
        exit_code: 0,
        stdout_preview: 'hello\n',
        error: null,
      },
    ],
    spans: [
      { name: 'shell:rm', kind: 'tool' },
      { name: 'shell:echo', kind: 'tool' },
    ],
    loops: [
      { ...looked, count: 3, action: 'warning' },
      { ...looked, count: 4, action: 'warning' },
      { ...looked, count: 5, action: 'circuit_breaker' },
    ],
  });
});
