import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
let project: string;
beforeEach(() => {
  folder = tempFolder('command');
  project = path.join(folder.path, 'project');
  mkdirSync(path.join(project, '.claude/commands'), { recursive: true });
});
afterEach(() => folder.remove());

function command(...args: readonly string[]) {
  return commandWith({}, ...args);
}

function commandWith(more: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = {
    HOME: folder.path,
    CONFIG_DIR: path.join(folder.path, 'config'),
    DATA_DIR: path.join(folder.path, 'data'),
    ...more,
  };
  return wasap(['command', ...args], { folder: project, env });
}

function write(name: string, text: string): void {
  writeFileSync(path.join(project, '.claude/commands', name), text);
}

test('the help names the sub-commands and what they take', { tags: 'full' }, async () => {
  const texts = [await command('--help'), await command('load', '--help'), await command('list', '--help')];
  await expect(texts.map(({ stdout }) => stdout).join('\n')).toMatchFileSnapshot('command-help.golden.txt');
});

test('load writes the answer as JSON, with arguments and an output; exit code 0', {
  tags: 'full',
}, async () => {
  write('greet.md', '---\ndescription: Greets\n---\nGreet $1.\n\n!`echo hello "$1"`');
  const { stdout, stderr, code } = await command('load', '/greet', '--', 'Ana; touch pwned', '-x');
  expect({ answer: JSON.parse(stdout), stderr, code }).toEqual({
    answer: {
      success: true,
      command: {
        name: 'greet',
        path: '.claude/commands/greet.md',
        frontmatter: { description: 'Greets' },
        content: 'Greet Ana; touch pwned.\n\n```\nhello Ana; touch pwned\n```',
        raw: 'Greet $1.\n\n!`echo hello "$1"`',
      },
      expansions: {
        files: [],
        bash: [
          { command: "echo hello 'Ana; touch pwned'", executed: true, output: 'hello Ana; touch pwned' },
        ],
      },
      metadata: { expandedAt: expect.any(String), totalTokensEstimate: 14 },
    },
    stderr: '',
    code: 0,
  });
});

test.each(['file/data', ...(existsSync('/proc/self') ? ['/proc/nope'] : [])])(
  'what it runs needs DATA_DIR: where that is %s the answer says so, and nothing waits for ever',
  { tags: 'full' },
  async (place) => {
    writeFileSync(path.join(folder.path, 'file'), '');
    write('greet.md', 'Greet: !`echo hello`');
    const data = path.resolve(folder.path, place);
    const { stdout, code } = await commandWith({ DATA_DIR: data }, 'load', 'greet');
    const { success, expansions } = JSON.parse(stdout);
    expect({ success, bash: expansions.bash, code }).toEqual({
      success: true,
      bash: [
        {
          command: 'echo hello',
          executed: false,
          error: expect.stringContaining(`I can't make ${data}/processes`),
        },
      ],
      code: 0,
    });
  },
);

test('an error is JSON as well, with exit code 1', { tags: 'full' }, async () => {
  const { stdout, stderr, code } = await command('load', 'nonexistent');
  expect({ answer: JSON.parse(stdout), stderr, code }).toEqual({
    answer: {
      success: false,
      error: {
        code: 'COMMAND_NOT_FOUND',
        message: "Command '/nonexistent' not found",
        searchedPaths: ['.claude/commands/nonexistent.md', '.claude/commands/nonexistent/index.md'],
      },
    },
    stderr: '',
    code: 1,
  });
});

test('what is wrong with a file is told beside the answer', { tags: 'full' }, async () => {
  write('c.md', '---\n- a\n---\nx');
  const { stderr, code } = await command('load', 'c');
  expect({ stderr, code }).toEqual({
    stderr: 'The frontmatter cannot be used: it does not consist of `name: value`.\n',
    code: 0,
  });
});

test('list shows what there is, for people and as JSON; hidden characters are shown as such', {
  tags: 'full',
}, async () => {
  write('greet.md', '---\ndescription: "Greets \\e[31m somebody"\nargument-hint: [name]\n---\nx');
  const [shown, json] = [await command('list'), await command('list', '--json')];
  const [ours, ...others] = JSON.parse(json.stdout) as readonly object[];
  expect({ ours, others: others.length, lines: shown.stdout.split('\n').slice(0, 2) }).toEqual({
    ours: {
      name: 'greet',
      source: 'workspace',
      path: '.claude/commands/greet.md',
      description: 'Greets \u001b[31m somebody',
      argumentHint: '[name]',
    },
    others: 1,
    lines: [
      expect.stringMatching(/^Command +What it's for \(file\)$/),
      expect.stringMatching(
        /^\/greet \[name\] +Greets \\x1b\[31m somebody \(\.claude\/commands\/greet\.md\)$/,
      ),
    ],
  });
});

test('list ends with what ships with the program', { tags: 'full' }, async () => {
  const { stdout } = await command('list');
  const shown = stdout.replace(/\s+/g, '').replace(path.resolve(import.meta.dirname, '../../../..'), '');
  expect(shown).toBe(
    "CommandWhatit'sfor(file)/brainstorm<idea>Thinksanideaforafeaturethrough-readstheproject,asksatmostthreequestions,comparestwoorthreewaysandrecommendsone.Changesnothing.(/config/commands/brainstorm.md)",
  );
});
