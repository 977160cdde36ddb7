import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { says } from '../../../support/messages-server/replies.ts';
import { byKeyword } from '../../../support/messages-server/script.ts';
import { type MessagesServer, startMessagesServer } from '../../../support/messages-server/server.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
let server: MessagesServer | undefined;
beforeEach(() => {
  folder = tempFolder('job-plan');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  folder.remove();
});

interface Scripted {
  readonly keyword: string;
  readonly says: unknown;
}

/** Questions are answered by what they ask, in whatever order they come. */
async function job(args: readonly string[], ...scripted: readonly Scripted[]) {
  const scripts = scripted.map(({ keyword, says: reply }) => ({
    keyword,
    steps: [says(typeof reply === 'string' ? reply : JSON.stringify(reply))],
  }));
  server = await startMessagesServer({ script: byKeyword(scripts) });
  const env = {
    LOCALE: 'en',
    CONFIG_DIR: path.join(folder.path, 'config'),
    DATA_DIR: path.join(folder.path, 'data'),
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'test-key',
    AGENT_MODEL: 'scripted-model',
  };
  return await wasap(['job', ...args], { folder: folder.path, env });
}

const FIND = {
  id: 'task-0',
  service: 'files',
  command: 'search_source_code',
  prompt: 'Find TODO',
  dependsOn: [],
};
const READ = {
  id: 'task-1',
  service: 'files',
  command: 'read_lines',
  prompt: 'Read the first 9 lines of {{task-0.output.matches.0.path}}',
  dependsOn: ['task-0'],
};
const FOUND = { ...FIND, input: { pattern: 'TODO' } };
const SEEN = { ...READ, input: { path: '{{task-0.output.matches.0.path}}', start: 1, end: 9 } };

test('a request becomes tasks, each with its parameters, and nothing runs', { tags: 'full' }, async () => {
  const split = {
    name: 'look-at-todo',
    description: 'Reads the first file with a TODO.',
    tasks: [FIND, READ],
  };
  const { stdout, stderr, code } = await job(
    ['plan', 'show me the first TODO'],
    { keyword: '"request"', says: split },
    { keyword: '"id": "task-0"', says: FOUND },
    { keyword: '"id": "task-1"', says: SEEN },
  );
  await expect(stdout).toMatchFileSnapshot('job-plan.golden.txt');
  expect([stderr, code]).toEqual([expect.stringMatching(/^Asked the model 3 times: [\d,]+ tokens\.\n$/), 0]);
});

test('a saved job with a prompt has its parameters made', { tags: 'full' }, async () => {
  const file = path.join(folder.path, 'a.yaml');
  writeFileSync(
    file,
    'name: a\ntasks:\n  - {id: task-0, service: files, command: search_source_code, prompt: Find TODO}\n',
  );
  const { stdout } = await job(['run', 'a.yaml', '--plan'], { keyword: '', says: FOUND });
  expect(stdout).toContain('👀 task-0 · files.search_source_code\n   pattern: `TODO`');
});

test('a task whose parameters cannot be made is shown as such, and the exit code tells', {
  tags: 'full',
}, async () => {
  const file = path.join(folder.path, 'a.yaml');
  writeFileSync(
    file,
    'name: a\ntasks:\n  - {id: task-0, service: files, command: search_source_code, prompt: Find TODO}\n',
  );
  const { stdout, code } = await job(['run', 'a.yaml', '--plan'], { keyword: '', says: 'no' });
  expect([stdout, code]).toEqual([
    expect.stringContaining('❌ task-0: the model gave no usable parameters: Invalid AI response format'),
    1,
  ]);
});

test('a request that no command can do is refused in the words of the model', { tags: 'full' }, async () => {
  const { stdout, stderr } = await job(['plan', 'cook'], {
    keyword: '',
    says: { name: 'a', description: 'Nothing here cooks.', tasks: [] },
  });
  expect([stdout, stderr]).toEqual(['', "wasap: This can't be done as a job: Nothing here cooks.\n"]);
});

test('without a key it is said what is missing', { tags: 'full' }, async () => {
  const env = {
    LOCALE: 'en',
    CONFIG_DIR: path.join(folder.path, 'config'),
    DATA_DIR: path.join(folder.path, 'data'),
  };
  const { stderr, code } = await wasap(['job', 'plan', 'x'], { folder: folder.path, env });
  expect([stderr, code]).toEqual([expect.stringContaining('No API key for planning.'), 2]);
});
