import { afterEach, describe, expect, test } from 'vitest';
import { conversationId } from '../../../src/core/ids.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import type { JobRecord, NewJob } from '../../../src/features/jobs/job.ts';
import { JobPicture } from '../../../src/features/jobs/pages/job-graph.tsx';
import { jobStanding } from '../../../src/features/jobs/pages/job-standing.tsx';
import type { JobPlan } from '../../../src/features/jobs/plan/plan.ts';
import { serializePlan } from '../../../src/features/jobs/plan/stored-plan.ts';
import { type ConsoleRig, consoleRig, LOCAL, SECRET } from '../../support/console-rig.ts';
import { ANA, INSTANCE, type RigOptions } from '../../support/gateway-rig.ts';
import { jobsIn } from '../../support/jobs.ts';
import { foreignTags, formWith, SCRIPTS, shown } from '../../support/shown-page.ts';
import { heldRuns } from '../../support/side-by-side.ts';
import { planFor } from './support.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['shop'] },
  ],
  groups: [],
} as const;
const PLAN = planFor(
  { id: 'first' },
  { id: 'second', dependsOn: ['first'] },
  { id: 'third', dependsOn: ['first'] },
  { id: 'last', dependsOn: ['second', 'third'] },
);

let rig: ConsoleRig;
afterEach(() => rig.close());

async function open(options: RigOptions & { readonly locale?: 'en' | 'es' } = {}): Promise<void> {
  rig = await consoleRig({
    access: ACCESS,
    startMs: Date.now(),
    locale: 'en',
    run: heldRuns().run,
    ...options,
  });
  await rig.say('/job');
}

/** A job whose plan was shown. */
function planned(change: Partial<NewJob> = {}, plan: JobPlan = PLAN): JobRecord {
  const rows = jobsIn(rig.store);
  const id = rows.add({
    instance: INSTANCE,
    conversation: conversationId('phone', 'ana'),
    owner: ANA,
    locale: 'en',
    workspace: '/projects/shop',
    source: 'request',
    request: 'count the TODOs',
    messageId: 'm1',
    createdAtMs: Date.now(),
    ...change,
  });
  rows.setPlan(id, { text: serializePlan(plan), hash: plan.hash, atMs: Date.now() });
  return jobNow(id);
}

function jobNow(id: string): JobRecord {
  const job = jobsIn(rig.store).get(id);
  if (job === undefined) throw new Error(`no job ${id}`);
  return job;
}

/** One call of its session, as the agent stores it. */
function call(
  { session }: JobRecord,
  task: string,
  end?: { readonly ok: boolean; readonly text: string },
): void {
  if (session === undefined) throw new Error('the job has not begun');
  const id = `job_${task}` as never;
  rig.store.calls.add({
    session,
    id,
    round: 1,
    position: 0,
    tool: 'git_status',
    input: {},
    malformed: undefined,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
  });
  rig.store.calls.markStarted(session, id, { prepared: null, atMs: 1 });
  if (end !== undefined) rig.store.calls.markDone(session, id, { ...end, data: {}, durationMs: 5 });
}

const tasksOf = (html: string) =>
  [
    ...(/id="tasks-title"([\s\S]*?)<\/section>/.exec(html)?.[1] ?? '').matchAll(
      /<b>(.*?)<\/b>[\s\S]*?badge[^>]*>([^<]*)/g,
    ),
  ].map(([, id, state]) => `${id} ${state}`);
const nodesOf = (html: string) => [...html.matchAll(/class="node node-(\w+)"/g)].map(([, state]) => state);

test('its graph and its list say the same of each task, while it runs', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { id } = planned();
  const before = await rig.get(`/jobs/${id}`, { cookie });
  await rig.post(`/jobs/${id}`, formWith(before.body, 'Run exactly this'), { cookie });
  call(jobNow(id), 'first', { ok: true, text: 'clean' });
  call(jobNow(id), 'second', { ok: false, text: 'no such branch' });
  call(jobNow(id), 'third');
  const { body } = await rig.get(`/jobs/${id}`, { cookie });
  expect({
    before: tasksOf(before.body),
    state: jobNow(id).state,
    tasks: tasksOf(body),
    nodes: nodesOf(body),
    edges: (body.match(/class="edge"/g) ?? []).length,
    why: [shown(body).includes('no such branch'), shown(body).includes('skipped: second failed')],
    title: shown(body).includes('Tasks done: 1 of 4.'),
    task: body.includes(`href="/tasks/${jobNow(id).session}"`),
  }).toEqual({
    before: ['first open', 'second open', 'third open', 'last open'],
    state: 'started',
    tasks: ['first done', 'second failed', 'third running', 'last skipped'],
    nodes: ['done', 'failed', 'in_progress', 'skipped'],
    edges: 4,
    why: [true, true],
    title: true,
    task: true,
  });
});

test('it runs once, however often the button is pressed', async () => {
  await open();
  const cookie = await rig.enter(LOCAL);
  const { id } = planned();
  const form = formWith((await rig.get(`/jobs/${id}`, { cookie })).body, 'Run exactly this');
  await Promise.all([1, 2, 3].map(() => rig.post(`/jobs/${id}`, form, { cookie })));
  expect([rig.sessions().length, rig.phone.texts.filter((text) => text.includes('already'))]).toEqual([
    1,
    [],
  ]);
});

test('among the questions it is asked about in words, with buttons', async () => {
  await open();
  const { id } = planned();
  const body = shown((await rig.get('/questions', { cookie: await rig.enter(ANA) })).body);
  expect([body.includes(`${id}: count the TODOs Run job ${id}? Yes No`), body.includes('/job run')]).toEqual([
    true,
    false,
  ]);
});

test('one that waits is cancelled from its page, and the chat is told', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { id } = planned();
  const { body } = await rig.get(`/jobs/${id}`, { cookie });
  await rig.post(`/jobs/${id}`, formWith(body, 'Cancel'), { cookie });
  expect([jobNow(id).state, rig.phone.texts.at(-1)]).toEqual([
    'cancelled',
    `🛑 Job ${id} is cancelled. Nothing ran.`,
  ]);
});

test('what failed is repeated from its page, without what was done', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { id } = planned({}, planFor({ id: 'first' }, { id: 'second' }));
  const run = formWith((await rig.get(`/jobs/${id}`, { cookie })).body, 'Run exactly this');
  await rig.post(`/jobs/${id}`, run, { cookie });
  const { session } = jobNow(id);
  if (session === undefined) throw new Error('it has not begun');
  call(jobNow(id), 'first', { ok: true, text: 'clean' });
  call(jobNow(id), 'second', { ok: false, text: 'broken' });
  rig.store.sessions.update(session, { state: { status: 'done' }, atMs: Date.now() });
  const { body } = await rig.get(`/jobs/${id}`, { cookie });
  await rig.post(`/jobs/${id}`, formWith(body, 'Repeat what failed'), { cookie });
  expect({
    isNew: jobNow(id).session !== session,
    outputs: jobNow(id).outputs,
    told: rig.phone.texts.some((text) => text.startsWith(`🔁 Job ${id}: 1 task left`)),
  }).toEqual({ isNew: true, outputs: '{"first":{}}', told: true });
});

describe('who sees and does what', () => {
  const ofBea: Partial<NewJob> = {
    owner: BEA,
    conversation: conversationId('phone', 'bea'),
    request: 'of Bea',
  };

  test('an owner sees all jobs, everybody else their own', async () => {
    await open();
    planned({ request: 'of Ana' });
    planned(ofBea);
    const pages = await Promise.all(
      [LOCAL, ANA, BEA, ROY].map(async (person) =>
        shown((await rig.get('/jobs', { cookie: await rig.enter(person) })).body),
      ),
    );
    expect(pages.map((page) => [page.includes('of Ana'), page.includes('of Bea')])).toEqual([
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  test("somebody else's is not there, neither to be read nor to be run", async () => {
    await open();
    const { id } = planned();
    const cookie = await rig.enter(BEA);
    const answers = [
      await rig.get(`/jobs/${id}`, { cookie }),
      await rig.post(`/jobs/${id}`, { command: 'run' }, { cookie }),
      await rig.get('/jobs/nothing', { cookie }),
    ];
    expect([answers.map(({ status }) => status), jobNow(id).state]).toEqual([[404, 404, 404], 'planned']);
  });

  test('a reader who posts runs nothing, neither their own nor a saved one', async () => {
    await open({ savedJobs: () => ['notes'] });
    await rig.say('/job', { chat: 'roy', sender: ROY });
    const { id } = planned({ owner: ROY, conversation: conversationId('phone', 'roy') });
    const cookie = await rig.enter(ROY);
    const chat = { saved: 'notes', chat: 'x'.repeat(12) };
    const answers = [
      await rig.post(`/jobs/${id}`, { command: 'run' }, { cookie }),
      await rig.post('/jobs', chat, { cookie }),
    ];
    const page = await rig.get('/jobs', { cookie });
    expect([
      answers.map(({ status }) => status),
      jobNow(id).state,
      [shown(page.body).includes('notes'), shown(page.body).includes('Show its plan')],
    ]).toEqual([[404, 404], 'planned', [true, false]]);
  });
});

test('a saved job is planned in the chat that was chosen; another name is nobody’s', async () => {
  await open({ savedJobs: () => ['notes'] });
  const cookie = await rig.enter(ANA);
  const form = formWith((await rig.get('/jobs', { cookie })).body, 'Show its plan');
  const wrong = await rig.post('/jobs', { ...form, saved: '../secret' }, { cookie });
  await rig.post('/jobs', form, { cookie });
  const [job] = jobsIn(rig.store).listOfPerson(undefined, 9);
  expect([wrong.status, job?.source, job?.request, job?.owner]).toEqual([404, 'saved', 'notes', ANA]);
});

test('without jobs it says how to plan one; without a plan that there is none', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const none = await rig.get('/jobs', { cookie });
  const id = jobsIn(rig.store).add({
    instance: INSTANCE,
    conversation: conversationId('phone', 'ana'),
    owner: ANA,
    locale: 'en',
    workspace: '/projects/shop',
    source: 'request',
    request: 'later',
    messageId: 'm2',
    createdAtMs: Date.now(),
  });
  const page = await rig.get(`/jobs/${id}`, { cookie });
  expect([
    shown(none.body).includes('/plan count the TODOs'),
    shown(page.body).includes('no plan yet'),
  ]).toEqual([true, true]);
});

test('a plan that was changed after it was shown is not drawn', async () => {
  await open();
  const { id } = planned();
  rig.store.database.write("UPDATE jobs SET hash = 'other' WHERE id = @id").run({ id });
  const { body } = await rig.get(`/jobs/${id}`, { cookie: await rig.enter(ANA) });
  expect([shown(body).includes("isn't the one that was shown"), nodesOf(body)]).toEqual([true, []]);
});

test.each(SCRIPTS)('%s is only text: as a request, in a value, in what a task said', async (text) => {
  await open();
  const cookie = await rig.enter(ANA);
  const plan = planFor({
    id: 'find',
    service: 'files',
    command: 'search_source_code',
    input: { pattern: text },
  });
  const { id } = planned({ request: text }, plan);
  const before = await rig.get(`/jobs/${id}`, { cookie });
  await rig.post(`/jobs/${id}`, formWith(before.body, 'Run exactly this'), { cookie });
  call(jobNow(id), 'find', { ok: false, text });
  const after = await rig.get(`/jobs/${id}`, { cookie });
  const list = await rig.get('/jobs', { cookie });
  const bodies = [before, after, list].map(({ body }) => body);
  expect([bodies.flatMap(foreignTags), bodies.every((body) => body.includes('alert(1)'))]).toEqual([
    [],
    true,
  ]);
});

test('a secret is on no page of jobs', async () => {
  await open();
  const plan = planFor({
    id: 'find',
    service: 'files',
    command: 'search_source_code',
    input: { pattern: SECRET },
  });
  const { id } = planned({ request: `look for ${SECRET}` }, plan);
  const cookie = await rig.enter(ANA);
  const answers = await Promise.all(['/jobs', `/jobs/${id}`].map((to) => rig.get(to, { cookie })));
  expect(answers.map(({ body }) => body.includes('sk-canary'))).toEqual([false, false]);
});

describe('the graph', () => {
  const draw = async (plan: JobPlan) => {
    await open();
    const standing = jobStanding(planned({}, plan), { store: rig.store, texts: texts('en') });
    if (standing === undefined) throw new Error('no plan');
    return String(await JobPicture({ standing, texts: texts('en') }));
  };
  const boxesOf = (svg: string) =>
    [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
      ([, x, y, width, height]) => ({
        left: Number(x),
        top: Number(y),
        right: Number(x) + Number(width),
        bottom: Number(y) + Number(height),
      }),
    );

  test('has no box on another, no text outside of its box, and a name for whoever cannot see it', async () => {
    const tasks = Array.from({ length: 30 }, (_, at) => ({ id: `t${at}-${'x'.repeat(50)}` }));
    const svg = await draw(planFor(...tasks));
    const boxes = boxesOf(svg);
    const overlaps = boxes.flatMap((one, at) =>
      boxes
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
    );
    const written = [
      ...svg.matchAll(/<text [^>]*x="([\d.]+)" y="([\d.]+)" font-size="(\d+)"[^>]*>([^<]*)</g),
    ];
    const homeless = written.filter(([, x, y, size, text = '']) => {
      const right = Number(x) + text.length * Number(size) * 0.602;
      return !boxes.some(
        (box) => Number(x) > box.left && right < box.right && Number(y) > box.top && Number(y) < box.bottom,
      );
    });
    expect({
      boxes: boxes.length,
      overlaps,
      texts: written.length,
      homeless: homeless.map(([whole]) => whole),
      outside: boxes.filter(({ left, right }) => left < 0 || right > 300),
      name: /<title id="graph-name">Tasks done: 0 of 30\.<\/title>/.test(svg),
    }).toEqual({ boxes: 30, overlaps: [], texts: 90, homeless: [], outside: [], name: true });
  });

  test('gives a chain the whole width', async () => {
    const svg = await draw(planFor({ id: 'one' }, { id: 'two', dependsOn: ['one'] }));
    expect(boxesOf(svg).map(({ left, right }) => [left, right])).toEqual([
      [10, 290],
      [10, 290],
    ]);
  });

  test('is left out where nobody could look it over', async () => {
    const tasks = Array.from({ length: 61 }, (_, at) => ({ id: `t${at}` }));
    expect(await draw(planFor(...tasks))).toBe(
      '<p class="empty">Too many tasks to draw. The list has all of them.</p>',
    );
  });
});

test('in Spanish, from the list to the button', async () => {
  await open({ locale: 'es' });
  const cookie = await rig.enter(ANA);
  const { id } = planned();
  const { body } = await rig.get(`/jobs/${id}`, { cookie });
  await rig.post(`/jobs/${id}`, formWith(body, 'Ejecutar justo esto'), { cookie });
  expect([tasksOf(body)[0], jobNow(id).state]).toEqual(['first pendiente', 'started']);
});

test('as data: with the state of each task, for whoever may see it', async () => {
  await open();
  const { id, createdAtMs } = planned({}, planFor({ id: 'first' }, { id: 'second', dependsOn: ['first'] }));
  const read = async (person: string) =>
    JSON.parse(
      (await rig.get('/api/v1/jobs', { headers: { authorization: `Bearer ${rig.token(person)}` } })).body,
    );
  const task = { command: 'git.status', effect: 'reads', state: 'pending', note: null };
  expect([await read(LOCAL), await read(BEA)]).toEqual([
    {
      jobs: [
        {
          id,
          name: 'count the TODOs',
          state: 'planned',
          project: 'shop',
          person: ANA,
          task_id: null,
          tasks: [
            { id: 'first', after: [], ...task },
            { id: 'second', after: ['first'], ...task },
          ],
          requested_at: new Date(createdAtMs).toISOString(),
        },
      ],
    },
    { jobs: [] },
  ]);
});
