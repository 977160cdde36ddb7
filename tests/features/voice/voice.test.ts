import { afterEach, describe, expect, test } from 'vitest';
import { startOfUtcDay } from '../../../src/core/clock.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { ANA, type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import {
  floods,
  hangs,
  refuses,
  type SpeechAnswer,
  speaks,
  speechServer,
} from '../../support/speech-server.ts';
import { heardOn, SPEECH_KEY, voiceRig } from '../../support/voice-rig.ts';

/** Requests are real: they take as long as the machine is busy. */
const WITHIN = { timeout: 10_000 };

let rig: GatewayRig;
afterEach(() => rig.remove());

async function says(...lines: readonly string[]): Promise<string> {
  for (const line of lines) await rig.say(line);
  return rig.phone.texts.at(-1) ?? '';
}

/** Lets the program try again as often as it does by itself. */
async function settles(): Promise<void> {
  await expect
    .poll(async () => {
      await rig.clock.advance(5000);
      return unfinished();
    }, WITHIN)
    .toBe(0);
}

function unfinished(): number {
  return rig.features
    .flatMap(({ workers = [] }) => workers)
    .reduce((sum, worker) => sum + (worker.countUnfinished?.() ?? 0), 0);
}

const REPORTS_ON = '🔊 Reports here also come as voice notes.';

describe('/voice', () => {
  test.each([
    ['en', '/voice on', `${REPORTS_ON}\nQuestions too: /voice questions\nBack to text: /voice off`],
    [
      'en',
      '/voice On Questions!',
      '🔊 Reports and questions here also come as voice notes.\nOnly reports: /voice on\nBack to text: /voice off',
    ],
    ['en', '/voice off', '🔇 Everything here comes as text.\nTo hear the reports of tasks: /voice on'],
    ['en', '/voice', '🔇 Everything here comes as text.\nTo hear the reports of tasks: /voice on'],
    ['en', '/voice loud', "I don't know that choice.\nThere are: /voice on, /voice questions, /voice off"],
    [
      'es',
      '/voz sí',
      '🔊 Aquí los informes llegan también como notas de voz.\nTambién las preguntas: /voz preguntas\nOtra vez solo texto: /voz no',
    ],
    [
      'es',
      '/voz preguntas',
      '🔊 Informes y preguntas llegan también como notas de voz.\nSolo los informes: /voz sí\nOtra vez solo texto: /voz no',
    ],
    ['es', '/voz no', '🔇 Aquí todo llega como texto.\nPara escuchar los informes de las tareas: /voz sí'],
  ] as const)('%s: %s', async (locale, typed, told) => {
    rig = await voiceRig(await speechServer(), { locale });
    expect(await says(typed)).toBe(told);
  });

  test('what a chat hears outlives a restart', async () => {
    rig = await voiceRig(await speechServer());
    await says('/voice questions');
    rig = await rig.restart();
    expect([
      await says('/voice'),
      (await says('/status')).includes('🔊 Voice notes are on here (/voice)'),
    ]).toEqual([expect.stringContaining('Reports and questions'), true]);
  });

  test('a terminal says in one line that it cannot play, and stores nothing', async () => {
    rig = await voiceRig(await speechServer(), { channels: [new FakeChannel('phone')] });
    expect([await says('/voice on'), (await says('/voice')).split('\n')[0]]).toEqual([
      "🔇 I can't play voice notes in this chat. WhatsApp can.",
      '🔇 Everything here comes as text.',
    ]);
  });

  test('without a speech service it says how to set one up', async () => {
    rig = await gatewayRig({ locale: 'en', channels: [new FakeChannel('phone', { voiceNote: true })] });
    expect(await says('/voice on')).toBe(
      '🔇 No speech service is set up.\nOn my machine, set SPEECH_URL in .env and restart me.',
    );
  });

  const BEA = '34600333444';
  test.each([
    ['reader', 'ana', false],
    ['member', 'ana', true],
    ['member', 'family', false],
    ['owner', 'family', true],
  ] as const)('a %s in %s may: %s', async (role, chat, may) => {
    rig = await voiceRig(await speechServer(), {
      access: {
        people: [
          { phone: ANA, role: 'owner', workspaces: undefined },
          { phone: BEA, role, workspaces: undefined },
        ],
        groups: [{ id: 'family', people: [BEA] }],
      },
    });
    const group = chat === 'family' ? { group: { addressed: true } } : {};
    await rig.say('/voice on', { sender: BEA, chat, ...group });
    expect(rig.phone.texts.at(-1)?.startsWith(REPORTS_ON)).toBe(may);
  });
});

describe('the report of a task', () => {
  test('comes as text, then as a voice note', async () => {
    const service = await speechServer();
    rig = await voiceRig(service);
    await says('/voice on', '/agent fix the login');
    await expect.poll(() => heardOn(rig).slice(-2), WITHIN).toEqual(['✅ Done: fix the login', '(3 s)']);
    expect(service.asked).toEqual([
      {
        path: '/v1/audio/speech',
        authorization: `Bearer ${SPEECH_KEY}`,
        body: {
          model: 'tts-1',
          voice: 'alloy',
          input: 'Done: fix the login. The agent says, unchecked: All done.',
          response_format: 'opus',
        },
      },
    ]);
  });

  test('in Spanish, with the Spanish voice', async () => {
    const service = await speechServer();
    rig = await voiceRig(service, { locale: 'es' });
    await says('/voz sí', '/agente arregla el inicio de sesión');
    await expect.poll(() => service.asked, WITHIN).toHaveLength(1);
    expect(service.asked[0]?.body).toMatchObject({
      voice: 'nova',
      input: 'Listo: arregla el inicio de sesión. El agente dice, sin comprobar: All done.',
    });
    await settles();
  });

  test.each<[string, FakeRun, string]>([
    [
      'paused',
      async (_session, agent) => agent.end({ kind: 'parked', reason: 'rounds', detail: '', text: '' }),
      'Paused: fix it. The chat says why.',
    ],
    [
      'failed',
      async (_session, agent) => agent.end({ kind: 'failed', detail: 'x' }),
      'Failed: fix it. The chat says why.',
    ],
  ])('one that %s says so', async (_what, run, said) => {
    const service = await speechServer();
    rig = await voiceRig(service, { run });
    await says('/voice on', '/agent fix it');
    await expect.poll(service.said, WITHIN).toEqual([said]);
    await settles();
  });

  test.each<[string, FakeRun | undefined, readonly string[]]>([
    [
      'a stopped task',
      async (_session, agent) => agent.end({ kind: 'cancelled' }),
      ['/voice on', '/agent fix it'],
    ],
    ['an answer to a question', undefined, ['/voice on', 'where is the login?']],
    ['a task of a chat that hears nothing', undefined, ['/agent fix it']],
    ['a task after /voice off', undefined, ['/voice on', '/voice off', '/agent fix it']],
  ])('%s is not heard', async (_what, run, lines) => {
    const service = await speechServer();
    rig = await voiceRig(service, run === undefined ? {} : { run });
    await says(...lines);
    await settles();
    expect(service.asked).toEqual([]);
  });

  test('never waits for its voice note, nor does what comes after it', async () => {
    const service = await speechServer(hangs);
    rig = await voiceRig(service);
    await says('/voice on', '/agent one');
    await expect.poll(() => service.asked, WITHIN).toHaveLength(1);
    await says('/agent two', '/status');
    expect(
      rig.phone.texts.filter((text) => text.startsWith('✅ Done')).map((text) => text.split('\n')[0]),
    ).toEqual(['✅ Done: one', '✅ Done: two']);
  });

  test('is read without secrets, code, emoji and folders', async () => {
    const service = await speechServer();
    const text =
      '**It is in** `src/auth/login.ts` 🎉\n```ts\nconst key = 1;\n```\n- token hunter2-hunter2\n- see https://example.com/a?b=c';
    rig = await voiceRig(service, { run: async (_session, agent) => agent.end({ kind: 'done', text }) });
    await says('/voice on', '/agent fix it');
    await expect
      .poll(service.said, WITHIN)
      .toEqual([
        'Done: fix it. The agent says, unchecked: It is in login dot ts. token a secret. see a link.',
      ]);
    await settles();
  });

  test('is cut at a sentence, however long it is', async () => {
    const service = await speechServer();
    const text = Array.from({ length: 200 }, (_, at) => `Sentence ${at} has five words.`).join(' ');
    rig = await voiceRig(service, { run: async (_session, agent) => agent.end({ kind: 'done', text }) });
    await says('/voice on', '/agent fix it');
    await expect
      .poll(service.said, WITHIN)
      .toEqual([expect.stringMatching(/^Done: fix it\. .{100,400} words\.$/)]);
    await settles();
  });
});

describe('a question', () => {
  const asks: FakeRun = async (_session, agent) =>
    agent.ask({ question: { details: 'npm install left-pad' } });

  test.each([
    ['/voice on', []],
    [
      '/voice questions',
      [
        "May I run this command? npm install left-pad. This is for the task: fix it. It can't be undone, so answer in writing.",
      ],
    ],
  ] as const)('after %s', async (typed, said) => {
    const service = await speechServer();
    rig = await voiceRig(service, { run: asks });
    await says(typed, '/agent fix it');
    await settles();
    expect(service.said()).toEqual(said);
  });

  test('that is answered before its second try is not heard any more', async () => {
    const service = await speechServer(refuses(500));
    let runs = 0;
    rig = await voiceRig(service, {
      run: async (...given) => {
        runs += 1;
        return runs === 1 ? asks(...given) : { kind: 'suspended' };
      },
    });
    await says('/voice questions', '/agent fix it');
    await expect.poll(() => service.asked, WITHIN).toHaveLength(1);
    await says('no');
    await settles();
    expect([service.asked.length, heardOn(rig).filter((line) => line.startsWith('🔇'))]).toEqual([1, []]);
  });
});

describe('a speech service that is no use', () => {
  const TEXT_STAYS = 'Reports still come as text. I keep trying. To stop: /voice off';

  test.each<[string, SpeechAnswer, string, number]>([
    [
      'HTML',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'the speech service sent nothing I can play.',
      1,
    ],
    ['100 MB', floods(100 * 1024 * 1024), 'the speech service sent nothing I can play.', 1],
    ['no answer', hangs, 'the speech service took too long.', 2],
    [
      'a redirection',
      refuses(302, { location: 'http://169.254.169.254/' }),
      "I can't reach the speech service.",
      2,
    ],
    ['a refused key', refuses(401), 'the speech service rejects SPEECH_KEY.', 1],
    ['a broken service', refuses(500), "I can't reach the speech service.", 2],
    ['ten minutes of sound', speaks(600), 'it would last more than 30 s.', 2],
  ])(
    '%s: told once, after one retry where that may help; the text is there',
    async (_what, answer, why, requests) => {
      const service = await speechServer(answer);
      rig = await voiceRig(service, { timeoutMs: answer === hangs ? 200 : 10_000 });
      await says('/voice on', '/agent one');
      await settles();
      await says('/agent two');
      await settles();
      expect({
        shown: rig.phone.texts
          .slice(1)
          .filter((text) => !text.startsWith('🚀'))
          .map((text) => text.split('\n').slice(0, 2)),
        requests: service.asked.length,
      }).toEqual({
        shown: [
          ['✅ Done: one', ''],
          [`🔇 No voice note: ${why}`, TEXT_STAYS],
          ['✅ Done: two', ''],
        ],
        requests: 2 * requests,
      });
    },
  );

  test('in Spanish', async () => {
    rig = await voiceRig(await speechServer(refuses(401)), { locale: 'es' });
    await says('/voz sí', '/agente arregla esto');
    await settles();
    expect(rig.phone.texts.at(-1)).toBe(
      '🔇 Sin nota de voz: el servicio de voz rechaza SPEECH_KEY.\nLos informes siguen llegando como texto. Lo sigo intentando. Para dejarlo: /voz no',
    );
  });

  test('that works again is told anew when it fails again', async () => {
    const service = await speechServer(refuses(401));
    rig = await voiceRig(service);
    await says('/voice on', '/agent one');
    await settles();
    service.answer = speaks(3);
    await says('/agent two');
    await settles();
    service.answer = refuses(401);
    await says('/agent three');
    await settles();
    expect(heardOn(rig).filter((line) => /^🔇|^\(/.test(line))).toEqual([
      '🔇 No voice note: the speech service rejects SPEECH_KEY.',
      '(3 s)',
      '🔇 No voice note: the speech service rejects SPEECH_KEY.',
    ]);
  });

  test('that speaks too slowly is asked for less', async () => {
    const service = await speechServer();
    const speakSlowly: SpeechAnswer = (response) => {
      const words = service.asked.at(-1)?.body.input.split(' ').length ?? 0;
      speaks(words)(response);
    };
    service.answer = speakSlowly;
    const text = Array.from({ length: 20 }, () => 'A sentence with five words.').join(' ');
    rig = await voiceRig(service, { run: async (_session, agent) => agent.end({ kind: 'done', text }) });
    await says('/voice on', '/agent fix it');
    await settles();
    const [first = 0, second = 0] = service.said().map((said) => said.split(' ').length);
    expect([first > 30, second <= 30, heardOn(rig).at(-1)]).toEqual([true, true, `(${second} s)`]);
  });
});

describe('what it costs', () => {
  const spent = () => rig.store.spending.sumSince(ANA, startOfUtcDay(rig.clock.nowMs()));

  test.each([
    [undefined, 0],
    [15, 57 * 15],
  ])('at $%s per million characters', async (usdPerMillionCharacters, microUsd) => {
    const service = await speechServer();
    rig = await voiceRig(service, usdPerMillionCharacters === undefined ? {} : { usdPerMillionCharacters });
    await says('/voice on', '/agent fix the login');
    await settles();
    expect([service.said()[0]?.length, spent()]).toEqual([57, microUsd]);
  });

  test('nothing is spoken once the money of the day is spent', async () => {
    const service = await speechServer();
    rig = await voiceRig(service, {
      usdPerMillionCharacters: 15,
      run: async ({ owner }, agent) => {
        const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
        rig.store.spending.add({
          session: undefined,
          person: owner,
          usage,
          microUsd: 5_000_000,
          atMs: rig.clock.nowMs(),
        });
        return agent.end({ kind: 'done', text: '' });
      },
    });
    await says('/voice on', '/agent fix it');
    await settles();
    expect(service.asked).toEqual([]);
  });
});
