import { afterEach, describe, expect, test } from 'vitest';
import { withBootstrap } from '../../../src/agent/prompt/bootstrap.ts';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { Bootstrap, BootstrapFile } from '../../../src/contracts/assignment.ts';
import type { SandboxState } from '../../../src/contracts/exec.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { commandsOf } from '../../../src/features/contributions.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const endless: FakeRun = (session, agent) => {
  agent.change({ usage: { round: 3, activeMs: 65_000, costMicroUsd: 42_000 } });
  rig.store.history.setPlan(session.id, {
    steps: [
      { title: 'Read the code', status: 'done' },
      { title: 'Fix the bug', status: 'in_progress' },
    ],
  });
  return new Promise(() => undefined);
};

async function answerTo(text: string, options: RigOptions = {}): Promise<string> {
  rig = await gatewayRig({ locale: 'en', ...options });
  await rig.say(text);
  return rig.phone.texts.at(-1) ?? '';
}

async function answerWhileRunning(text: string, locale: Locale = 'en'): Promise<string> {
  rig = await gatewayRig({ locale, run: endless });
  await rig.say('/agent fix the login');
  await rig.say('/agent then the logout');
  await rig.say(text);
  const id = /\d{8}-[0-9a-f]{8}/g;
  return (rig.phone.texts.at(-1) ?? '').replace(id, '<id>');
}

test.each(['en', 'es'] as const)('/help of each command in %s', async (locale) => {
  rig = await gatewayRig({ locale });
  for (const { name } of commandsOf(rig.features)) await rig.say(`/help ${name}`);
  await expect(`${rig.phone.texts.join('\n\n')}\n`).toMatchFileSnapshot(`help-each.${locale}.golden.txt`);
});

/** People come from other programs, and type what those understood. */
test.each([
  ['start', 'help'],
  ['commands', 'help'],
  ['clear', 'new'],
  ['reset', 'new'],
  ['usage', 'cost'],
  ['tasks', 'sessions'],
  ['permissions', 'policy'],
])('/%s answers as /%s', async (theirs, ours) => {
  const answer = await answerTo(`/${theirs}`);
  await rig.remove();
  expect(answer).toBe(await answerTo(`/${ours}`));
});

describe('/status', () => {
  test('says what is set up and what it cost today', async () => {
    expect(await answerTo('/status')).toBe(
      [
        '💤 No task is open. Start one: /agent <task>',
        '📁 Project: /projects/shop',
        '🧠 Model: scripted-model',
        '✏️ I can change files and run commands.',
        '🛡️ Sandbox: bubblewrap 0.8.0. Commands write only in the project.\nThey get network only when you allow it.',
        '💰 Today: $0.00 of $5.00',
        'wasap 0.1.0',
      ].join('\n'),
    );
  });

  test.each<[string, SandboxState | undefined, RegExp]>([
    ['untried', undefined, /^🛡️ Sandbox: I test it before the first command\.$/m],
    [
      'missing',
      { kind: 'off', problem: 'missing', detail: '' },
      /^⚠️ No sandbox: .*\.\nGet it: sudo apt install bubblewrap/m,
    ],
    [
      'in Docker',
      { kind: 'off', problem: 'container', detail: 'No permissions' },
      /^⚠️ No sandbox: this container .* \(No permissions\)\.\n.*\n--security-opt seccomp=unconfined/m,
    ],
  ])('says what holds commands: %s', async (_name, state, line) => {
    expect(await answerTo('/status', { program: { sandbox: () => state } })).toMatch(line);
  });

  test('says how to enable writing', async () => {
    const program = { writeEnabled: false };
    expect(await answerTo('/status', { program })).toContain(
      '🔒 Read-only: I look and answer, but change nothing.\nTo let me change things, set AGENT_WRITE_ENABLED=true and restart me.',
    );
  });

  const found: readonly BootstrapFile[] = [
    { kind: 'read', name: 'SOUL.md', place: 'shop/SOUL.md', text: 'x', bytes: 1, isCut: false },
    { kind: 'read', name: 'USER.md', place: 'USER.md', text: 'x'.repeat(5990), bytes: 31_204, isCut: true },
    { kind: 'refused', name: 'TOOLS.md', place: 'TOOLS.md', why: 'not-text' },
  ];
  const bootstrap: Bootstrap = (_project, names) => found.filter(({ name }) => names.includes(name));

  test.each<[Locale, readonly string[]]>([
    [
      'en',
      [
        '📌 New tasks read: shop/SOUL.md · USER.md (only the first 5990 characters of 31 kB)',
        "⚠️ I don't use TOOLS.md: it isn't UTF-8 text. Save it as UTF-8.",
      ],
    ],
    [
      'es',
      [
        '📌 Las tareas nuevas leen: shop/SOUL.md · USER.md (solo los primeros 5990 caracteres de 31 kB)',
        '⚠️ No uso TOOLS.md: no es texto en UTF-8. Guárdalo como UTF-8.',
      ],
    ],
  ])('names the files of the owner, and what is wrong with them, in %s', async (locale, lines) => {
    const text = await answerTo('/status', { locale, program: { bootstrap } });
    expect(text.split('\n').slice(-4, -2)).toEqual(lines);
  });

  test('says to others than an owner alone nothing of folders, and nothing of USER.md', async () => {
    const access: AccessList = {
      people: [{ phone: ANA, role: 'member', workspaces: undefined }],
      groups: [],
    };
    const text = await answerTo('/status', { access, program: { bootstrap } });
    expect(text.split('\n').filter((line) => line.includes('.md'))).toEqual([
      '📌 New tasks read: SOUL.md',
      "⚠️ I don't use TOOLS.md: it isn't UTF-8 text. Save it as UTF-8.",
    ]);
  });

  test.each<[Locale, string]>([
    ['en', '   📌 SOUL.md · USER.md, as they were when it started'],
    ['es', '   📌 SOUL.md · USER.md, tal como estaban al empezar'],
  ])('names what a task at work began with, in %s', async (locale, line) => {
    const begun = found.filter(({ kind }) => kind === 'read');
    const system = withBootstrap('Work.', begun, (text) => text);
    const run: FakeRun = (_session, agent) => {
      agent.change({ prompt: { system } });
      return new Promise(() => undefined);
    };
    rig = await gatewayRig({ locale, run });
    await rig.say('/agent fix the login');
    await rig.say('/status');
    expect((rig.phone.texts.at(-1) ?? '').split('\n').at(1)).toBe(line);
  });

  test('lists what runs and what waits, in Spanish too', async () => {
    expect((await answerWhileRunning('/status', 'es')).split('\n').slice(0, 2)).toEqual([
      '🔧 en marcha: fix the login',
      '🕓 en cola: then the logout',
    ]);
  });
});

describe('/agent', () => {
  test('alone shows how the running task is doing', async () => {
    expect(await answerWhileRunning('/agent')).toBe(
      [
        '🔧 running: fix the login',
        'Round 3 · 1/2 steps done · 1 min 05 s · $0.042',
        '✅ Read the code',
        '▶️ Fix the bug',
        '🕓 queued: then the logout',
      ].join('\n'),
    );
  });

  test('alone while a question waits asks it again, with its code', async () => {
    rig = await gatewayRig({ locale: 'en', run: async (_session, agent) => agent.ask() });
    await rig.say('/agent fix the login');
    await rig.say('/agent');
    expect(rig.phone.texts.at(-1)).toBe(
      [
        '❓ waiting for you: fix the login',
        'Round 0 · 0 s · $0.00',
        '❓ May I run this command?',
        '`curl https://example.com`',
        'Why I ask: curl is not in the list of commands',
        "If yes: may change things outside git · uses the network · can't be undone",
        '',
        '1 yes · 2 no',
        '(or /approve k7x, /reject k7x why)',
      ].join('\n'),
    );
  });

  test('alone with nothing running asks for a task', async () => {
    expect(await answerTo('/agent')).toBe(
      'What should I do? For example:\n/agent the login test fails, fix it and commit',
    );
  });

  test('says at once when it may only look', async () => {
    rig = await gatewayRig({ locale: 'en', program: { writeEnabled: false } });
    await rig.say('/agent fix it');
    expect(rig.phone.texts[0]).toBe(
      '🚀 On it: fix it\n🔒 Read-only: I look and answer, but change nothing.\nTo let me change things, set AGENT_WRITE_ENABLED=true and restart me.',
    );
  });
});

describe('/sessions', () => {
  test('lists the tasks of the chat with their ids, newest first', async () => {
    expect(await answerWhileRunning('/sessions')).toBe(
      [
        '🕓 queued: then the logout',
        '   <id> · $0.00',
        '🔧 running: fix the login',
        '   <id> · $0.042',
        'To continue one: /agent-resume <id>',
      ].join('\n'),
    );
  });

  test('says when there are none', async () => {
    expect(await answerTo('/sessions')).toBe('No tasks here yet. Start one: /agent fix the login test');
  });
});

describe('/agent-resume', () => {
  test('without a task says so', async () => {
    expect(await answerTo('/agent-resume')).toBe('No task to continue here. Start one: /agent <task>');
  });

  test('of the running one passes the hint on', async () => {
    expect(await answerWhileRunning('/agent-resume use yarn')).toBe(
      'Already running or queued: fix the login',
    );
    const running = rig.sessions().at(-1);
    expect(running && rig.store.steering.listUnread(running.id).map(({ text }) => text)).toEqual([
      'use yarn',
    ]);
  });
});

test.each([
  ['/approve', 'No question is open right now.\n/approve <code> [session | always]'],
  ['/reject', 'No question is open right now.\n/reject <code> [why]'],
  ['/queue', 'What should I do next? For example:\n/queue update the docs'],
  ['/remember', 'What should I remember? For example:\n/remember that I prefer pytest'],
  ['/approve zzz', "There's no question zzz in this chat."],
  ['/agnet fix', "I don't know /agnet. Did you mean /agent?"],
  ['/deploy', "I don't know /deploy. /help shows what I know."],
])('%s is answered', async (text, answer) => {
  expect(await answerTo(text)).toBe(answer);
});
