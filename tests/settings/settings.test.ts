import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/failure.ts';
import { readSettings, type Settings, type SettingsRequest } from '../../src/settings/settings.ts';

const OUTAGE = { waitsMs: [30_000, 60_000, 120_000, 300_000, 600_000], longestMs: 3_600_000 };

const PACKAGE = resolve(import.meta.dirname, '../..');

let root: string;
let home: string;
let project: string;
let installed: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wasap-settings-')));
  home = folder('home');
  project = folder('project');
  installed = folder('installed');
  symlinkSync(join(PACKAGE, 'config'), join(installed, 'config'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('with nothing set, the shipped defaults hold (-u writes them anew)', async () => {
  const { model, hostEnvironment: _, ...rest } = await read();
  const settings = { ...rest, model: { ...model, profiles: Object.keys(model.profiles) } };
  // What is undefined is a fact as well: it is off, or nobody has chosen yet.
  const shown = JSON.stringify(
    settings,
    (_key, value: unknown) => (value === undefined ? '(undefined)' : value),
    2,
  );
  await expect(`${shown.replaceAll(root, '<folder>')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'golden/defaults.golden.json'),
  );
});

describe('a variable reaches its place', () => {
  test.each<[string, string, (settings: Settings) => unknown, unknown]>([
    ['ANTHROPIC_API_KEY', ' sk-ant-123456 ', ({ model }) => model.apiKey, 'sk-ant-123456'],
    ['ANTHROPIC_BASE_URL', 'http://127.0.0.1:8080', ({ model }) => model.baseUrl, 'http://127.0.0.1:8080'],
    ['KEEP_MESSAGES_DAYS', '40', ({ keep }) => keep.messagesMs, 3_456_000_000],
    ['KEEP_SESSIONS_DAYS', 'none', ({ keep }) => keep.sessionsMs, undefined],
    ['KEEP_TRACES_DAYS', '1', ({ keep }) => keep.tracesMs, 86_400_000],
    ['KEEP_AUDIT_DAYS', '30', ({ keep }) => keep.auditMs, 2_592_000_000],
    ['AGENT_MODEL', 'some-model', ({ model }) => model.id, 'some-model'],
    ['AGENT_WRITE_ENABLED', 'true', ({ access }) => access.writeEnabled, true],
    ['AGENT_WRITE_ENABLED', '0', ({ access }) => access.writeEnabled, false],
    ['AGENT_MAX_ROUNDS', '40', ({ limits }) => limits.maxRounds, 40],
    ['AGENT_SESSION_TIMEOUT', '90', ({ limits }) => limits.sessionTimeoutMs, 90_000],
    ['AGENT_MAX_COST_USD', '0.35', ({ limits }) => limits.maxCostMicroUsd, 350_000],
    ['AGENT_MAX_COST_USD', 'none', ({ limits }) => limits.maxCostMicroUsd, undefined],
    ['AGENT_DAILY_COST_USD', '5', ({ limits }) => limits.dailyCostMicroUsd, 5_000_000],
    ['AGENT_SHELL_ALLOWLIST', 'npm, git,', ({ policy }) => policy.shellAllowlist, ['npm', 'git']],
    ['METRICS_PORT', '9464', ({ metricsPort }) => metricsPort, 9464],
    ['WEB_PORT', '8080', ({ webConsole }) => webConsole.port, 8080],
    ['WEB_PORT', 'off', ({ webConsole }) => webConsole.port, 'off'],
    ['WEB_ORIGIN', 'https://c.example.org', ({ webConsole }) => webConsole.origin, 'https://c.example.org'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://127.0.0.1:4318',
      ({ otlp }) => otlp,
      { endpoint: 'http://127.0.0.1:4318', headers: {}, content: false },
    ],
    ['SANDBOX', 'required', ({ policy }) => policy.sandbox, 'required'],
    [
      'TRANSCRIBE_URL',
      'http://127.0.0.1:9000/v1',
      ({ inbox }) => inbox.transcribe,
      { url: 'http://127.0.0.1:9000/v1', key: undefined, model: 'whisper-1' },
    ],
    ['TRANSCRIBE_KEY', 'tr-key-123456', ({ secrets }) => secrets, ['tr-key-123456']],
    ['GITHUB_TOKEN', 'github_pat_1', ({ github }) => github.token, 'github_pat_1'],
    ['GITHUB_REPO', 'acme/app.js', ({ github }) => github.repository, { owner: 'acme', name: 'app.js' }],
    [
      'GITHUB_API_URL',
      'https://git.acme.test/api',
      ({ github }) => github.apiUrl,
      'https://git.acme.test/api',
    ],
    [
      'ALLOWED_PHONE_NUMBERS',
      '+52 1 (55) 1234-5678, 0034600111222',
      ({ access }) => access.list.people.map(({ phone }) => phone),
      ['5215512345678', '34600111222'],
    ],
    ['LOCALE', 'es', ({ locale }) => locale, 'es'],
  ])('%s=%s', async (name, text, look, expected) => {
    expect(look(await read({ env: { [name]: text } }))).toEqual(expected);
  });
});

describe('folders', () => {
  test('PROJECT_ROOT is resolved to its real path', async () => {
    symlinkSync(project, join(root, 'link'));
    expect((await read({ cwd: root, env: { PROJECT_ROOT: 'link' } })).workspace.projectRoot).toBe(project);
  });

  test('~ is the home folder', async () => {
    const { folders } = await read({ env: { DATA_DIR: '~/records', CONFIG_DIR: '~/own' } });
    expect(folders).toEqual({ data: join(home, 'records'), config: join(home, 'own') });
  });

  test('a checkout keeps its data in data/', async () => {
    folder('installed/.git');
    expect((await read()).folders.data).toBe(join(installed, 'data'));
  });

  test.each(['DATA_DIR', 'CONFIG_DIR'])('%s may not be the project itself', async (name) => {
    symlinkSync(project, join(root, 'link'));
    expect(await messageOf({ env: { [name]: join(root, 'link') } })).toMatch(
      new RegExp(`- ${name} is ".*link": expected another folder than the project's`),
    );
  });
});

describe('who wins', () => {
  test('command line, environment, .env of CONFIG_DIR, .env of the program', async () => {
    own('.env', 'AGENT_MODEL=c\nLOCALE=es\nGITHUB_REPO=c/c');
    writeFileSync(join(installed, '.env'), 'AGENT_MODEL=d\nLOCALE=en\nGITHUB_REPO=d/d\nAGENT_MAX_ROUNDS=4');
    const settings = await read({ overrides: { AGENT_MODEL: 'a' }, env: { AGENT_MODEL: 'b', LOCALE: 'en' } });
    expect({
      model: settings.model.id,
      locale: settings.locale,
      repository: settings.github.repository,
      rounds: settings.limits.maxRounds,
    }).toEqual({ model: 'a', locale: 'en', repository: { owner: 'c', name: 'c' }, rounds: 4 });
  });

  test('an empty variable switches off what a file says', async () => {
    own('.env', 'ANTHROPIC_API_KEY=sk-ant-from-file');
    expect((await read({ env: { ANTHROPIC_API_KEY: '' } })).model.apiKey).toBeUndefined();
  });

  test('access.yaml names people and groups; whoever is named twice has the greater right', async () => {
    own(
      'access.yaml',
      `
owners: ["+34 600 111 222"]
members: [{ phone: "34600333444", workspaces: [shop] }]
readers: [{ phone: "0034600111222" }, { phone: "+34 600 555 666", workspaces: [docs] }]
groups: [{ id: 120363@g.us, people: ["+34 600 333 444"] }]`,
    );
    expect((await read({ env: { ALLOWED_PHONE_NUMBERS: '+34 600 999 888' } })).access.list).toEqual({
      people: [
        { phone: '34600999888', role: 'owner', workspaces: undefined },
        { phone: '34600111222', role: 'owner', workspaces: undefined },
        { phone: '34600333444', role: 'member', workspaces: ['shop'] },
        { phone: '34600555666', role: 'reader', workspaces: ['docs'] },
      ],
      groups: [{ id: '120363@g.us', people: ['34600333444'] }],
    });
  });

  test('a number without quotes is a number to YAML, and is refused with its place', async () => {
    own('access.yaml', 'members: [{ phone: 34600333444, workspaces: [shop] }]');
    await expect(read()).rejects.toThrow(
      'access.yaml: members.0.phone is 34600333444: expected a phone number in quotes',
    );
  });

  test('the project that is worked on is never read', async () => {
    writeFileSync(join(project, '.env'), 'AGENT_WRITE_ENABLED=true\nANTHROPIC_BASE_URL=http://evil.test');
    mkdirSync(join(project, 'config'));
    writeFileSync(join(project, 'config/agent.yaml'), 'edits: ask');
    writeFileSync(join(project, 'agent.yaml'), 'edits: ask');
    const { access, model, edits } = await read();
    expect({ access, url: model.baseUrl, edits }).toEqual({
      access: { writeEnabled: false, list: { people: [], groups: [] } },
      url: undefined,
      edits: 'auto',
    });
  });

  test('agent.yaml of the person is merged over the shipped one, a variable wins over both', async () => {
    own(
      'agent.yaml',
      `
edits: ask
limits: { max_rounds: 30, continue_by_itself: false, max_cost_usd: none, daily_cost_usd: 7 }
context: { map_tokens: 500 }
models:
  claude-opus-5-5: { effort: high }
  local-model: { price: { input: 0, output: 0 } }
`,
    );
    const { edits, limits, mapTokens, model } = await read({ env: { AGENT_DAILY_COST_USD: '3' } });
    const { mapTokens: without } = await read({ env: { AGENT_MAP_TOKENS: '0' } });
    expect({
      edits,
      map: [mapTokens, without],
      limits,
      opus: model.profiles['claude-opus-5-5'],
      local: model.profiles['local-model'],
    }).toEqual({
      edits: 'ask',
      map: [500, 0],
      limits: {
        maxRounds: 30,
        continuesByItself: false,
        sessionTimeoutMs: 3_600_000,
        maxCostMicroUsd: undefined,
        dailyCostMicroUsd: 3_000_000,
        maxTokensUnpriced: 2_000_000,
        contextTokens: 150_000,
        outage: OUTAGE,
      },
      opus: {
        price: { input: 4, output: 20 },
        max_tokens: 32_000,
        effort: 'high',
        thinking: { type: 'adaptive', display: 'summarized' },
        vision: true,
        cache: true,
      },
      local: { price: { input: 0, output: 0 }, max_tokens: 32_000, vision: false, cache: false },
    });
  });
});

describe('a wrong variable is named with its source, value and what was expected', () => {
  test.each([
    ['AGENT_MAX_ROUNDS', 'many', 'is "many": expected a whole number from 1 to 1000'],
    ['AGENT_MAX_ROUNDS', '0', 'is "0": expected a whole number from 1 to 1000'],
    ['AGENT_SESSION_TIMEOUT', '1.5', 'is "1.5": expected a whole number from 1 to 604800'],
    ['AGENT_MAX_COST_USD', '0', 'is "0": expected dollars, above 0 and up to 100000, or none'],
    ['AGENT_DAILY_COST_USD', 'lots', 'is "lots": expected dollars, above 0 and up to 100000, or none'],
    ['KEEP_SESSIONS_DAYS', '7', 'is "7": expected days, from 30 to 36500, or none'],
    ['KEEP_TRACES_DAYS', '0', 'is "0": expected days, from 1 to 36500, or none'],
    ['KEEP_AUDIT_DAYS', '30.5', 'is "30.5": expected days, from 30 to 36500, or none'],
    ['AGENT_WRITE_ENABLED', 'maybe', 'is "maybe": expected true or false'],
    ['AGENT_SHELL_ALLOWLIST', 'git push', 'is "git push": expected names of programs, separated by commas'],
    [
      'ANTHROPIC_BASE_URL',
      'localhost:80',
      'is "localhost:80": expected a URL that begins with https:// or http://',
    ],
    [
      'GITHUB_API_URL',
      'file:///etc',
      'is "file:///etc": expected a URL that begins with https:// or http://',
    ],
    ['GITHUB_REPO', 'app', 'is "app": expected owner/name'],
    [
      'ALLOWED_PHONE_NUMBERS',
      '*',
      'is "*": expected phone numbers with their country code, separated by commas',
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      'is "collector:4318": expected a URL that begins with https:// or http://',
    ],
    ['METRICS_PORT', '0', 'is "0": expected a whole number from 1 to 65535'],
    ['WEB_PORT', '0', 'is "0": expected a port from 1 to 65535, or off'],
    ['WEB_PORT', 'on', 'is "on": expected a port from 1 to 65535, or off'],
    [
      'WEB_ORIGIN',
      'https://c.example.org/x',
      'is "https://c.example.org/x": expected only scheme and name, as https://console.example.org',
    ],
    ['WEB_TLS_CERT_FILE', 'cert.pem', 'is "cert.pem": expected an absolute path'],
    ['LOCALE', 'de', 'is "de": expected en or es'],
  ])('%s=%s', async (name, text, expected) => {
    expect(await messageOf({ env: { [name]: text } })).toBe(
      `Please fix these settings, then try again:\n- ${name} (from the environment) ${expected}`,
    );
  });

  test.each<[Record<string, string>, string]>([
    [{ WEB_HOST: '0.0.0.0' }, 'WEB_HOST is 0.0.0.0: other machines would read the console unencrypted.'],
    [
      { WEB_HOST: '0.0.0.0', WEB_ORIGIN: 'http://c.example.org' },
      'WEB_ORIGIN is http://c.example.org: a proxy',
    ],
    [
      { WEB_TLS_CERT_FILE: '/c.pem' },
      'WEB_TLS_CERT_FILE is set without WEB_TLS_KEY_FILE: https needs both files',
    ],
    [
      { WEB_TLS_KEY_FILE: '/k.pem' },
      'WEB_TLS_KEY_FILE is set without WEB_TLS_CERT_FILE: https needs both files',
    ],
  ])('a console that others could read or that cannot be served: %j', async (env, sentence) => {
    expect(await messageOf({ env })).toContain(`\n- ${sentence}`);
  });

  test.each([
    ['http://api.example.com/v1', 'api.example.com'],
    ['http://10.0.0.7:8080', '10.0.0.7:8080'],
    ['http://localhost.evil.test', 'localhost.evil.test'],
    ['http://127.0.0.1.evil.test', '127.0.0.1.evil.test'],
    ['http://user:word@models.lan', 'models.lan'],
  ])('the API on another machine without encryption: %s', async (url, host) => {
    expect(await messageOf({ env: { ANTHROPIC_BASE_URL: url } })).toBe(
      `Please fix these settings, then try again:\n- ANTHROPIC_BASE_URL is http://${host}: the key and your code would travel unencrypted. Use https://, or confirm it with "model: { plain_http: true }" in agent.yaml`,
    );
    own('agent.yaml', 'model: { plain_http: true }');
    expect((await read({ env: { ANTHROPIC_BASE_URL: url } })).model.baseUrl).toBe(url);
  });

  test('a speech service on another machine without encryption', async () => {
    const env = { SPEECH_URL: 'http://voice.lan/v1' };
    expect(await messageOf({ env })).toBe(
      'Please fix these settings, then try again:\n- SPEECH_URL is http://voice.lan: the key and your reports would travel unencrypted. Use https://, or confirm it with "speech: { plain_http: true }" in agent.yaml',
    );
    own('agent.yaml', 'speech: { plain_http: true, voices: { es: paloma }, usd_per_million_characters: 15 }');
    expect((await read({ env })).speech).toEqual({
      url: 'http://voice.lan/v1',
      key: undefined,
      model: 'tts-1',
      voices: { en: 'alloy', es: 'paloma' },
      usdPerMillionCharacters: 15,
    });
  });

  test.each([
    ['http://localhost:8080'],
    ['http://127.0.0.1'],
    ['http://127.9.9.9:1'],
    ['http://0x7f.1'],
    ['http://[::1]:80'],
    ['https://api.example.com'],
  ])('%s needs no word', async (url) => {
    expect((await read({ env: { ANTHROPIC_BASE_URL: url } })).model.baseUrl).toBe(url);
  });

  test('a folder of projects that git cannot be told of', async () => {
    expect(await messageOf({ env: { PROJECTS_ROOT: folder('a:b') } })).toBe(
      `Please fix these settings, then try again:\n- PROJECTS_ROOT is "${root}/a:b": expected a path without ":" in it`,
    );
  });

  test('a folder that does not exist', async () => {
    expect(await messageOf({ env: { PROJECT_ROOT: '/no/such/folder' } })).toBe(
      'Please fix these settings, then try again:\n- PROJECT_ROOT is "/no/such/folder": expected an existing folder',
    );
  });
});

describe('the web, and models beside the usual one', () => {
  const KEY = 'a-key-for-searching';

  test.each<[string, Readonly<Record<string, string>>, unknown]>([
    ['fetch: false', {}, { fetch: false, ownHosts: [], search: undefined }],
    [
      'own_hosts: [localhost:3000, "[::1]:80"]',
      {},
      'web.own_hosts.1 is "[::1]:80": expected hosts as in an address: localhost:3000',
    ],
    ['own_hosts: [localhost:3000]', {}, { fetch: true, ownHosts: ['localhost:3000'], search: undefined }],
    [
      'own_hosts: [http://localhost]',
      {},
      'web.own_hosts.0 is "http://localhost": expected hosts as in an address: localhost:3000',
    ],
    ['search: searxng', {}, 'searxng needs its address: search_url'],
    [
      'search: searxng\n  search_url: http://localhost:8888',
      {},
      {
        fetch: true,
        ownHosts: [],
        search: { provider: 'searxng', url: 'http://localhost:8888', key: undefined },
      },
    ],
    ['search: brave', {}, 'agent.yaml: web.search is brave, which needs a key: set WEB_SEARCH_KEY'],
    [
      'search: brave',
      { WEB_SEARCH_KEY: KEY },
      { fetch: true, ownHosts: [], search: { provider: 'brave', url: undefined, key: KEY } },
    ],
    ['search: model', {}, { fetch: true, ownHosts: [], search: 'model' }],
  ])('web: %s', async (web, env, expected) => {
    own('agent.yaml', `web:\n  ${web}\n`);
    if (typeof expected === 'string') expect(await messageOf({ env })).toContain(expected);
    else expect((await read({ env })).web).toEqual(expected);
  });

  test('a helper and a fallback are profiles, and named when they are none', async () => {
    own(
      'agent.yaml',
      'model: { helper: claude-haiku-5-5, fallback: claude-opus-5-5, fallback_after_minutes: 2 }',
    );
    const { model } = await read();
    expect([model.helper, model.fallback]).toEqual([
      'claude-haiku-5-5',
      { model: 'claude-opus-5-5', afterMs: 120_000 },
    ]);
    own('agent.yaml', 'model: { helper: haiku, fallback: gone }');
    const known = 'claude-sonnet-5-5, claude-opus-5-5, claude-haiku-5-5, claude-fable-5-1';
    expect(await messageOf()).toBe(
      `Please fix these settings, then try again:\n- agent.yaml: model.helper is "haiku": expected one of models (${known})\n- agent.yaml: model.fallback is "gone": expected one of models (${known})`,
    );
  });
});

describe('a wrong agent.yaml is named with its path, field and value', () => {
  test.each([
    ['limits: { max_rounds: none }', 'limits.max_rounds is "none": expected number, received string'],
    [
      'limits: { continue_by_itself: often }',
      'limits.continue_by_itself is "often": expected boolean, received string',
    ],
    ['limits: { flux_rounds: 3 }', 'limits.flux_rounds is 3: there is no such setting'],
    ['limits: { max_round: 3 }', 'limits.max_round: there is no such setting. Did you mean max_rounds?'],
    ['modle: { id: x }', 'modle: there is no such setting. Did you mean model?'],
    ['edits: never', 'edits is "never": expected one of "auto"|"ask"'],
    [
      'model: { idle_timeout_seconds: 900 }',
      'model.idle_timeout_seconds is 900: Too big: expected number to be <=290',
    ],
    [
      'limits: { max_cost_usd: 0 }',
      'limits.max_cost_usd is 0: expected dollars, above 0 and up to 100000, or none',
    ],
    [
      'models: { m: { price: { input: 1 } } }',
      'models.m.price.output is missing: expected number, received undefined',
    ],
    ['- a list', 'expected settings as `name: value`, got ["a list"]'],
  ])('%s', async (content, expected) => {
    own('agent.yaml', content);
    expect(await messageOf()).toContain(`- ${join(home, '.config/wasap/agent.yaml')}: ${expected}`);
  });

  test('one that is no YAML is named with its line, in one line', async () => {
    own('agent.yaml', 'model:\n  id: [oops\n');
    expect(await messageOf()).toBe(
      `Please fix these settings, then try again:\n- ${join(home, '.config/wasap/agent.yaml')}:3: Flow sequence in block collection must be sufficiently indented and end with a ]`,
    );
  });
});

test('everything that is wrong is said at once', async () => {
  own('.env', 'LOCALE=fr');
  own('agent.yaml', 'edits: never');
  const message = await messageOf({ env: { AGENT_MAX_ROUNDS: 'x', PROJECT_ROOT: '/no/such/folder' } });
  expect(message.split('\n').map((line) => line.split(' is ')[0])).toEqual([
    'Please fix these settings, then try again:',
    '- AGENT_MAX_ROUNDS (from the environment)',
    `- LOCALE (from ${join(home, '.config/wasap/.env')})`,
    `- ${join(home, '.config/wasap/agent.yaml')}: edits`,
    '- PROJECT_ROOT',
  ]);
});

describe('secrets', () => {
  test('key and token are listed, placeholders are not', async () => {
    const long = { ANTHROPIC_API_KEY: 'sk-ant-123456', GITHUB_TOKEN: 'github_pat_1' };
    expect((await read({ env: long })).secrets).toEqual(['sk-ant-123456', 'github_pat_1']);
    expect((await read({ env: { ANTHROPIC_API_KEY: 'test' } })).secrets).toEqual([]);
  });

  test('what goes to the collector of spans with each request is listed, decoded', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abcdef, x-team = red',
    };
    const { otlp, secrets } = await read({ env });
    expect([otlp?.headers, secrets]).toEqual([
      { authorization: 'Bearer abcdef', 'x-team': 'red' },
      ['Bearer abcdef'],
    ]);
  });

  test('headers that are none are not shown', async () => {
    expect(await messageOf({ env: { OTEL_EXPORTER_OTLP_HEADERS: 'secret words' } })).toBe(
      'Please fix these settings, then try again:\n- OTEL_EXPORTER_OTLP_HEADERS (from the environment) is (not shown): ' +
        'expected headers as name=value, separated by commas, with %20 for a blank',
    );
  });

  test.each(['ANTHROPIC_API_KEY', 'GITHUB_TOKEN'])('a wrong %s is not shown', async (name) => {
    expect(await messageOf({ env: { [name]: 'sk-ant 123456' } })).toBe(
      `Please fix these settings, then try again:\n- ${name} (from the environment) is (not shown): ` +
        'expected letters, digits and signs without spaces',
    );
  });
});

function read(changes: Partial<SettingsRequest> = {}): Promise<Settings> {
  return readSettings({
    packageRoot: installed,
    cwd: project,
    ...changes,
    env: { HOME: home, ...changes.env },
  });
}

async function messageOf(changes: Partial<SettingsRequest> = {}): Promise<string> {
  try {
    await read(changes);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return error.message;
    throw error;
  }
  throw new Error('expected the settings to be refused');
}

function folder(name: string): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Writes a file of the person's own configuration. */
function own(name: string, content: string): void {
  writeFileSync(join(folder('home/.config/wasap'), name), content);
}
