import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { createAssignments } from '../../../src/app/assignments.ts';
import { type AnyTool, defineTool } from '../../../src/contracts/tool.ts';
import { Failure } from '../../../src/core/failure.ts';
import type { SessionId } from '../../../src/core/ids.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { catalogOf } from '../../../src/features/jobs/catalog.ts';
import type { InputTask } from '../../../src/features/jobs/graph/graph.ts';
import { planOf } from '../../../src/features/jobs/plan/plan.ts';
import { serializePlan } from '../../../src/features/jobs/plan/stored-plan.ts';
import { jobSessions } from '../../../src/features/jobs/running/job-sessions.ts';
import { type AgentRig, agentRig, Crash, SESSION } from '../../support/agent-rig.ts';
import { jobsIn } from '../../support/jobs.ts';
import { UNLISTED } from '../../support/unlisted.ts';
import { graphOf, type WrittenTask, written } from './support.ts';

let rig: AgentRig;
let ran: string[];
/** Whoever comes waits until so many are there. */
let meeting: { of(people: number): Promise<void> };
afterEach(() => rig.remove());

function newMeeting(): typeof meeting {
  const there: (() => void)[] = [];
  return {
    of: (people) =>
      new Promise((done) => {
        there.push(done);
        if (there.length === people) for (const one of there) one();
      }),
  };
}

/** Tools as the catalogue knows them, that only note with what they were called. */
function toolsOf(note: (name: string, input: JsonObject) => void): readonly AnyTool[] {
  return [
    defineTool({
      name: 'get_workspace_info',
      description: 'Facts.',
      effect: 'reads',
      ...UNLISTED,
      service: 'workspace',
      examples: [{ description: 'One.', input: {} }],
      input: z.object({}),
      output: z.object({ name: z.string(), files: z.int() }),
      async run() {
        note('info', {});
        return { text: 'shop', data: { name: 'shop', files: 3 } };
      },
    }),
    defineTool({
      name: 'read_lines',
      description: 'Lines.',
      effect: 'reads',
      ...UNLISTED,
      service: 'files',
      examples: [{ description: 'One.', input: {} }],
      input: z.object({ path: z.string(), start: z.int(), end: z.int() }),
      output: z.object({ total: z.int(), lines: z.array(z.string()) }),
      async run(input) {
        note('read', input);
        if (input.path === 'meeting') await meeting.of(3);
        if (input.path === 'gone') throw new Failure('not-found', 'There is no file gone.');
        return { text: 'a', data: { total: 1, lines: ['a'] } };
      },
    }),
    defineTool({
      name: 'write_source_file',
      description: 'Writes.',
      effect: 'writes',
      ...UNLISTED,
      service: 'files',
      examples: [{ description: 'One.', input: {} }],
      input: z.object({ path: z.string(), content: z.string() }),
      output: z.object({ path: z.string() }),
      async run(input) {
        note('write', input);
        return { text: 'written', data: { path: input.path } };
      },
    }),
    defineTool({
      name: 'run_command',
      description: 'Runs.',
      effect: 'executes',
      ...UNLISTED,
      service: 'shell',
      examples: [{ description: 'One.', input: {} }],
      input: z.object({ command: z.string() }),
      output: z.object({ exit_code: z.int().nullable(), stdout: z.string(), stderr: z.string() }),
      async run(input) {
        note('run', input);
        const code = Number(input.command);
        return {
          text: 'ran',
          data: { exit_code: code, stdout: '', stderr: code === 0 ? '' : 'no such test' },
        };
      },
    }),
  ];
}

const info = { id: 'info', service: 'workspace', command: 'get_workspace_info' };
const read = (id: string, input: JsonObject): WrittenTask => ({
  id,
  service: 'files',
  command: 'read_lines',
  input: { path: 'a', start: 1, end: 1, ...input },
});
const write = (id: string, content: string, path = `${id}.md`): WrittenTask => ({
  id,
  service: 'files',
  command: 'write_source_file',
  input: { path, content },
});

interface Job {
  readonly outputs?: JsonObject;
  readonly hash?: string;
  readonly locale?: Locale;
}

function begin(tasks: readonly WrittenTask[], job: Job = {}): void {
  ran = [];
  meeting = newMeeting();
  const tools = toolsOf((name, input) => ran.push(`${name} ${JSON.stringify(input)}`));
  const graph = graphOf(written(...tasks));
  const inputs = graph.tasks.filter((task): task is InputTask => task.input !== undefined);
  const plan = planOf({ ...graph, tasks: inputs }, catalogOf(tools));
  rig = agentRig({
    steps: [],
    tools,
    assigned: (store) =>
      createAssignments({ name: 'none', reply: askedAnyway }, [
        { sessions: jobSessions({ rows: jobsIn(store), calls: store.calls, tools }) },
      ]),
  });
  const { hash = plan.hash, outputs, locale = 'en' } = job;
  const assignment = { kind: 'job', plan: serializePlan(plan), hash } as const;
  const kept = outputs === undefined ? {} : { outputs: JSON.stringify(outputs) };
  rig.create({ task: 'notes', locale, origin: { assignment: { ...assignment, ...kept } } });
}

const askedAnyway = () => Promise.reject(new Error('a job asks no model'));
const steps = () => rig.store.history.plan(SESSION)?.steps.map(({ title, status }) => `${status} ${title}`);

test('a job runs its tasks in order, with references that keep their JSON type, and says what came of them', async () => {
  begin([
    info,
    read('lines', { end: '{{info.output.files}}' }),
    write('keep', '# {{info.output.name}}: {{lines.output.lines.0}}'),
  ]);
  expect(await rig.run()).toEqual({
    kind: 'done',
    text: 'All 3 tasks are done.\n📤 keep\n   path: keep.md',
  });
  expect(ran).toEqual([
    'info {}',
    'read {"path":"a","start":1,"end":3}',
    'write {"path":"keep.md","content":"# shop: a"}',
  ]);
});

test('tasks that only read and wait for nothing run side by side', async () => {
  begin(['a', 'b', 'c'].map((id) => read(id, { path: 'meeting' })));
  expect(await rig.run()).toMatchObject({ text: expect.stringContaining('All 3 tasks are done.') });
});

test('its checklist shows each task, from the first moment to the end', async () => {
  begin([info, read('bad', { path: 'gone' }), write('keep', '{{bad.output.total}}')]);
  await rig.run();
  expect(steps()).toEqual([
    'done info · workspace.get_workspace_info',
    'failed bad · files.read_lines',
    'skipped keep · files.write_source_file',
  ]);
});

test('its checklist shows a task whose parameters were of no use as failed, and why', async () => {
  begin([info, write('keep', '{{info.output.name}}'), write('after', '{{keep.output.path}}')], {
    outputs: { info: { files: 1 } },
  });
  await rig.run();
  expect(rig.store.history.plan(SESSION)?.steps).toEqual([
    { title: 'info · workspace.get_workspace_info', status: 'done' },
    {
      title: 'keep · files.write_source_file',
      status: 'failed',
      note: '{{info.output.name}}: task info returned no such value',
    },
    { title: 'after · files.write_source_file', status: 'skipped' },
  ]);
});

test('what a failed task was to hand on stops its dependants, and nothing else', async () => {
  begin([
    read('bad', { path: 'gone' }),
    write('after', 'x {{bad.output.total}}'),
    write('later', '{{after.output.path}}'),
    write('other', 'fine'),
  ]);
  expect(await rig.run()).toEqual({
    kind: 'done',
    text: [
      '1 of 4 tasks are done.',
      '❌ bad: There is no file gone.',
      '⏭️ after: skipped, because bad failed',
      '⏭️ later: skipped, because bad failed',
      '📤 other\n   path: other.md',
      'To repeat what failed and what was skipped: /job retry',
    ].join('\n'),
  });
  expect(ran.filter((line) => line.startsWith('write'))).toEqual([
    'write {"path":"other.md","content":"fine"}',
  ]);
});

test('a command that ends with another code than 0 has failed', async () => {
  begin([
    { id: 'check', service: 'shell', command: 'run_command', input: { command: '2' } },
    { ...write('keep', 'x'), dependsOn: ['check'] },
  ]);
  expect(await rig.run()).toMatchObject({
    text: expect.stringContaining('❌ check: exit code 2: no such test'),
  });
});

test('why tasks failed is told in Spanish where the person reads that; only what was said to a model is quoted', async () => {
  begin(
    [
      info,
      read('bad', { path: 'gone' }),
      { id: 'check', service: 'shell', command: 'run_command', input: { command: '2' } },
      write('keep', '{{info.output.name}}'),
      read('lines', { end: '{{info.output.files}}' }),
    ],
    { outputs: { info: { files: 'many' } }, locale: 'es' },
  );
  expect(await rig.run()).toEqual({
    kind: 'done',
    text: [
      'Hechas: 1 de 5 tareas.',
      '❌ bad: la herramienta dijo: «There is no file gone.»',
      '❌ check: código de salida 2: «no such test»',
      '❌ keep: {{info.output.name}}: la tarea info no devolvió ese valor',
      '❌ lines: sus parámetros están mal: «/end must be integer»',
      'Para repetir lo que falló y lo que salté: /trabajo repetir',
    ].join('\n'),
  });
  expect(rig.store.history.plan(SESSION)?.steps.map(({ note }) => note)).toEqual([
    undefined,
    'la herramienta dijo: «There is no file gone.»',
    'código de salida 2: «no such test»',
    '{{info.output.name}}: la tarea info no devolvió ese valor',
    'sus parámetros están mal: «/end must be integer»',
  ]);
});

test.each([
  [
    'en',
    "This isn't the plan you were shown, so I won't run it.\nThe plan, or what its commands do, has changed. Ask again: /plan <request>",
  ],
  [
    'es',
    'Este no es el plan que viste, así que no lo ejecuto.\nCambió el plan, o lo que hacen sus comandos. Pídelo otra vez: /planear <pedido>',
  ],
] as const)(
  'a plan that is not the one that was shown runs nothing, and says so in %s',
  async (locale, detail) => {
    begin([info], { hash: 'another', locale });
    expect({ outcome: await rig.run(), ran }).toEqual({ outcome: { kind: 'failed', detail }, ran: [] });
  },
);

test('what was done in an earlier session is not done again, and its outputs are there', async () => {
  begin([info, write('keep', '{{info.output.name}}')], { outputs: { info: { name: 'old', files: 1 } } });
  await rig.run();
  expect(ran).toEqual(['write {"path":"keep.md","content":"old"}']);
});

test('a session that another one has replaced does nothing more, however it is resumed', async () => {
  begin([info]);
  const jobs = jobsIn(rig.store);
  const { sessions } = rig.store;
  const id = jobs.add({
    conversation: rig.session().conversation,
    owner: 'ana',
    locale: 'en',
    workspace: rig.folder,
    source: 'saved',
    request: 'notes',
    messageId: 'M1',
    createdAtMs: 1,
    instance: rig.session().instance,
  });
  const other = 'session-of-the-retry' as SessionId;
  sessions.create({ ...rig.session(), id: other });
  const { assignment } = rig.session().origin;
  if (assignment?.kind !== 'job') throw new Error('no job');
  sessions.update(SESSION, { origin: { assignment: { ...assignment, job: id } }, atMs: 1 });
  jobs.setPlan(id, { text: assignment.plan, hash: assignment.hash, atMs: 1 });
  jobs.begin(id, other, undefined);
  expect({ outcome: await rig.run(), ran }).toEqual({
    outcome: {
      kind: 'done',
      text: 'Another task took over this job. Its results: /job show',
    },
    ran: [],
  });
});

test('an output with a prototype name in it reaches nothing of the program', async () => {
  const outputs = JSON.parse('{"info":{"__proto__":{"name":"stolen"},"files":1}}') as JsonObject;
  begin([info, write('keep', '{{info.output.name}}')], { outputs });
  expect(await rig.run()).toMatchObject({
    text: expect.stringContaining('task info returned no such value'),
  });
});

test('a job has more tasks than a session may have rounds', async () => {
  const chain = Array.from({ length: 20 }, (_, at) => ({
    ...write(`t${at}`, `${at}`),
    ...(at === 0 ? {} : { dependsOn: [`t${at - 1}`] }),
  }));
  begin(chain);
  expect(await rig.run()).toMatchObject({
    kind: 'done',
    text: expect.stringContaining('All 20 tasks are done.'),
  });
});

test('killed at any commit, a job does no task twice and loses none', async () => {
  const tasks = [
    info,
    read('lines', { end: '{{info.output.files}}' }),
    write('keep', '{{info.output.name}}'),
  ];
  const ends: string[] = [];
  for (let n = 1, died = true; died; n += 1) {
    begin(tasks);
    rig.crashAtCommit(n);
    died = await rig.run().then(
      () => false,
      (error: unknown) => error instanceof Crash,
    );
    if (died) await rig.run();
    const writes = ran.filter((line) => line.startsWith('write')).length;
    ends.push(
      `${writes} written: ${steps()
        ?.map((step) => step.split(' ')[0])
        .join(', ')}`,
    );
    if (died) rig.remove();
  }
  expect([...new Set(ends)]).toEqual([
    '1 written: done, done, done',
    // Killed while this tool, which cannot look whether it was done, was at work.
    '1 written: done, done, failed',
  ]);
});
