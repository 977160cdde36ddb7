import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('cron');
});
afterEach(() => folder.remove());

interface Call {
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function next({ args, input, env }: Call) {
  const own = {
    DATA_DIR: path.join(folder.path, 'data'),
    CONFIG_DIR: path.join(folder.path, 'config'),
    ...env,
  };
  // Its own zone must not matter.
  return wasap(['cron', 'next', ...args], { folder: folder.path, input, env: { TZ: 'Asia/Tokyo', ...own } });
}

const FROM = '2026-11-22T12:00:00Z';

describe('JSON lines', () => {
  async function answers(
    lines: readonly object[],
    args: readonly string[] = [],
  ): Promise<readonly unknown[]> {
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { stdout, code } = await next({ args: ['--json', ...args], input });
    expect(code).toBe(0);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }

  test('each schedule has its next times in UTC, in order', { tags: 'full' }, async () => {
    const lines = [
      { id: 'a', schedule: '0 9 * * 1-5', timezone: 'America/Lima', from: FROM },
      { id: 2, schedule: 'every 15m', timezone: 'UTC', from: '2026-11-22T12:00:00.250+01:00' },
      { id: 'c', schedule: '2026-12-24T09:00', timezone: 'Europe/Madrid', from: '2026-11-22T12:00:00' },
    ];
    expect(await answers(lines)).toEqual([
      {
        id: 'a',
        next: ['2026-11-23T14:00:00.000Z', '2026-11-24T14:00:00.000Z', '2026-11-25T14:00:00.000Z'],
      },
      { id: 2, next: ['2026-11-22T11:15:00.250Z', '2026-11-22T11:30:00.250Z', '2026-11-22T11:45:00.250Z'] },
      { id: 'c', next: ['2026-12-24T08:00:00.000Z'] },
    ]);
  });

  test('a schedule that cannot be is answered with what to write, and the next ones go on', {
    tags: 'full',
  }, async () => {
    const lines = [
      { id: 1, schedule: '0 0 31 2 *', timezone: 'UTC', from: FROM },
      { id: 2, schedule: '0 9 * * *', timezone: 'PST', from: FROM },
      { id: 3, schedule: '0 9 * * *', from: FROM },
      { id: 4, schedule: null, timezone: 'UTC', from: FROM },
      { id: 5, schedule: '0 9 * * *', timezone: 'UTC', from: 'yesterday' },
      { id: 6, schedule: '0 9 * * *', timezone: 'UTC', from: FROM },
    ];
    expect(await answers(lines)).toEqual([
      { id: 1, error: expect.stringContaining('never comes') },
      { id: 2, error: expect.stringContaining('"PST" is no IANA time zone.') },
      { id: 3, error: expect.stringContaining('The time zone is missing.') },
      { id: 4, error: expect.stringContaining('The schedule is empty.') },
      { id: 5, error: expect.stringContaining('"yesterday" isn\'t a date with a time.') },
      { id: 6, next: expect.any(Array) },
    ]);
  });

  test('without a moment to count from it is now', { tags: 'full' }, async () => {
    const [answer] = await answers([{ id: 1, schedule: '* * * * *', timezone: 'UTC' }]);
    const { next: times } = answer as { readonly next: readonly string[] };
    const first = Date.parse(times[0] ?? '');
    expect(Math.abs(first - Date.now())).toBeLessThan(10 * 60_000);
  });

  test('of tasks the times are five minutes apart', { tags: 'full' }, async () => {
    const line = { id: 1, schedule: 'every 4m', timezone: 'UTC', from: FROM };
    expect(await answers([line], ['--agent'])).toEqual([
      { id: 1, error: expect.stringContaining('at least 5 minutes between two runs') },
    ]);
  });

  test('a line that cannot be read is answered with its number; exit code 1', { tags: 'full' }, async () => {
    const input = '{"id":1\n\n{"id":3,"schedule":5,"timezone":"UTC"}\n';
    const { stdout, code } = await next({ args: ['--json'], input });
    expect({
      answers: stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      code,
    }).toEqual({
      answers: [
        { id: null, error: expect.stringMatching(/^Line 1: /) },
        { id: 3, error: expect.stringMatching(/^Line 3: .*schedule/s) },
      ],
      code: 1,
    });
  });
});

describe('for a person', () => {
  test('the next three times as the clocks of the zone show them, within 80 columns', {
    tags: 'full',
  }, async () => {
    const args = ['0 9 * * 1-5', '--timezone', 'America/Lima', '--from', FROM];
    const { stdout, stderr, code } = await next({ args });
    expect({ stdout, stderr, code }).toEqual({
      stdout: `Next times in America/Lima:
  Mon, 23 Nov 2026, 09:00 GMT-5  2026-11-23T14:00:00.000Z
  Tue, 24 Nov 2026, 09:00 GMT-5  2026-11-24T14:00:00.000Z
  Wed, 25 Nov 2026, 09:00 GMT-5  2026-11-25T14:00:00.000Z
`,
      stderr: '',
      code: 0,
    });
  });

  test('in Spanish where that is set, and a single time is said to be one', { tags: 'full' }, async () => {
    const args = ['2026-12-24T09:00', '--timezone', 'Europe/Madrid', '--from', FROM];
    const { stdout } = await next({ args, env: { LOCALE: 'es' } });
    expect(stdout).toBe(`Próximas veces, hora de Europe/Madrid:
  jue, 24 dic 2026, 09:00 GMT+1  2026-12-24T08:00:00.000Z
Una sola vez.
`);
  });

  test('what is wrong with a schedule is told with what to write', { tags: 'full' }, async () => {
    const { stdout, stderr, code } = await next({ args: ['0 24 * * *', '--timezone', 'UTC'] });
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: 'wasap: "24" can\'t be the hour. Hours go from 0 to 23: write 9, 9,18, 9-17, 22-2 or */2.\n',
      code: 2,
    });
  });
});

test.each([
  [[], 'give one schedule in quotes, or --json and lines on standard input'],
  [['--json', '0 9 * * *'], 'give one schedule in quotes, or --json and lines on standard input'],
  [['0 9 * * *'], 'add a time zone, like --timezone America/Lima'],
])('%j: what is missing is told', { tags: 'full' }, async (args, told) => {
  expect(await next({ args })).toEqual({ stdout: '', stderr: `error: ${told}\n`, code: 1 });
});

test('the help explains what a schedule can be', { tags: 'full' }, async () => {
  await expect((await next({ args: ['--help'] })).stdout).toMatchFileSnapshot('cron-next-help.golden.txt');
});
