/**
 * One of the long runs.
 * @module-tag full
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectPhoneGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { byKeyword, type ScriptFunction } from '../support/messages-server/script.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makePythonProject } from '../support/python-project.ts';
import { git } from '../support/sample-project.ts';
import { makeScene, PROJECT_SCRIPTS, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const FIX_TESTS = '/agent Corré los tests y arreglá los que fallen';
const ADD_HEALTH = '/agent Agregá un endpoint GET /health en main.py';
const PUSH = '/agent Subí la rama';
const UNITTEST = { command: 'python3 -m unittest' };
/** Several edits of a card, each half a second after the one before. */
const REQUEST_MS = 90_000;
const EDIT_INTERVAL_MS = 500;

/** Step by step, as the model ticks off its plan; it goes on when the phone shows the count on the left. */
const FIX_TESTS_STEPS: readonly Step[] = [
  [
    undefined,
    calls(
      ['list_source_files', {}],
      [
        'create_task_plan',
        { steps: ['Correr los tests', 'Arreglar lo que falle', 'Correrlos de nuevo', 'Commit'] },
      ],
    ),
  ],
  [
    '0/4',
    calls(
      ['run_command', UNITTEST],
      ['read_source_file', { path: 'main.py' }],
      ['update_task_status', { step: 1, status: 'done' }],
    ),
  ],
  [
    '1/4',
    calls(
      [
        'apply_patch',
        {
          path: 'main.py',
          search: 'sum(producto["precio"] for producto in productos)',
          replace: 'sum(producto["precio"] * producto["cantidad"] for producto in productos)',
        },
      ],
      ['update_task_status', { step: 2, status: 'done' }],
    ),
  ],
  ['2/4', calls(['run_command', UNITTEST], ['update_task_status', { step: 3, status: 'done' }])],
  [
    '3/4',
    calls(
      ['git_commit', { message: 'fix: el total cuenta las cantidades' }],
      ['update_task_status', { step: 4, status: 'done' }],
    ),
  ],
  ['4/4', says('Fallaba un test de tres: total() sumaba precios sin las cantidades. Ya pasan los tres.')],
];

const ADD_HEALTH_STEPS: readonly Step[] = [
  [
    undefined,
    calls(
      ['read_source_file', { path: 'main.py' }],
      ['read_source_file', { path: 'test_main.py' }],
      [
        'create_task_plan',
        { steps: ['Leer main.py', 'Agregar /health y su test', 'Correr los tests', 'Commit'] },
      ],
      ['update_task_status', { step: 1, status: 'done' }],
    ),
  ],
  [
    '1/4',
    calls(
      [
        'apply_patch',
        {
          path: 'main.py',
          search: '    return 404, {"error": "no existe"}',
          replace:
            '    if ruta == "/health":\n        return 200, {"status": "ok"}\n    return 404, {"error": "no existe"}',
        },
      ],
      [
        'apply_patch',
        {
          path: 'test_main.py',
          search: '    def test_una_ruta_desconocida_no_existe(self):',
          replace:
            '    def test_health_responde_ok(self):\n        self.assertEqual(responder("/health"), (200, {"status": "ok"}))\n\n    def test_una_ruta_desconocida_no_existe(self):',
        },
      ],
      ['update_task_status', { step: 2, status: 'done' }],
    ),
  ],
  ['2/4', calls(['run_command', UNITTEST], ['update_task_status', { step: 3, status: 'done' }])],
  [
    '3/4',
    calls(
      ['git_commit', { message: 'feat: GET /health dice si el servicio vive' }],
      ['update_task_status', { step: 4, status: 'done' }],
    ),
  ],
  ['4/4', says('GET /health responde 200 con {"status": "ok"}, y tiene su test.')],
];

const PUSH_STEPS: readonly Step[] = [
  [undefined, calls(['git_push', {}])],
  [undefined, says('La rama está arriba.')],
];

type Step = readonly [shown: string | undefined, reply: MessageReply];

/** The model, which waits until the card on the phone shows how far it is: each count is then seen once. */
function unhurried(cardShows: (count: string) => Promise<unknown>): ScriptFunction {
  const tasks = { [FIX_TESTS]: FIX_TESTS_STEPS, [ADD_HEALTH]: ADD_HEALTH_STEPS, [PUSH]: PUSH_STEPS };
  const speak = byKeyword(
    Object.entries(tasks).map(([task, steps]) => ({
      keyword: task.replace('/agent ', ''),
      steps: steps.map(([, reply]) => reply),
    })),
  );
  const countBefore = new Map(
    Object.values(tasks).flatMap((steps) => steps.map(([count, reply]) => [reply, count] as const)),
  );
  return async (request, index) => {
    const reply = await speak(request, index);
    const count = reply?.kind === 'message' ? countBefore.get(reply) : undefined;
    if (count !== undefined) await cardShows(count);
    return reply;
  };
}

const QUICK_CARD = `${PROJECT_SCRIPTS}whatsapp:\n  pacing: off\n  edit_seconds: 0.5\n`;

let scene: Scene;
let world: WhatsAppServer;
let ana: PhoneChat;

/** The newest living card. */
function card(): readonly { readonly at: number; readonly text: string }[] {
  const newest = ana
    .buzzes()
    .findLast(({ content }) => content.kind === 'text' && content.text.startsWith('🔧'));
  return newest === undefined ? [] : ana.states(newest.id);
}

/** Counts of steps in the order in which the card showed them. */
function counts(): readonly string[] {
  const shown = card().flatMap(({ text }) => /\d+\/\d+ pasos hechos/.exec(text) ?? []);
  return shown.filter((count, index) => count !== shown[index - 1]);
}

/** The card is edited once more when its interval is over. */
async function lastEdit(): Promise<void> {
  await world.until(() => (card().at(-1)?.text.startsWith('✅') ? true : undefined), 'the last edit');
}

/** What one request did to the phone: which messages made it buzz, and how often and how quickly the card changed. */
async function request(task: string): Promise<Record<string, unknown>> {
  const before = ana.buzzes().length;
  const typed = world.events.typing.length;
  const id = await ana.says(task);
  await ana.reads(/^✅ Listo/, REQUEST_MS);
  await lastEdit();
  const [first, ...edits] = card();
  const lastedMs = (edits.at(-1)?.at ?? 0) - (first?.at ?? 0);
  return {
    buzzes: ana
      .buzzes()
      .slice(before)
      .map(({ content }) => (content.kind === 'text' ? content.text.slice(0, 2) : content.kind)),
    counts: counts(),
    // They are sent so far apart; only their ways may differ, on a busy machine by up to a second.
    isCalm: edits.length * EDIT_INTERVAL_MS - lastedMs < 1000,
    reactions: ana.reactions(id),
    // It is shown again and again, because phones let it fade.
    typing: [...new Set(world.events.typing.slice(typed).map(({ state }) => state))],
    lastCard: card().at(-1)?.text.replace(/⏱️.*/, '⏱️'),
  };
}

function python(code: string): string {
  return execFileSync('python3', ['-c', code], { cwd: scene.workspace, encoding: 'utf8' }).trim();
}

describe('the two manual requests of the specification, on a phone', { tags: 'python' }, () => {
  beforeAll(async () => {
    const cardShows = (count: string) =>
      world.until(
        () => (counts().at(-1) === `${count} pasos hechos` ? true : undefined),
        `${count} on the card`,
        20_000,
      );
    scene = await makeScene({
      script: unhurried(cardShows),
      project: makePythonProject,
      agentYaml: QUICK_CARD,
    });
    const linked = await linkedProgram(scene, { LOCALE: '', AGENT_MODEL: 'claude-sonnet-5-5' });
    world = linked.world;
    ana = phoneChat(world.person(OWNER));
  });
  afterAll(async () => {
    await scene?.close();
    await world?.stop();
  });

  test('"Corré los tests y arreglá los que fallen": one card that is ticked off, one report, a commit', {
    timeout: REQUEST_MS,
  }, async () => {
    expect(await request(FIX_TESTS)).toEqual({
      buzzes: ['🔧', '✅ '],
      counts: [
        '0/4 pasos hechos',
        '1/4 pasos hechos',
        '2/4 pasos hechos',
        '3/4 pasos hechos',
        '4/4 pasos hechos',
      ],
      isCalm: true,
      reactions: ['👀', '⏳', '✅'],
      typing: ['composing', 'paused'],
      lastCard:
        '✅ Corré los tests y arreglá los que fallen\n5 rondas: 4/4 pasos hechos\n✅ Correr los tests\n✅ Arreglar lo que falle\n✅ Correrlos de nuevo\n✅ Commit\n🧪 3 pasaron\n⏱️',
    });
    expect({
      commit: git(scene.workspace, 'log', '-1', '--format=%an: %s'),
      uncommitted: git(scene.workspace, 'status', '--porcelain'),
      total: python('import main; print(main.total(main.PRODUCTOS))'),
    }).toEqual({ commit: 'Ana: fix: el total cuenta las cantidades', uncommitted: '', total: '8600' });
  });

  test('"Agregá un endpoint GET /health en main.py": understood, edited, tested, committed', {
    timeout: REQUEST_MS,
  }, async () => {
    expect(await request(ADD_HEALTH)).toEqual({
      buzzes: ['🔧', '✅ '],
      counts: ['1/4 pasos hechos', '2/4 pasos hechos', '3/4 pasos hechos', '4/4 pasos hechos'],
      isCalm: true,
      reactions: ['👀', '⏳', '✅'],
      typing: ['composing', 'paused'],
      lastCard:
        '✅ Agregá un endpoint GET /health en main.py\n4 rondas: 4/4 pasos hechos\n✅ Leer main.py\n✅ Agregar /health y su test\n✅ Correr los tests\n✅ Commit\n🧪 4 pasaron\n⏱️',
    });
    expect({
      commit: git(scene.workspace, 'log', '-1', '--format=%an: %s'),
      uncommitted: git(scene.workspace, 'status', '--porcelain'),
      health: python('import main; print(main.responder("/health"))'),
    }).toEqual({
      commit: 'Ana: feat: GET /health dice si el servicio vive',
      uncommitted: '',
      health: "(200, {'status': 'ok'})",
    });
  });

  test('a push is asked with a poll, and a vote sends it', async () => {
    const id = await ana.says(PUSH);
    const poll = await ana.poll();
    await ana.votes(poll.id, poll.options[0] ?? '');
    await ana.reads(/^✅ Listo/);
    await lastEdit();
    expect({
      reactions: ana.reactions(id),
      pushed: git(scene.workspace, 'rev-parse', 'origin/main') === git(scene.workspace, 'rev-parse', 'main'),
    }).toEqual({ reactions: ['👀', '⏳', '✅'], pushed: true });
  });

  test('the chat of these requests is the one that docs/guide/whatsapp.md shows', async () => {
    const text = await expectPhoneGolden('requests', ana.transcript());
    expect({ refusals: scene.server.refusals, problems: world.problems }).toEqual({
      refusals: [],
      problems: [],
    });
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/guide/whatsapp.md'), 'utf8');
    expect(docs).toContain(text);
  });
});
