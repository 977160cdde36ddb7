import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { tempFolder } from '../support/program.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const KEY = 'sk-canary-0123456789abcdef';

interface Place {
  /** The folder of everything, without a link in its path. */
  readonly folder: string;
  readonly file: string;
}

function place(env?: string, agent?: string): Place {
  const folder = tempFolder('config');
  onTestFinished(() => folder.remove());
  const config = path.join(folder.path, 'config');
  mkdirSync(path.join(folder.path, 'project'));
  mkdirSync(config);
  const file = path.join(config, '.env');
  if (env !== undefined) writeFileSync(file, env, { mode: 0o600 });
  if (agent !== undefined) writeFileSync(path.join(config, 'agent.yaml'), agent);
  return { folder: folder.path, file };
}

interface Call {
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped in. */
  readonly input?: string;
}

function wasap({ folder }: Place, args: readonly string[], { env = {}, input = '' }: Call = {}) {
  const options = {
    cwd: path.join(folder, 'project'),
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CONFIG_DIR: '~/config',
      DATA_DIR: '~/data',
      ...env,
    },
  };
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [LAUNCHER, 'config', ...args],
      options,
      (error, output, errors) => {
        const plain = (text: string): string => text.replaceAll(folder, '<folder>');
        resolve({ code: Number(error?.code ?? 0), output: plain(output), errors: plain(errors) });
      },
    );
    child.stdin?.end(input);
  });
}

test.each(['get', 'set', 'unset', 'path'])(
  'the help of config %s has an example',
  { tags: 'full' },
  async (name) => {
    const { output } = await wasap(place(), [name, '--help']);
    expect(output).toMatch(/^Example: .*wasap config/m);
  },
);

test('path is that of the file which set writes', { tags: 'full' }, async () => {
  expect(await wasap(place(), ['path'])).toEqual({ code: 0, output: '<folder>/config/.env\n', errors: '' });
});

test('get shows what somebody set and where, and no secret', async () => {
  const at = place(`ANTHROPIC_API_KEY=${KEY}\nAGENT_MAX_ROUNDS=40\n`, 'model: { id: my-model }\n');
  const { output, errors } = await wasap(at, ['get'], { env: { LOCALE: 'en' } });
  // A new setting is one more of them.
  const counted = output.replace(/(?<=at their default: )\d+/, '<count>');
  await expect(counted).toMatchFileSnapshot('config-get.golden.txt');
  expect([output.includes(KEY), errors]).toEqual([false, '']);
});

test('get of one setting tells its value, its origin and its meaning', { tags: 'full' }, async () => {
  expect(await wasap(place(), ['get', 'agent-max-rounds'])).toEqual({
    code: 0,
    output:
      'AGENT_MAX_ROUNDS = 15\nfrom: the default\n\nRounds (model replies) before a task pauses or checks its progress (1 to 1000);\nempty = 15.\n',
    errors: '',
  });
});

test('a secret and a password in a URL are hidden in JSON, too', { tags: 'full' }, async () => {
  const at = place(
    `GITHUB_TOKEN=${KEY}\nANTHROPIC_BASE_URL=https://ana:s3cret-pass-9@model.example\nTRANSCRIBE_URL=https://voice.example\n`,
  );
  const { output } = await wasap(at, ['get', '--json']);
  const found = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ from }) => from.endsWith('.env'));
  expect(found).toEqual([
    {
      name: 'ANTHROPIC_BASE_URL',
      value: expect.not.stringContaining('s3cret'),
      secret: false,
      set: true,
      from: '<folder>/config/.env',
    },
    { name: 'GITHUB_TOKEN', value: null, secret: true, set: true, from: '<folder>/config/.env' },
    expect.objectContaining({ name: 'TRANSCRIBE_URL', value: 'https://voice.example' }),
  ]);
});

test('an unknown name is an error with the nearest one', { tags: 'full' }, async () => {
  expect(await wasap(place(), ['get', 'AGENT_MODLE'])).toEqual({
    code: 2,
    output: '',
    errors: 'wasap: There is no setting called AGENT_MODLE.\nDid you mean AGENT_MODEL?\n',
  });
});

test('set keeps comments and order, and makes the file private', { tags: 'full' }, async () => {
  const at = place('# mine\nAGENT_MAX_ROUNDS=40 # many\n\n# last\n');
  const { output } = await wasap(at, ['set', 'AGENT_MAX_ROUNDS', '50']);
  expect({ output, text: readFileSync(at.file, 'utf8'), mode: statSync(at.file).mode & 0o777 }).toEqual({
    output:
      "Saved: AGENT_MAX_ROUNDS = 50\nIt's in <folder>/config/.env and takes effect at the next start.\n",
    text: '# mine\nAGENT_MAX_ROUNDS=50\n\n# last\n',
    mode: 0o600,
  });
});

eachInFull([
  ['AGENT_MAX_ROUNDS', 'many', /AGENT_MAX_ROUNDS .*expected a whole number from 1 to 1000/],
  ['PROJECT_ROOT', 'nowhere', /PROJECT_ROOT is ".*\/nowhere": expected an existing folder/],
  ['ANTHROPIC_BASE_URL', 'http://model.example', /would travel unencrypted/],
  ['CONFIG_DIR', '/tmp', /set it in the environment/],
  ['AGENT_MODEL', `a'b"c\`d`, /can't hold this value/],
])('set refuses %s=%s, and writes nothing', { tags: 'full' }, async (name, value, why) => {
  const at = place();
  const { code, errors } = await wasap(at, ['set', name, value]);
  expect([code, errors, existsSync(at.file)]).toEqual([2, expect.stringMatching(why), false]);
});

test('a value is corrected while another one is still wrong', { tags: 'full' }, async () => {
  const at = place('AGENT_MAX_ROUNDS=many\nLOCALE=xx\n');
  const { code } = await wasap(at, ['set', 'LOCALE', 'es']);
  expect([code, readFileSync(at.file, 'utf8')]).toEqual([0, 'AGENT_MAX_ROUNDS=many\nLOCALE=es\n']);
});

test('a folder is saved as it is seen from everywhere', { tags: 'full' }, async () => {
  const at = place();
  await wasap(at, ['set', 'PROJECT_ROOT', '.']);
  expect(readFileSync(at.file, 'utf8')).toBe(`PROJECT_ROOT=${path.join(at.folder, 'project')}\n`);
});

test('a secret comes through a pipe and is not shown', { tags: 'full' }, async () => {
  const at = place();
  const { output, errors } = await wasap(at, ['set', 'ANTHROPIC_API_KEY'], { input: `${KEY}\n` });
  expect({ output, errors, text: readFileSync(at.file, 'utf8') }).toEqual({
    output: expect.stringMatching(/^Saved: ANTHROPIC_API_KEY = set, not shown\n/),
    errors: '',
    text: `ANTHROPIC_API_KEY=${KEY}\n`,
  });
});

test('a secret on the command line is saved with a warning, and not shown', { tags: 'full' }, async () => {
  const { output, errors } = await wasap(place(), ['set', 'ANTHROPIC_API_KEY', KEY]);
  expect([output.includes(KEY), errors]).toEqual([false, expect.stringContaining("Your shell's history")]);
});

test('without a value there is nothing to save', { tags: 'full' }, async () => {
  expect(await wasap(place(), ['set', 'AGENT_MODEL'])).toEqual({
    code: 2,
    output: '',
    errors: 'wasap: Give AGENT_MODEL a value: as the last word, or through a pipe.\n',
  });
});

test('what the environment overrides is told', { tags: 'full' }, async () => {
  const { errors } = await wasap(place(), ['set', 'LOCALE', 'en'], { env: { LOCALE: 'en' } });
  expect(errors).toBe('LOCALE is also set in the environment, and that one counts.\n');
});

test('unset takes the line out, and says when there is none', { tags: 'full' }, async () => {
  const at = place('# mine\nAGENT_MODEL=m\n');
  const outputs = [await wasap(at, ['unset', 'AGENT_MODEL']), await wasap(at, ['unset', 'AGENT_MODEL'])];
  expect([...outputs.map(({ output }) => output), readFileSync(at.file, 'utf8')]).toEqual([
    "Removed: AGENT_MODEL\nIt's no longer in <folder>/config/.env. That takes effect at the next start.\n",
    "AGENT_MODEL isn't set in <folder>/config/.env.\n",
    '# mine\n',
  ]);
});

const HELPER = path.resolve(import.meta.dirname, '../support/in-terminal.py');

test('in a terminal a secret is asked for, and what is typed is not shown', {
  tags: ['python', 'full'],
}, async () => {
  const at = place();
  const command = [HELPER, '80', '24', process.execPath, LAUNCHER, 'config', 'set', 'ANTHROPIC_API_KEY'];
  const env = { PATH: process.env.PATH, HOME: at.folder, CONFIG_DIR: path.join(at.folder, 'config') };
  const terminal = spawn('python3', command, { env, cwd: path.join(at.folder, 'project') });
  let seen = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!seen.includes('ANTHROPIC_API_KEY') && text.includes('ANTHROPIC_API_KEY'))
      terminal.stdin.write(`${KEY}\r`);
    seen += text;
  });
  const code = await new Promise((resolve) => void terminal.once('close', resolve));
  expect([code, seen.includes(KEY), readFileSync(at.file, 'utf8')]).toEqual([
    0,
    false,
    `ANTHROPIC_API_KEY=${KEY}\n`,
  ]);
});
