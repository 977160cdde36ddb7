import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { explainFileSettings, explainSettings, visibleValues } from '../../src/settings/explain.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { variableNames, variableOf } from '../../src/settings/variables.ts';
import { tempFolder } from '../support/program.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');

function placesWith(files: Readonly<Record<string, string>>) {
  const folder = tempFolder('explain');
  onTestFinished(() => folder.remove());
  const config = path.join(folder.path, 'config');
  mkdirSync(config);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(config, name), text);
  return { config, cwd: folder.path, env: { HOME: folder.path, CONFIG_DIR: config } };
}

async function explained(
  name: string,
  files: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const { config, cwd, env } = placesWith(files);
  const { settings } = await explainSettings({ packageRoot: PACKAGE, cwd, env: { ...env, ...more } });
  const { text, from } = settings.find((setting) => setting.name === name) ?? {};
  return { text, from: from?.kind === 'file' ? path.relative(config, from.path) : from?.kind };
}

const MINE = 'limits: { max_rounds: 30 }\n';

test.each<[string, Record<string, string>, Record<string, string>, object]>([
  ['nothing is set', {}, {}, { text: '15', from: 'default' }],
  ['agent.yaml', { 'agent.yaml': MINE }, {}, { text: '30', from: 'agent.yaml' }],
  ['.env over it', { 'agent.yaml': MINE, '.env': 'AGENT_MAX_ROUNDS=40\n' }, {}, { text: '40', from: '.env' }],
  [
    'the environment over both',
    { '.env': 'AGENT_MAX_ROUNDS=40\n' },
    { AGENT_MAX_ROUNDS: '50' },
    { text: '50', from: 'environment' },
  ],
  [
    'an empty one switches .env off, not agent.yaml',
    { 'agent.yaml': MINE, '.env': 'AGENT_MAX_ROUNDS=40\n' },
    { AGENT_MAX_ROUNDS: '' },
    { text: '30', from: 'agent.yaml' },
  ],
  ['a wrong one is shown', { '.env': 'AGENT_MAX_ROUNDS=many\n' }, {}, { text: 'many', from: '.env' }],
])('AGENT_MAX_ROUNDS: %s', async (_title, files, more, expected) => {
  expect(await explained('AGENT_MAX_ROUNDS', files, more)).toEqual(expected);
});

test('a setting without a default is nowhere', async () => {
  expect(await explained('GITHUB_REPO', {})).toEqual({ text: undefined, from: 'nowhere' });
});

const VALUES: Readonly<Record<string, string>> = {
  AGENT_MODEL: 'claude-opus-5-5',
  SANDBOX: 'required',
  WHATSAPP_VERSION: '2.3000.7',
};

const IN_AGENT_FILE = variableNames().flatMap((name) => {
  const { inFile } = variableOf(name);
  return inFile === undefined ? [] : [[name, inFile] as const];
});

test.each(IN_AGENT_FILE)('%s means what %j of agent.yaml means', async (name, place) => {
  const text = VALUES[name] ?? '77';
  const value = name === 'WHATSAPP_VERSION' ? [2, 3000, 7] : (VALUES[name] ?? 77);
  const tree = [...place].reverse().reduce<unknown>((below, key) => ({ [key]: below }), value);
  const { cwd, env } = placesWith({ 'agent.yaml': stringify(tree) });
  const plain = placesWith({});
  const { hostEnvironment: _, ...fromFile } = await readSettings({ packageRoot: PACKAGE, cwd, env });
  const variables = { ...env, CONFIG_DIR: plain.config, [name]: text };
  const { hostEnvironment: __, ...fromVariable } = await readSettings({
    packageRoot: PACKAGE,
    cwd,
    env: variables,
  });
  expect({ ...fromVariable, folders: fromFile.folders }).toEqual(fromFile);
});

test('settings that only agent.yaml has: the value that counts, from where, and what the comment says', async () => {
  const { config, cwd, env } = placesWith({
    'agent.yaml': 'limits:\n  backlog: 7\nwhatsapp:\n  pacing: off\n',
  });
  const settings = await explainFileSettings({ packageRoot: PACKAGE, cwd, env });
  const named = (name: string) => {
    const { text, from, description } = settings.find((one) => one.name === name) ?? {};
    return [
      text,
      from?.kind === 'file' ? path.relative(config, from.path) : from?.kind,
      description?.split('.')[0],
    ];
  };
  expect([
    named('limits.backlog'),
    named('limits.continue_by_itself'),
    named('whatsapp.pacing.per_minute'),
    named('speech.voices.en'),
    settings.some(({ name }) => name.startsWith('models') || name === 'limits.max_rounds'),
  ]).toEqual([
    ['7', 'agent.yaml', 'How many messages of one chat may wait'],
    [
      'true',
      'default',
      'true = after max_rounds, a task continues by itself if it ticked a step, changed a file or turned a test green, up to 20 times in a row within its money and time',
    ],
    ['"off"', 'agent.yaml', ''],
    ['alloy', 'default', 'What SPEECH_URL speaks with, for /voice'],
    false,
  ]);
});

test.each<[string, Parameters<ReturnType<typeof visibleValues>>[0], unknown]>([
  ['a secret', { isSecret: true, text: 'a-secret-value' }, { kind: 'secret' }],
  ['a secret that is not set', { isSecret: true, text: undefined }, { kind: 'not-set' }],
  ['a value', { isSecret: false, text: 'large' }, { kind: 'text', text: 'large' }],
  [
    'a value that holds the secret of another setting',
    { isSecret: false, text: 'https://ana:a-secret-value@example.com' },
    { kind: 'text', text: 'https://ana:[secret]@example.com' },
  ],
])('%s as people may see it', (_what, setting, visible) => {
  const all = [setting, { isSecret: true, text: 'a-secret-value' }];
  expect(visibleValues(all)(setting)).toEqual(visible);
});
