/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { calls, says, withUsage } from '../support/messages-server/replies.ts';
import { useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

const LOOK = ['list_source_files', {}] as const;

/** Rounds with commands that run, fail and are blocked, a loop, and a question that outlives the program. */
const TASK = [
  withUsage(
    calls(['run_command', { command: 'echo hello' }], ['run_command', { command: 'rm -rf /tmp/x' }]),
    {
      input_tokens: 1234,
      output_tokens: 56,
    },
  ),
  calls(LOOK),
  calls(LOOK),
  calls(LOOK),
  calls(['run_command', { command: 'curl https://example.com' }]),
  says('Done with it.'),
];

const Row = z.object({
  name: z.string(),
  parent: z.string().nullable(),
  kind: z.string(),
  output: z.string().nullable(),
});

/** Each span with the name of the one above it, in order of their start. */
function spansIn(dataDir: string, where = "s.name NOT LIKE 'gateway:%'"): readonly z.infer<typeof Row>[] {
  return storedRows(
    dataDir,
    `SELECT s.name, p.name AS parent, s.kind, s.output FROM trace_spans s
     LEFT JOIN trace_spans p ON p.span_id = s.parent_id AND p.trace_id = s.trace_id
     WHERE ${where} ORDER BY s.start_ms, s.id`,
    Row,
  );
}

test('a session is one tree of spans over a kill and an answer, and the printed queries find them', async () => {
  const { start, dataDir } = await scene({ script: TASK });
  const first = start();
  first.say('/agent try some commands');
  const question = await first.heard(/\/reject (\w{3})/);
  // The spans of a run are written a moment after it.
  await expect.poll(() => spansIn(dataDir, "s.name = 'shell:curl'").length, { timeout: 10_000 }).toBe(1);
  await first.kill();
  const second = start();
  second.say(`/reject ${/\/reject (\w{3})/.exec(question)?.[1]} too risky`);
  await second.heard(/✅ Done/u);
  await second.hangUp();
  const run = 'invoke_agent wasap-agent';
  const model = 'anthropic.messages.create';
  const names = spansIn(dataDir).map(({ name, parent, kind }) => `${name} < ${parent} (${kind})`);
  expect(names.toSorted()).toEqual(
    [
      `${run} < null (agent)`,
      ...[1, 2, 3, 4, 5].flatMap((n) => [
        `agent_round:${n} < ${run} (agent)`,
        `${model} < agent_round:${n} (agent)`,
      ]),
      'shell:echo < agent_round:1 (tool)',
      'shell:rm < agent_round:1 (tool)',
      ...[2, 3, 4].map((n) => `execute_tool list_source_files < agent_round:${n} (tool)`),
      'loop_detection < agent_round:4 (system)',
      'shell:curl < agent_round:5 (tool)',
      'hitl:approval < null (user)',
      `${run} < null (agent)`,
      `agent_round:5 < ${run} (agent)`,
      'shell:curl < agent_round:5 (tool)',
      `agent_round:6 < ${run} (agent)`,
      `${model} < agent_round:6 (agent)`,
    ].toSorted(),
  );
  const printed = storedRows(
    dataDir,
    "SELECT name, kind FROM trace_spans WHERE name LIKE 'shell:%' ORDER BY id DESC LIMIT 5;",
    z.unknown(),
  );
  expect(printed).toEqual(
    ['shell:curl', 'shell:curl', 'shell:rm', 'shell:echo'].map((name) => ({ name, kind: 'tool' })),
  );
  const traces = storedRows(
    dataDir,
    'SELECT count(DISTINCT trace_id) AS traces, count(DISTINCT session) AS sessions FROM trace_spans WHERE session IS NOT NULL',
    z.unknown(),
  );
  expect(traces).toEqual([{ traces: 1, sessions: 1 }]);
});

test('inputs and outputs are those of the specification, and loops are counted as the metrics count them', async () => {
  const { start, dataDir } = await scene({ script: TASK });
  const program = start();
  program.say('/agent try some commands');
  const question = await program.heard(/\/reject (\w{3})/);
  program.say(`/reject ${/\/reject (\w{3})/.exec(question)?.[1]} too risky`);
  await program.heard(/✅ Done/u);
  await program.hangUp();
  const Stored = z.object({ name: z.string(), input: z.string().nullable(), output: z.string().nullable() });
  const rows = storedRows(
    dataDir,
    'SELECT name, input, output FROM trace_spans ORDER BY start_ms, id',
    Stored,
  );
  const of = (wanted: string) => {
    const row = rows.find(({ name }) => name === wanted);
    return [JSON.parse(row?.input ?? 'null'), JSON.parse(row?.output ?? 'null')];
  };
  expect({
    echo: of('shell:echo'),
    round: of('agent_round:6'),
    loop: of('loop_detection'),
    approval: of('hitl:approval'),
  }).toEqual({
    echo: [
      { command: 'echo hello', timeout: 30, background: false },
      { exit_code: 0, duration_ms: expect.any(Number) },
    ],
    round: [
      { iteration: 5, task_plan_snapshot: '' },
      { reply_preview: 'Done with it.', tools_used: [] },
    ],
    loop: [{ tool_history: expect.arrayContaining(['list_source_files {}']) }, { decision: 'warning' }],
    approval: [
      { question: '"curl" isn\'t on my list of commands.', details: 'curl https://example.com' },
      { response: 'too risky', state: 'rejected', wait_time_ms: expect.any(Number) },
    ],
  });
  const metrics = start({ args: ['metrics', '--json'] });
  await metrics.exit;
  const [counted] = storedRows(
    dataDir,
    "SELECT COUNT(*) AS loops FROM trace_spans WHERE name LIKE 'loop_detection%'",
    z.object({ loops: z.int() }),
  );
  expect([counted?.loops, JSON.parse(metrics.output).loops.detectedLastDay]).toEqual([1, 1]);
});

test('a span of the client library says what the request cost, and nothing of what was said', async () => {
  const { start, dataDir } = await scene({ script: TASK.slice(-1) });
  const program = start();
  program.say('/agent a task with words of its own');
  await program.heard(/✅ Done/u);
  await program.hangUp();
  const [{ attributes } = { attributes: '' }] = storedRows(
    dataDir,
    "SELECT attributes FROM trace_spans WHERE name = 'anthropic.messages.create'",
    z.object({ attributes: z.string() }),
  );
  expect(JSON.parse(attributes)).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'scripted-model',
    'gen_ai.usage.input_tokens': expect.any(Number),
    'http.response.status_code': 200,
  });
  expect(attributes).not.toMatch(/words of its own|Done with it/);
});

test('wasap trace draws the newest task within 80 columns, and tells of one without spans', async () => {
  const { start } = await scene({ script: TASK.slice(-1) });
  const before = start({ args: ['trace'] });
  expect([await before.exit, before.errors]).toEqual([2, expect.stringContaining('Nothing is stored yet')]);
  const program = start();
  program.say('/agent say that it is done');
  await program.heard(/✅ Done/u);
  await program.hangUp();
  const trace = start({ args: ['trace'], env: { COLUMNS: '80' } });
  await trace.exit;
  const lines = trace.output.trimEnd().split('\n');
  expect(lines.map((line) => line.split(/(?<=\S) {2,}/)[0])).toEqual([
    expect.stringMatching(/^\d{8}-[0-9a-f]{8}$/),
    '✅ done: say that it is done',
    '',
    'gateway:in · done',
    'invoke_agent wasap-agent · done',
    '└ agent_round:1',
    expect.stringMatching(/^ {2}[├└] anthropic\.messages\.create · \S+→\S+$/),
    ...lines.slice(7).map(() => expect.stringMatching(/gateway:out$/)),
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const json = start({ args: ['trace', lines[0] ?? '', '--json'] });
  await json.exit;
  expect(JSON.parse(json.output)).toMatchObject({
    session: lines[0],
    status: 'done',
    spans: expect.arrayContaining([
      expect.objectContaining({
        name: 'agent_round:1',
        output: { reply_preview: 'Done with it.', tools_used: [] },
      }),
    ]),
  });
  const unknown = start({ args: ['trace', '20261120-00000000'] });
  expect([await unknown.exit, unknown.errors]).toEqual([2, expect.stringContaining('There is no task')]);
});
