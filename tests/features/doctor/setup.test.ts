import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { findingLine } from '../../../src/features/doctor/check-ups.ts';
import type { SetupFacts } from '../../../src/features/doctor/facts.ts';
import { setupFindings } from '../../../src/features/doctor/judge/judge.ts';
import { metricsPortOf, wrongZoneIn } from '../../../src/features/doctor/measure-facts.ts';
import { doctorWords } from '../../../src/features/doctor/texts/texts.ts';

const NOTHING: SetupFacts = {
  bootstrap: [],
  skills: undefined,
  metricsPort: undefined,
  wrongZone: undefined,
  speech: undefined,
  mcp: { servers: 0, faults: [], outsideAgents: [] },
  lock: undefined,
};
const told = (facts: Partial<SetupFacts>, locale: Locale = 'en') =>
  setupFindings({ ...NOTHING, ...facts }, doctorWords(locale)).map(findingLine);

describe('what is said', () => {
  test('nothing of what is left out', () => {
    expect(told({})).toEqual([]);
  });

  test('of the files of the owner: which are read, which are too long, which cannot be used', () => {
    const read = { kind: 'read', text: 'x', bytes: 1, isCut: false } as const;
    const files: SetupFacts['bootstrap'] = [
      { ...read, name: 'SOUL.md', place: 'SOUL.md' },
      { ...read, name: 'USER.md', place: 'shop/USER.md', text: 'y'.repeat(6000), bytes: 9000, isCut: true },
      { kind: 'refused', name: 'TOOLS.md', place: 'TOOLS.md', why: 'unreadable' },
    ];
    expect([told({ bootstrap: files }), told({ bootstrap: files.slice(2) }, 'es')]).toEqual([
      [
        '✅ New tasks read: SOUL.md.',
        '⚠️ I read only the first 6000 characters of shop/USER.md (9.0 kB). Shorten it: the end is not read.',
        "⚠️ I don't use TOOLS.md. I can't read it. Check its permissions, or its link.",
      ],
      [expect.stringMatching(/^⚠️ No uso TOOLS\.md\. /)],
    ]);
  });

  test.each<[SetupFacts['metricsPort'], string]>([
    [{ at: 'served', port: 9464 }, '✅ Figures for Prometheus: http://127.0.0.1:9464/metrics.'],
    [{ at: 'free', port: 9464 }, "✅ METRICS_PORT 9464 is free; I'll use it when I run."],
    [
      { at: 'taken', port: 9464 },
      '⚠️ METRICS_PORT 9464 is used by another program. Set another port or stop that program, then restart me.',
    ],
    [
      { at: 'open', port: 9464, address: '192.168.1.5' },
      '⚠️ Port 9464 is open to others: it also answers on 192.168.1.5. Only this machine should read it: check port forwarding.',
    ],
  ])('of METRICS_PORT: %j', (metricsPort, line) => {
    expect(told({ metricsPort })).toEqual([line]);
  });

  test.each<[SetupFacts['speech'], Locale, string]>([
    [{ kind: 'skipped' }, 'en', "✅ I didn't test the speech service (--offline)."],
    [{ kind: 'speaks', tookMs: 1200 }, 'en', '✅ Voice notes: the speech service answers (1.2 s).'],
    [{ kind: 'speaks', tookMs: 1200 }, 'es', '✅ Notas de voz: el servicio responde (1.2 s).'],
    [
      { kind: 'fails', why: 'The speech service rejects SPEECH_KEY. Check it.' },
      'en',
      '⚠️ No voice notes: The speech service rejects SPEECH_KEY. Check it. Check SPEECH_URL, SPEECH_KEY and speech in agent.yaml.',
    ],
  ])('of the speech service: %j (%s)', (speech, locale, line) => {
    expect(told({ speech }, locale)).toEqual([line]);
  });

  test('of a TZ that is no time zone', () => {
    expect(told({ wrongZone: 'Madrid\u0007' })).toEqual([
      '⚠️ TZ is "Madrid\\u0007", which isn\'t a time zone. I use UTC. Set TZ to a name like Europe/Madrid, or remove it.',
    ]);
  });
});

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['Europe/Madrid', undefined],
  [':America/Lima', undefined],
  ['UTC', undefined],
  ['Madrid', 'Madrid'],
])('TZ=%s: %s is wrong', (zone, wrong) => {
  expect(wrongZoneIn(zone === undefined ? {} : { TZ: zone })).toBe(wrong);
});

let server: Server | NetServer | undefined;
afterEach(() => server?.close());

async function listening(made: Server | NetServer, host: string): Promise<number> {
  server = made;
  await new Promise<void>((resolve) => void made.listen(0, host, resolve));
  const address = made.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  return address.port;
}

const figures = () => createHttpServer((_, response) => void response.end('wasap_queue_depth 0\n'));

test('no port is set', async () => {
  expect(await metricsPortOf(undefined)).toBeUndefined();
});

test.each<[string, () => Server | NetServer, string]>([
  ['our figures', figures, 'served'],
  ['other pages', () => createHttpServer((_, response) => void response.end('hello')), 'taken'],
  [
    'what speaks no HTTP',
    () => createServer((socket) => void socket.on('error', () => undefined).end('220 mail\r\n')),
    'taken',
  ],
])('on a port with %s', async (_, make, at) => {
  const port = await listening(make(), '127.0.0.1');
  expect(await metricsPortOf(port)).toEqual({ at, port });
});

test('a port on which nobody listens is free', async () => {
  const made = figures();
  const port = await listening(made, '127.0.0.1');
  await new Promise((resolve) => made.close(resolve));
  expect(await metricsPortOf(port)).toEqual({ at: 'free', port });
});
