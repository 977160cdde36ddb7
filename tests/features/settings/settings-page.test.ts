import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { shownSettings } from '../../../src/app/program-facts.ts';
import type { ShownSetting } from '../../../src/features/settings/shown-setting.ts';
import { type ConsoleRig, consoleRig, LOCAL, runningTags, wordsOf } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { tempFolder } from '../../support/program.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../../..');
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

const setting = (name: string, change: Partial<ShownSetting> = {}): ShownSetting => ({
  name,
  description: `What ${name} means.`,
  language: 'en',
  value: { kind: 'not-set' },
  from: { kind: 'nowhere' },
  isSecret: false,
  isOnlyInEnvironment: false,
  ...change,
});

let rig: ConsoleRig;
afterEach(async () => {
  vi.unstubAllEnvs();
  await rig.close();
});

async function opened(
  variables: readonly ShownSetting[],
  inFile: readonly ShownSetting[] = [],
): Promise<void> {
  rig = await consoleRig({
    access: ACCESS,
    shownSettings: async () => ({ variables, inFile, file: '/home/ana/.config/wasap/.env' }),
  });
}
const page = async (query = '', person = LOCAL) =>
  await rig.get(`/settings${query}`, { cookie: await rig.enter(person) });

test.each<[string, ShownSetting, RegExp]>([
  [
    'from a file',
    setting('AGENT_MODEL', {
      value: { kind: 'text', text: 'large' },
      from: { kind: 'file', path: '/c/.env' },
    }),
    /Set by you 1 AGENT_MODEL large from \/c\/\.env What AGENT_MODEL means\. .* wasap config set AGENT_MODEL … .*At their default 0/,
  ],
  [
    'from the environment',
    setting('LOCALE', { value: { kind: 'text', text: 'es' }, from: { kind: 'environment' } }),
    /Set by you 1 LOCALE es from the environment .*that one counts\. Change it where you start me\./,
  ],
  [
    'a secret',
    setting('ANTHROPIC_API_KEY', {
      value: { kind: 'secret' },
      from: { kind: 'file', path: '/c/.env' },
      isSecret: true,
    }),
    /ANTHROPIC_API_KEY set from \/c\/\.env .* wasap config set ANTHROPIC_API_KEY(?! …)/,
  ],
  [
    'not set',
    setting('GITHUB_TOKEN', { isSecret: true }),
    /At their default 1 GITHUB_TOKEN not set set nowhere/,
  ],
  [
    'only in the environment',
    setting('CONFIG_DIR', { isOnlyInEnvironment: true }),
    /CONFIG_DIR not set .*it says where my files are\./,
  ],
  [
    'only in agent.yaml',
    setting('limits.backlog', { value: { kind: 'text', text: '50' }, from: { kind: 'default' } }),
    /limits\.backlog 50 the default .*like this: limits: backlog: 50/,
  ],
])('%s: its value, where it comes from, what it means and how to change it', async (_what, one, expected) => {
  await opened([one]);
  expect(wordsOf((await page()).body)).toMatch(expected);
});

test('settings are found by their name and by what they mean', async () => {
  await opened([setting('AGENT_MODEL'), setting('LOCALE', { description: 'The language.' })]);
  const found = async (query: string) =>
    [...(await page(query)).body.matchAll(/<code class="name">(\w+)</g)].map(([, name]) => name);
  expect([await found('?q=model'), await found('?q=LANGUAGE'), await found('?q=nothing')]).toEqual([
    ['AGENT_MODEL'],
    ['LOCALE'],
    [],
  ]);
});

test('values are only text', async () => {
  await opened([
    setting('PROJECT_ROOT', {
      value: { kind: 'text', text: '"><script>alert(1)</script>' },
      from: { kind: 'file', path: '/<img src=x onerror=alert(1)>/.env' },
    }),
  ]);
  const { body } = await page();
  expect([runningTags(body), body.includes('alert(1)')]).toEqual([[], true]);
});

test('of a secret nothing is in the page but that it is set, wherever it stands', async () => {
  const folder = tempFolder('shown-settings');
  const config = path.join(folder.path, 'config');
  mkdirSync(config);
  writeFileSync(path.join(config, '.env'), 'GITHUB_TOKEN=ghp_0123456789abcdef0123456789abcdef0123\n');
  writeFileSync(path.join(config, 'agent.yaml'), 'limits:\n  backlog: 7\n');
  vi.stubEnv('CONFIG_DIR', config);
  vi.stubEnv('ANTHROPIC_API_KEY', 'a-key-that-nobody-may-see');
  vi.stubEnv('ANTHROPIC_BASE_URL', 'https://ana:a-key-that-nobody-may-see@example.com');
  rig = await consoleRig({ access: ACCESS, shownSettings: (locale) => shownSettings(PACKAGE, locale) });
  const { body } = await page();
  folder.remove();
  expect({
    isLeaking: /nobody-may-see|ghp_0123/.test(body),
    key: /ANTHROPIC_API_KEY set from the environment/.test(wordsOf(body)),
    token: wordsOf(body).includes(`GITHUB_TOKEN set from ${path.join(config, '.env')}`),
    backlog: wordsOf(body).includes(`limits.backlog 7 from ${path.join(config, 'agent.yaml')}`),
  }).toEqual({ isLeaking: false, key: true, token: true, backlog: true });
});

test('in Spanish, with what each variable means; comments of the file are marked as English', async () => {
  rig = await consoleRig({
    access: ACCESS,
    locale: 'es',
    shownSettings: (locale) => shownSettings(PACKAGE, locale),
  });
  const { body } = await page();
  expect([
    body.includes(
      '<p class="meta" lang="es">Idioma en el que escribo, en o es; vacío = el que tú escribes; en una terminal, el del sistema.</p>',
    ),
    body.includes('<p class="meta" lang="en">How many messages of one chat may wait.'),
  ]).toEqual([true, true]);
});

test.each([
  ['a member', BEA],
  ['a reader', ROY],
])('for %s there is no such page, and nobody posts here', async (_who, person) => {
  await opened([setting('AGENT_MODEL')]);
  const cookie = await rig.enter(person);
  const owner = await rig.enter(LOCAL);
  expect([
    (await page('', person)).status,
    (await rig.post('/settings', { AGENT_MODEL: 'other' }, { cookie })).status,
    (await rig.post('/settings', { AGENT_MODEL: 'other' }, { cookie: owner })).status,
  ]).toEqual([404, 404, 404]);
});
