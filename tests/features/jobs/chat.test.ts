import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { Model } from '../../../src/contracts/model.ts';
import type { ConversationId } from '../../../src/core/ids.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { describedTools } from '../../../src/features/contributions.ts';
import type { PlanJob } from '../../../src/features/jobs/job.ts';
import { jobPlanner, savedJobs } from '../../../src/features/jobs/planning/planner.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { fixedWorkspaces } from '../../support/fixed-workspaces.ts';
import {
  ANA,
  approvalRecord,
  type GatewayRig,
  gatewayRig,
  INSTANCE,
  type RigOptions,
} from '../../support/gateway-rig.ts';
import { jobsIn } from '../../support/jobs.ts';
import { metricsOf } from '../../support/metrics-of.ts';
import { type HeldRuns, heldRuns } from '../../support/side-by-side.ts';

const BEA = '34600333444';
const CAN = '34600555666';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: undefined },
    { phone: CAN, role: 'reader', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BEA, CAN] }],
};
const CHAT = 'phone:ana' as ConversationId;
const SAVED = `
name: notes
description: Keeps what the project is called.
tasks:
  - id: project
    service: workspace
    command: get_workspace_info
  - id: keep
    service: files
    command: write_source_file
    input:
      path: NOTES.md
      content: '{{project.output.name}}'
`;
const SPLIT = {
  name: 'todo',
  description: 'Counts.',
  tasks: [
    { id: 'find', service: 'files', command: 'search_source_code', prompt: 'Find TODO', dependsOn: [] },
    { id: 'keep', service: 'files', command: 'write_source_file', prompt: 'Keep them', dependsOn: ['find'] },
  ],
};
const MADE: Readonly<Record<string, JsonObject>> = {
  find: { pattern: 'TODO' },
  keep: { path: 'TODO.md', content: 'first in {{find.output.matches.0.path}}' },
};

let rig: GatewayRig;
let work: HeldRuns;
let folder: string;
let asked: string[];

beforeEach(() => {
  asked = [];
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-jobs-'));
  mkdirSync(path.join(folder, 'jobs'));
  writeFileSync(path.join(folder, 'jobs', 'notes.yaml'), SAVED);
});
afterEach(async () => {
  await rig.remove();
  rmSync(folder, { recursive: true });
});

/** Splits every request into the same two tasks, and knows the parameters of both. */
const MODEL: Model = {
  name: 'scripted',
  async reply({ messages }) {
    const text = String(messages[0]?.content[0]?.text);
    const { id, service, command, dependsOn } = JSON.parse(text) as Record<string, string>;
    asked.push(id ?? 'request');
    const reply = id === undefined ? SPLIT : { id, service, command, dependsOn, input: MADE[id] };
    const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const words = JSON.stringify(reply);
    const content = [{ type: 'text', text: words }];
    return { kind: 'reply', reply: { content, text: words, calls: [], stopReason: 'end_turn', usage } };
  },
};

const PRICE = { input: 10_000_000, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };

function planner(model: Model = MODEL): PlanJob {
  const packageRoot = path.resolve(import.meta.dirname, '../../..');
  return jobPlanner({
    model,
    modelId: 'm',
    price: PRICE,
    tools: describedTools(),
    packageRoot,
    configFolder: folder,
  });
}

async function open(options: RigOptions = {}): Promise<void> {
  work = heldRuns();
  const packageRoot = path.resolve(import.meta.dirname, '../../..');
  rig = await gatewayRig({
    locale: 'en',
    access: ACCESS,
    run: work.run,
    planJob: planner(),
    savedJobs: () => savedJobs({ packageRoot, configFolder: folder }),
    ...options,
  });
}

const told = (text: string) =>
  text
    .replaceAll(/\/(job (?:run|cancel|show|retry)|trabajo (?:ejecutar|cancelar)) [2-9a-z]{4}\b/g, '/$1 <id>')
    .replaceAll(/(?<!\/)\b([Jj]ob|[Tt]rabajo) [2-9a-z]{4}\b/g, '$1 <id>')
    .replaceAll(/^[2-9a-z]{4} · /gm, '<id> · ');
const job = () => {
  const [latest] = jobsIn(rig.store).listOfChat(CHAT, 1);
  if (latest === undefined) throw new Error('there is no job');
  return latest;
};
const planned = async () => {
  while (jobsIn(rig.store).listUnfinished(INSTANCE).length > 0)
    await new Promise((done) => setTimeout(done, 5));
};

type Change = Parameters<GatewayRig['say']>[1];

/** What is said to that: planning reads files and loads the validator, which takes as long as it takes. */
async function says(text: string, change?: Change): Promise<string> {
  const before = rig.phone.texts.length;
  await rig.say(text, change);
  await planned();
  await settled();
  return rig.phone.texts.slice(before).map(told).join('\n---\n');
}

describe('a saved job', () => {
  test('is shown with everything it would do, and nothing runs', async () => {
    await open();
    expect(await says('/job run notes')).toMatchInlineSnapshot(`
      "🧭 Planning job <id>. Nothing runs yet.
      To cancel: /job cancel <id>
      ---
      📋 notes: 2 tasks
      Keeps what the project is called.

      Step 1
      👀 project · workspace.get_workspace_info

      Step 2
      ✏️ keep · files.write_source_file (after project)
         path: \`NOTES.md\`
         content: \`{{project.output.name}}\`

      👀 Only reads: project. I don't ask.
      ✏️ Changes the project: keep. I ask about protected files, and about every edit if you want that.
      ⚠️ Changed files can be reverted with /undo.

      ▶️ Nothing has run yet. To run exactly this: "run"
      Or /job run <id>. I still ask where I need your approval.
      To cancel: /job cancel <id>"
    `);
    expect({ started: rig.started, asked }).toEqual({ started: [], asked: [] });
  });

  test('a bare no gives it up', async () => {
    await open();
    await says('/job run notes');
    await says('no');
    expect({ state: job().state, started: rig.started }).toEqual({ state: 'cancelled', started: [] });
  });

  test.each(['run', 'Run it.', 'ejecútalo', '"run"', 'yes', 'dale', '1'])(
    '%s runs exactly what was shown',
    async (word) => {
      await open();
      await says('/job run notes');
      const said = await says(word);
      const { plan, id } = job();
      const [session] = rig.sessions();
      expect({ said, assignment: session?.origin.assignment, session: session?.id }).toEqual({
        said: '🚀 On it: notes',
        assignment: { kind: 'job', plan: plan?.text, hash: plan?.hash, job: id },
        session: job().session,
      });
    },
  );

  test('runs once, however often it is said', async () => {
    await open();
    await says('/job run notes');
    await says('run');
    const again = [await says('run'), await says(`/job run ${job().id}`)];
    expect({ again, started: rig.started }).toEqual({
      again: Array(2).fill(
        'Job <id> has already run, and runs only once.\nIts results: /job show <id>\nTo repeat what failed: /job retry <id>',
      ),
      started: ['notes'],
    });
  });

  test('that is wrong is told with file, line, task and field', async () => {
    await open();
    const file = path.join(folder, 'jobs', 'notes.yaml');
    writeFileSync(file, SAVED.replace('project.output.name', '__proto__.output.name'));
    expect(await says('/job run notes')).toMatchInlineSnapshot(`
      "🧭 Planning job <id>. Nothing runs yet.
      To cancel: /job cancel <id>
      ---
      ❌ No plan for job <id>.
      Fix this job first:
      notes.yaml:13: task keep, input.content: {{__proto__.output.name}}: __proto__ is taken by the language itself"
    `);
  });

  test('that is wrong is told so in Spanish, too', async () => {
    await open({ locale: 'es' });
    writeFileSync(path.join(folder, 'jobs', 'notes.yaml'), 'name: x\ntasks: []\n');
    expect((await says('/job run notes')).split('\n').slice(3, 5)).toEqual([
      '❌ No hay plan para el trabajo <id>.',
      'Corrige antes este trabajo:',
    ]);
  });

  test('whose plan was changed after it was shown does not begin, and is given up', async () => {
    await open({ planJob: async (wish) => ({ ...(await planner()(wish)), hash: 'f'.repeat(64) }) as never });
    await says('/job run notes');
    const said = [await says('/job show'), await says('run'), await says('/job')];
    expect({ said, started: rig.started }).toMatchInlineSnapshot(`
      {
        "said": [
          "<id> · waits for "run" · notes
      This isn't the plan you were shown, so I won't run it.
      The plan, or what its commands do, has changed. Ask again: /plan <request>",
          "This isn't the plan you were shown, so I won't run it.
      The plan, or what its commands do, has changed. Ask again: /plan <request>",
          "📋 Jobs in this chat:
      <id> · cancelled · notes
      Saved jobs: notes, project-notes
      To see one: /job run <name>",
        ],
        "started": [],
      }
    `);
  });

  test('with long values is shown in short, and /job show shows all of it', async () => {
    await open();
    const file = path.join(folder, 'jobs', 'notes.yaml');
    writeFileSync(file, SAVED.replace("'{{project.output.name}}'", `'${'x'.repeat(5000)}'`));
    const shown = await says('/job run notes');
    const whole = await says('/job show');
    expect([
      shown.split('\n').filter((line) => /more|Shortened/.test(line)),
      whole.includes('x'.repeat(3000)),
      /more|Shortened/.test(whole),
    ]).toEqual([['      (4,700 more characters)', '✂️ Shortened. All of it: /job show <id>'], true, false]);
  });

  test.each([
    '/etc/passwd',
    'notes.yaml',
    './notes',
    '~/notes.yaml',
    '..',
    'a\\b',
    'notes\n/etc/passwd',
    '$HOME/x',
    '/dev/stdin',
  ])('is never a file of the machine: %j plans nothing', async (name) => {
    await open();
    expect([await says(`/job run ${name}`), jobsIn(rig.store).listOfChat(CHAT, 1)]).toEqual([
      'Here I only run saved jobs: /job run <name>\nTo run a file, use the terminal: wasap job run FILE',
      [],
    ]);
  });

  test.each([
    ['notas v1.2', 'notas v1.2'],
    ['Notas  V1.2', 'notas v1.2'],
    ['informe.año', 'informe.año'],
    ['Informe.an\u0303o', 'informe.año'],
  ])('is found whatever its name holds and however a phone writes it: %j', async (typed, name) => {
    writeFileSync(path.join(folder, 'jobs', `${name}.yaml`), SAVED);
    await open();
    const told = await says(`/job run ${typed}`);
    expect([told.split('\n---\n')[1]?.split('\n')[0], job().request]).toEqual(['📋 notes: 2 tasks', name]);
  });

  test('is not guessed between two that differ in capitals alone', async () => {
    for (const name of ['Deploy', 'deploy']) writeFileSync(path.join(folder, 'jobs', `${name}.yaml`), SAVED);
    await open();
    const asked: string[] = [];
    for (const name of ['deploy', 'DEPLOY']) asked.push(await says(`/job run ${name}`));
    expect(asked).toEqual([
      expect.stringContaining('📋 notes: 2 tasks'),
      expect.stringMatching(/^No saved job has that name/),
    ]);
  });

  test('is never what a link of its name leads to', async () => {
    await open();
    const secret = path.join(folder, 'secret.yaml');
    writeFileSync(secret, 'name: hunter2\n');
    symlinkSync(secret, path.join(folder, 'jobs', 'linked.yaml'));
    expect(await says('/job run linked')).toMatchInlineSnapshot(`
      "🧭 Planning job <id>. Nothing runs yet.
      To cancel: /job cancel <id>
      ---
      ❌ No plan for job <id>.
      linked.yaml cannot be read as a job: it is a link; name the file it leads to."
    `);
  });

  test('is found by its name alone: a path is for the terminal', async () => {
    await open();
    expect([await says('/job run ../jobs/notes.yaml'), await says('/job run nots')]).toMatchInlineSnapshot(`
      [
        "Here I only run saved jobs: /job run <name>
      To run a file, use the terminal: wasap job run FILE",
        "No saved job has that name, and no job those letters.
      Saved jobs: notes, project-notes",
      ]
    `);
  });
});

describe('/plan', () => {
  test('has the model make tasks of it, and counts what that cost for the person', async () => {
    await open();
    const said = await says('/plan count the TODOs');
    const cost = { job: job().costMicroUsd, day: rig.store.spending.sumSince(ANA, 0) };
    expect({ asked, cost, started: rig.started }).toEqual({
      asked: ['request', 'find', 'keep'],
      cost: { job: 30_000, day: 30_000 },
      started: [],
    });
    expect(said).toMatchInlineSnapshot(`
      "🧭 Planning job <id>. Nothing runs yet.
      To cancel: /job cancel <id>
      ---
      📋 todo: 2 tasks
      Counts.

      Step 1
      👀 find · files.search_source_code
         pattern: \`TODO\`

      Step 2
      ✏️ keep · files.write_source_file (after find)
         path: \`TODO.md\`
         content: \`first in {{find.output.matches.0.path}}\`

      👀 Only reads: find. I don't ask.
      ✏️ Changes the project: keep. I ask about protected files, and about every edit if you want that.
      ⚠️ Changed files can be reverted with /undo.

      Planning cost $0.030.
      ▶️ Nothing has run yet. To run exactly this: "run"
      Or /job run <id>. I still ask where I need your approval.
      To cancel: /job cancel <id>"
    `);
  });

  test('counts in the figures of its chat', async () => {
    await open();
    await says('/plan count the TODOs');
    const spent = metricsOf(rig.store).over({ sinceMs: -1, untilMs: 1e15 }, CHAT).spending;
    expect([spent.microUsd, spent.inputTokens]).toEqual([30_000, 3000]);
  });

  test('in Spanish is answered in Spanish', async () => {
    await open({ locale: 'es' });
    expect(await says('/plan cuenta los TODO')).toMatchInlineSnapshot(`
      "🧭 Preparo el plan del trabajo <id>. Aún no corre nada.
      Para cancelar: /trabajo cancelar <id>
      ---
      📋 todo: 2 tareas
      Counts.

      Paso 1
      👀 find · files.search_source_code
         pattern: \`TODO\`

      Paso 2
      ✏️ keep · files.write_source_file (después de find)
         path: \`TODO.md\`
         content: \`first in {{find.output.matches.0.path}}\`

      👀 Solo lee: find. No pregunto.
      ✏️ Cambia el proyecto: keep. Pregunto por archivos protegidos, y por cada cambio si así lo quieres.
      ⚠️ Los archivos que cambie se recuperan con /deshacer.

      Preparar el plan costó $0.030.
      ▶️ Aún no corrió nada. Para hacer justo esto: "ejecuta"
      O /trabajo ejecutar <id>. Igual te pregunto donde necesite tu permiso.
      Para cancelar: /trabajo cancelar <id>"
    `);
    expect(await says('ejecuta')).toBe('🚀 Voy con esto: cuenta los TODO');
  });

  test('is not asked of the model once the money of the day is spent, and its plan comes to nothing in between', async () => {
    const limits = { dailyCostMicroUsd: 5_000 } as never;
    await open({ program: { limits } });
    const said = [await says('/plan count the TODOs'), await says('/plan once more')];
    expect({
      said: said.map((one) => one.replaceAll(/\d+ h \d+ min/g, '<time>')),
      asked,
    }).toMatchInlineSnapshot(`
      {
        "asked": [
          "request",
        ],
        "said": [
          "🧭 Planning job <id>. Nothing runs yet.
      To cancel: /job cancel <id>
      ---
      ❌ No plan for job <id>.
      💰 You've spent your $0.005 for today.
      I can start new work after 00:00 UTC (in <time>).
      An owner can raise the limit: AGENT_DAILY_COST_USD in .env, or daily_cost_usd in agent.yaml, then restart.
      Planning cost $0.010.",
          "💰 You've spent your $0.005 for today.
      I can start new work after 00:00 UTC (in <time>).
      An owner can raise the limit: AGENT_DAILY_COST_USD in .env, or daily_cost_usd in agent.yaml, then restart.",
        ],
      }
    `);
  });

  test('goes on with the next program when this one is killed', async () => {
    await open({ planJob: () => new Promise(() => undefined) });
    await rig.say('/plan count the TODOs');
    expect(job().state).toBe('planning');
    rig = await rig.restart({ planJob: planner() });
    await planned();
    await settled();
    expect({ state: job().state, told: told(rig.phone.texts[1] ?? '') }).toEqual({
      state: 'planned',
      told: '🔄 I was restarted. Planning job <id> again.',
    });
  });

  test('that is given up while it is planned shows nothing more', async () => {
    await open({
      planJob: ({ signal }) =>
        new Promise((done) => signal.addEventListener('abort', () => done({ kind: 'stopped' }))),
    });
    await rig.say('/plan count the TODOs');
    for (const words of ['run', '/job cancel', 'run']) await rig.say(words);
    const said = rig.phone.texts.slice(1).map(told);
    expect({ said, state: job().state }).toEqual({
      said: [
        "I'm still planning job <id>.\nYou'll see the plan before anything runs.",
        '🛑 Job <id> is cancelled. Nothing ran.',
        expect.stringMatching(/^I'll answer/),
      ],
      state: 'cancelled',
    });
  });
});

test.each([
  ['en', "I can't reach the model.\nCheck the network and ANTHROPIC_BASE_URL, then ask again."],
  ['es', 'No puedo conectarme con el modelo.\nRevisa la red y ANTHROPIC_BASE_URL, y pídelo otra vez.'],
] as const)('a model that cannot be asked is told in the words of the person (%s)', async (locale, why) => {
  const fault = { kind: 'unreachable', detail: 'bad port' } as const;
  await open({ locale, planJob: planner({ name: 'none', reply: async () => ({ kind: 'fault', fault }) }) });
  const said = await says('/plan count the TODOs');
  expect([said.endsWith(`.\n${why}`), job().state]).toEqual([true, 'refused']);
});

test('a job that is given up while the model is asked asks it nothing more', async () => {
  let goOn: () => void = () => undefined;
  const halted = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: Model = {
    name: 'slow',
    async reply(...request) {
      const answer = await MODEL.reply(...request);
      await halted;
      return answer;
    },
  };
  await open({ planJob: planner(slow) });
  await rig.say('/plan count the TODOs');
  while (asked.length === 0) await new Promise((done) => setTimeout(done, 5));
  await rig.say('/job cancel');
  goOn();
  await rig.gateway.idle();
  expect([asked, job().state]).toEqual([['request'], 'cancelled']);
});

describe('whoever answers', () => {
  const inGroup = (sender: string) => ({ chat: 'team', sender, group: { addressed: true } });

  test('votes in the poll where there are polls', async () => {
    await open({ channels: [new FakeChannel('phone', { poll: true })] });
    await says('/job run notes');
    const poll = rig.phone.sent.find(({ body }) => body.kind === 'poll');
    expect(poll?.body).toMatchObject({ choices: ['run', 'cancel'] });
    await says('', { gesture: { kind: 'vote', target: poll?.id ?? '', choices: ['run'] } });
    expect(rig.started).toEqual(['notes']);
  });

  test('never does so with words of somebody else that are forwarded', async () => {
    await open();
    await says('/job run notes');
    await says('run', { forwarded: true });
    expect(rig.sessions().filter(({ origin: { assignment } }) => assignment !== undefined)).toEqual([]);
  });

  test('begins nothing in another project than it was planned for', async () => {
    const workspaces = { ...fixedWorkspaces('/projects/shop'), isWorkspace: () => true };
    await open({ program: { workspaces } });
    await says('/job run notes');
    rig.store.chosenWorkspaces.choose(CHAT, '/projects/blog', rig.clock.nowMs());
    expect([await says('run'), rig.started]).toEqual([
      'Job <id> is for shop, and this chat is in another project.\nSwitch back first: /workspace switch shop',
      [],
    ]);
  });

  test('has to say which job, where several were shown', async () => {
    await open();
    await says('/job run notes');
    await says('/plan count the TODOs');
    const said = await says('run');
    await says('run', { quotedId: job().messageId });
    expect({ said, started: rig.started }).toEqual({
      said: expect.stringMatching(
        /^Which question.*\n\w{4}: count the TODOs\n {3}\/job run <id> · \/job cancel <id>\n\w{4}: notes\n/,
      ),
      started: ['count the TODOs'],
    });
  });

  test('is whoever asked for it, or an owner; and a reader asks for none', async () => {
    await open();
    await says('/job run notes', inGroup(BEA));
    const id = jobsIn(rig.store).listOfChat('phone:team' as ConversationId, 1)[0]?.id ?? '';
    const said = [
      await says(`/job run ${id}`, inGroup(CAN)),
      await says('/plan read everything', inGroup(CAN)),
      await says(`/job run ${id}`),
      await says(`/job run ${id}`, inGroup(ANA)),
    ];
    expect({ said, started: rig.started }).toMatchInlineSnapshot(`
      {
        "said": [
          "Job <id> is somebody else's.",
          "You can ask me questions, but not have me change anything.
      An owner can allow that in access.yaml.",
          "No saved job has that name, and no job those letters.
      Saved jobs: notes, project-notes",
          "🚀 On it: notes",
        ],
        "started": [
          "notes",
        ],
      }
    `);
  });

  test('changes nothing by editing the word, and takes it back by deleting it while the job has not begun', async () => {
    await open();
    await rig.say('/agent something else first');
    await says('/job run notes');
    await says('run', { id: 'THE-WORD' });
    const edited = await says('', { gesture: { kind: 'edit', target: 'THE-WORD', text: 'run it twice' } });
    const [job] = rig.sessions();
    await says('', { gesture: { kind: 'delete', target: 'THE-WORD' } });
    expect({
      edited,
      task: job?.task,
      status: rig.sessions()[0]?.state.status,
      started: rig.started,
    }).toEqual({
      edited: "Too late: I'd already read that message.\nSend what's different as a new message.",
      task: 'notes',
      status: 'cancelled',
      started: ['something else first'],
    });
  });

  test('tells a job that runs nothing: it cannot listen', async () => {
    await open();
    await says('/job run notes');
    await says('run');
    expect(await says('and please be quick')).toBe(
      "notes is a job: it only follows its plan.\nI can't pass your message on. /cancel stops it.",
    );
  });

  test('is told that instructions with /agent-resume reach nothing, and the job goes on without them', async () => {
    await open();
    await says('/job run notes');
    await says('run');
    await work.finish('notes', { kind: 'parked', reason: 'rounds', detail: '', text: '' });
    const told = await says('/agent-resume and be quick');
    const [session] = rig.sessions();
    if (session === undefined) throw new Error('there is no task');
    expect({
      told,
      status: session.state.status,
      words: rig.store.steering.listUnread(session.id),
    }).toEqual({
      told: "notes is a job: it only follows its plan.\nI can't pass your message on. /cancel stops it.\n---\n▶️ Continuing: notes",
      status: 'running',
      words: [],
    });
  });

  test.each([
    ['en', 'no', "❌ OK, I'll skip this.\nTasks that depend on it won't run. The others will."],
    ['es', 'no', '❌ Bueno, esto me lo salto.\nLas tareas que dependen de esto no corren. Las demás sí.'],
  ] as const)(
    'with a no in %s is told what becomes of the rest: no other way is looked for',
    async (locale, no, line) => {
      await open({ locale });
      await says('/job run notes');
      await says('run');
      const [session] = rig.sessions();
      rig.store.approvals.create(approvalRecord({ session: session?.id, conversation: CHAT }));
      expect(await says(no)).toBe(line);
    },
  );
});

describe('/job', () => {
  test('lists the jobs of this chat, and shows one', async () => {
    await open({ savedJobs: () => ['notes'] });
    const none = await says('/job');
    await says('/job run notes');
    await says('/plan count the TODOs');
    await says('/job cancel');
    expect([none, await says('/jobs list'), await says('/job show zzzz')]).toMatchInlineSnapshot(`
      [
        "No jobs in this chat yet.
      Plan one: /plan count the TODOs in src and write them to TODO.md
      Saved jobs: notes
      To see one: /job run <name>",
        "📋 Jobs in this chat:
      <id> · cancelled · count the TODOs
      <id> · waits for "run" · notes
      Saved jobs: notes
      To see one: /job run <name>",
        "No job <id> in this chat. /job lists them.",
      ]
    `);
  });

  test('cancel stops one that runs, and says of one that is over that it was run', async () => {
    await open();
    await says('/job run notes');
    await says('run');
    const stopped = await says('/job cancel');
    await settled();
    const after = await says('/job cancel');
    expect({ stopped, status: rig.sessions()[0]?.state.status, after }).toEqual({
      stopped: '🛑 Stopping: notes\n/agent-resume continues it later.\n---\n🛑 Stopped: notes',
      status: 'cancelled',
      after:
        'Job <id> has already run, and runs only once.\nIts results: /job show <id>\nTo repeat what failed: /job retry <id>',
    });
  });

  test('show tells what was never called in a job that is over, because its parameters were of no use', async () => {
    await open();
    await says('/job run notes');
    await says('run');
    const { session } = job();
    if (session === undefined) throw new Error('not started');
    rig.store.calls.add({
      session,
      id: 'job_project' as never,
      round: 1,
      position: 0,
      tool: 't',
      input: {},
      malformed: undefined,
      state: 'done',
      prepared: null,
      result: { ok: true, text: '', data: {}, durationMs: 1 },
      startedAtMs: 1,
    });
    const atWork = await says('/job show');
    await work.finish('notes');
    expect([atWork, await says('/job show')]).toMatchInlineSnapshot(`
      [
        "<id> · running · notes
      ✅ project · workspace.get_workspace_info
      ⬜ keep · files.write_source_file
      1 of 2 tasks are done.",
        "<id> · finished · notes
      ✅ project · workspace.get_workspace_info
      ❌ keep · files.write_source_file (earlier results didn't give it usable parameters)
      1 of 2 tasks are done.
      ❌ keep: earlier results didn't give it usable parameters
      To repeat what failed and what was skipped: /job retry",
      ]
    `);
  });

  test('retry runs what is left with the outputs of what was done, and only when it is over', async () => {
    await open();
    await says('/job run notes');
    const planned = await says('/job retry');
    await says('run');
    const early = await says('/job retry');
    const atWork = await says('/job show');
    const first = job().session;
    if (first === undefined) throw new Error('not started');
    const call = (id: string, ok: boolean, data: unknown) =>
      rig.store.calls.add({
        session: first,
        id: id as never,
        round: 1,
        position: 0,
        tool: 't',
        input: {},
        malformed: undefined,
        state: 'done',
        prepared: null,
        result: { ok, text: 'no room', data: data as never, durationMs: 1 },
        startedAtMs: 1,
      });
    call('job_project', true, { name: 'shop' });
    call('job_keep', false, null);
    await work.finish('notes');
    const shown = await says('/job show');
    const retried = await says('/job retry');
    const [session] = rig.sessions();
    const { plan, id } = job();
    expect({ planned, early, atWork, retried, assignment: session?.origin.assignment }).toEqual({
      planned: expect.stringMatching(/^▶️ Nothing has run yet\./),
      early: "Job <id> isn't finished yet. To stop it: /cancel",
      atWork:
        '<id> · running · notes\n⬜ project · workspace.get_workspace_info\n⬜ keep · files.write_source_file\n0 of 2 tasks are done.',
      retried: '🔁 Job <id>: 1 task left of notes\n---\n🚀 On it: notes',
      assignment: {
        kind: 'job',
        plan: plan?.text,
        hash: plan?.hash,
        job: id,
        outputs: '{"project":{"name":"shop"}}',
      },
    });
    expect(shown).toMatchInlineSnapshot(`
      "<id> · finished · notes
      ✅ project · workspace.get_workspace_info
      ❌ keep · files.write_source_file (no room)
      1 of 2 tasks are done.
      ❌ keep: no room
      To repeat what failed and what was skipped: /job retry"
    `);
  });
});
