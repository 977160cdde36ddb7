import stringWidth from 'string-width';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('job-catalog');
});
afterEach(() => folder.remove());

function catalog(args: readonly string[], env: Readonly<Record<string, string>> = { LOCALE: 'en' }) {
  return wasap(['job', 'catalog', ...args], { folder: folder.path, env });
}

test('all commands are listed by service, with effect and description', async () => {
  const { stdout } = await catalog([]);
  await expect(stdout).toMatchFileSnapshot('job-catalog.golden.txt');
});

test.each([['files'], ['files.read_lines'], ['shell.run_command'], ['agent.get_eval_summary']])(
  'what is told of %s fits on 80 columns',
  { tags: 'full' },
  async (name) => {
    const { stdout } = await catalog([name]);
    expect(stdout.split('\n').filter((line) => stringWidth(line) > 80)).toEqual([]);
  },
);

test('one command is told in full: what it takes, what it hands on, examples', { tags: 'full' }, async () => {
  const { stdout } = await catalog(['files.read_lines']);
  await expect(stdout).toMatchFileSnapshot('job-catalog-command.golden.txt');
});

test('the words around it are Spanish for whoever reads Spanish', { tags: 'full' }, async () => {
  const { stdout } = await catalog(['files.read_lines'], { LOCALE: 'es' });
  expect(stdout).toContain('path (string, obligatorio)');
});

test('as JSON a command has its schemas', { tags: 'full' }, async () => {
  const { stdout } = await catalog(['git.commit', '--json']);
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({
      service: 'git',
      command: 'commit',
      tool: 'git_commit',
      effect: 'writes',
      required: ['message'],
      input: expect.objectContaining({ type: 'object' }),
      output: expect.objectContaining({ type: 'object' }),
    }),
  ]);
});

test('a name that nothing has is refused with the nearest one', { tags: 'full' }, async () => {
  const { stderr, code } = await catalog(['files.read_line']);
  expect([stderr, code]).toEqual([expect.stringContaining('Did you mean files.read_lines?'), 2]);
});
