import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../../src/core/json.ts';
import { createSpecialists } from '../../../../src/features/secretary/specialists/specialists.ts';
import { applyPatch } from '../../../../src/tools/apply-patch.ts';
import { previewPatch } from '../../../../src/tools/preview-patch.ts';
import { readLines } from '../../../../src/tools/read-lines.ts';
import { runCommand } from '../../../../src/tools/run-command.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';

let folder: TempFolder;
let root: string;
let workspace: string;
beforeEach(() => {
  folder = tempFolder('specialists');
  root = realpathSync(folder.path);
  workspace = path.join(root, 'shop');
  mkdirSync(workspace);
});
afterEach(() => folder.remove());

/** Below the folder of the test. */
function put(place: string, text: string): void {
  const file = path.join(root, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function agent(name: string, header = 'description: Reviews code', body = 'Look at it.'): string {
  return `---\nname: ${name}\n${header}\n---\n\n${body}\n`;
}

function specialists() {
  return createSpecialists({
    config: path.join(root, 'config'),
    shipped: path.join(root, 'shipped'),
    tools: [applyPatch, previewPatch, readLines, runCommand],
    modelIds: ['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-5-5', 'eu/claude-opus-5-5'],
  });
}

const discover = () => specialists()(workspace);
const references = async () => (await discover()).found.map(({ reference }) => reference);

describe('Discovery Module', () => {
  test('agents of plugins, of .claude/agents, of the own folder and shipped ones, in this order', async () => {
    put('shop/plugins/iflow-dev/agents/b.md', agent('security-reviewer'));
    put('shop/plugins/iflow-dev/agents/a.md', agent('code-quality-reviewer'));
    put('shop/plugins/another/agents/x.md', agent('x'));
    put('shop/.claude/agents/own.md', agent('deployer'));
    put('config/agents/mine.md', agent('translator'));
    put('shipped/fix.md', agent('bug-fixer'));
    expect(await references()).toEqual([
      'another:x',
      'iflow-dev:code-quality-reviewer',
      'iflow-dev:security-reviewer',
      'project:deployer',
      'mine:translator',
      'wasap:bug-fixer',
    ]);
  });

  test.each([
    ['inherit', undefined],
    ['sonnet', 'claude-sonnet-5-5'],
    ['Haiku', 'claude-haiku-5-5'],
    ['claude-haiku-5-5', 'claude-haiku-5-5'],
    // A word that fits several models, no model, or half of a name selects none.
    ['opus', 'opus'],
    ['claude', 'claude'],
    ['gemini', 'gemini'],
    ['son', 'son'],
    ['claude-sonnet-3', 'claude-sonnet-3'],
    ['constructor', 'constructor'],
  ])('model: %s means %s', async (named, meant) => {
    put('shop/.claude/agents/a.md', agent('a', `description: a\nmodel: ${named}`));
    expect((await discover()).found[0]?.model).toBe(meant);
  });

  test('marketplace.json decides which plugins are looked at', async () => {
    put('shop/.claude-plugin/marketplace.json', '{"plugins":[{"name":"lint","source":"./tools/lint"}]}');
    put('shop/tools/lint/agents/a.md', agent('linter'));
    put('shop/plugins/other/agents/b.md', agent('unseen'));
    expect(await references()).toEqual(['lint:linter']);
  });

  test('an agent has everything its file says', async () => {
    const text = agent(
      'security-reviewer',
      [
        'description: |',
        '  Reviews code for',
        '  security vulnerabilities',
        'tools: Read, Bash(git:*), WebBrowser',
        'model: claude-haiku-5-5',
        'limits: { max_rounds: 5, session_timeout_seconds: 600, max_cost_usd: 0.5 }',
        'color: red',
      ].join('\n'),
    );
    put('shop/.claude/agents/a.md', text);
    expect(await discover()).toEqual({
      found: [
        {
          reference: 'project:security-reviewer',
          origin: 'project',
          plugin: 'project',
          name: 'security-reviewer',
          description: 'Reviews code for security vulnerabilities',
          tools: ['Read', 'Bash(git:*)', 'WebBrowser'],
          grants: {
            tools: ['read_lines', 'run_command'],
            commands: [{ words: ['git'], isWhole: false }],
            unknown: ['WebBrowser'],
          },
          model: 'claude-haiku-5-5',
          limits: { maxRounds: 5, maxSeconds: 600, maxCostUsd: 0.5 },
          instructions: 'Look at it.',
          file: '.claude/agents/a.md',
          hash: sha256(text),
        },
      ],
      skipped: [],
    });
  });

  test('a description as people write it, which is no YAML, opens nothing that the file does not name', async () => {
    const description = `Use when code changed: <example>Context: user: "Done? #1"</example>`;
    put('shop/.claude/agents/a.md', agent('a', `description: ${description}\ntools: Read`));
    expect((await discover()).found).toEqual([
      expect.objectContaining({
        description,
        tools: ['Read'],
        grants: { tools: ['read_lines'], commands: [], unknown: [] },
        instructions: 'Look at it.',
        warning: expect.stringContaining('line 3: '),
      }),
    ]);
  });

  test.each([
    ['no tools', ''],
    ['an empty value', 'tools:'],
    ['a star', 'tools: "*"'],
    ['a star in a list', 'tools: [Read, "*"]'],
  ])('%s: tools optional, the default is full access of the session', async (_, line) => {
    put('shop/.claude/agents/a.md', agent('a', `description: x\n${line}`));
    const [found] = (await discover()).found;
    expect([found?.tools, found?.grants]).toEqual([undefined, undefined]);
  });

  test.each([
    ['an empty text', 'tools: ""'],
    ['an empty list', 'tools: []'],
  ])('%s gives no tool at all', async (_, line) => {
    put('shop/.claude/agents/a.md', agent('a', `description: x\n${line}`));
    const [found] = (await discover()).found;
    expect(found?.grants).toEqual({ tools: [], commands: [], unknown: [] });
  });

  test('inherit is the model of the session', async () => {
    put('shop/.claude/agents/a.md', agent('a', 'description: x\nmodel: inherit'));
    expect((await discover()).found[0]?.model).toBeUndefined();
  });
});

describe('Validation Rules: a file that fails is skipped with the reason, the others go on', () => {
  test.each([
    ['no frontmatter', 'Just text.', 'no-header'],
    ['an empty one', '---\n---\n', 'no-header'],
    ['an empty file', '', 'no-header'],
    ['name is missing', '---\ndescription: x\n---\n', 'name'],
    ['name in capitals', agent('Reviewer'), 'name'],
    ['name with an underscore', agent('code_reviewer'), 'name'],
    ['name with a blank', agent('code reviewer'), 'name'],
    ['name that ends in a hyphen', agent('code-'), 'name'],
    ['name that is a number', agent('12'), 'name'],
    ['name of 65 letters', agent('a'.repeat(65)), 'name'],
    ['description is missing', '---\nname: a\n---\n', 'description'],
    ['description is blank', agent('a', 'description: " "'), 'description'],
    ['description of 4,001 letters', agent('a', `description: ${'x'.repeat(4001)}`), 'description'],
    ['tools is a map', agent('a', 'description: x\ntools: { Read: true }'), 'tools'],
    ['tools holds a number', agent('a', 'description: x\ntools: [Read, 1]'), 'tools'],
    ['tools is a number', agent('a', 'description: x\ntools: 1'), 'tools'],
    ['101 tools', agent('a', `description: x\ntools: [${'Read, '.repeat(101)}]`), 'tools'],
    ['model is a list', agent('a', 'description: x\nmodel: [a]'), 'model'],
    ['model is a sentence', agent('a', 'description: x\nmodel: the best one'), 'model'],
    ['limits says something unknown', agent('a', 'description: x\nlimits: { rounds: 3 }'), 'limits'],
    ['limits below zero', agent('a', 'description: x\nlimits: { max_cost_usd: -1 }'), 'limits'],
  ])('%s', async (_, text, why) => {
    put('shop/.claude/agents/bad.md', text);
    put('shop/.claude/agents/good.md', agent('good'));
    const { found, skipped } = await discover();
    expect([found.map(({ name }) => name), skipped]).toEqual([
      ['good'],
      [{ file: '.claude/agents/bad.md', why, detail: '' }],
    ]);
  });

  test('broken YAML is told in words', async () => {
    put('shop/.claude/agents/bad.md', '---\nname: [a\n---\n');
    expect((await discover()).skipped).toEqual([
      { file: '.claude/agents/bad.md', why: 'bad-header', detail: expect.stringContaining('frontmatter') },
    ]);
  });
});

describe('equal names', () => {
  test('in one plugin the first file has it, the other is named', async () => {
    put('shop/.claude/agents/a.md', agent('same', 'description: first'));
    put('shop/.claude/agents/b.md', agent('same', 'description: second'));
    const { found, skipped } = await discover();
    expect([found.map(({ description }) => description), skipped]).toEqual([
      ['first'],
      [{ file: '.claude/agents/b.md', why: 'taken', detail: '.claude/agents/a.md' }],
    ]);
  });

  test('one of the person stands in for a shipped one', async () => {
    put('config/agents/a.md', agent('bug-fixer'));
    put('shipped/a.md', agent('bug-fixer'));
    expect(await references()).toEqual(['mine:bug-fixer']);
  });

  test('what comes with a workspace stands in for nothing', async () => {
    put('shop/plugins/evil/agents/a.md', agent('bug-fixer'));
    put('shop/.claude/agents/a.md', agent('bug-fixer'));
    put('shipped/a.md', agent('bug-fixer'));
    expect(await references()).toEqual(['evil:bug-fixer', 'project:bug-fixer', 'wasap:bug-fixer']);
  });
});

describe('hostile files', () => {
  test('a link that leads out of the workspace is not followed, one inside is', async () => {
    put('secret.md', agent('secret'));
    put('shop/docs/agent.md', agent('linked'));
    mkdirSync(path.join(workspace, '.claude/agents'), { recursive: true });
    symlinkSync('../../../secret.md', path.join(workspace, '.claude/agents/out.md'));
    symlinkSync('../../docs/agent.md', path.join(workspace, '.claude/agents/in.md'));
    const { found, skipped } = await discover();
    expect([found.map(({ name }) => name), skipped]).toEqual([
      ['linked'],
      [{ file: '.claude/agents/out.md', why: 'link', detail: '' }],
    ]);
  });

  test('a folder that is a link out of the workspace is not read', async () => {
    put('other/a.md', agent('a'));
    mkdirSync(path.join(workspace, '.claude'));
    symlinkSync('../../other', path.join(workspace, '.claude/agents'));
    expect(await discover()).toEqual({
      found: [],
      skipped: [{ file: '.claude/agents', why: 'link', detail: '' }],
    });
  });

  test('a pipe is not waited for, a folder is no file', async () => {
    mkdirSync(path.join(workspace, '.claude/agents/folder.md'), { recursive: true });
    execFileSync('mkfifo', [path.join(workspace, '.claude/agents/pipe.md')]);
    expect(await discover()).toEqual({
      found: [],
      skipped: [
        { file: '.claude/agents/folder.md', why: 'not-a-file', detail: '' },
        { file: '.claude/agents/pipe.md', why: 'not-a-file', detail: '' },
      ],
    });
  });

  test('10 MB and what is no text are passed over', async () => {
    put('shop/.claude/agents/a.md', agent('a', 'description: x', 'x'.repeat(10_000_000)));
    put('shop/.claude/agents/b.md', 'a\0b');
    expect((await discover()).skipped).toEqual([
      { file: '.claude/agents/a.md', why: 'too-large', detail: '64 kB' },
      { file: '.claude/agents/b.md', why: 'not-text', detail: '' },
    ]);
  });

  test('of 10,000 files five hundred are read, and those of the person and of the program all the same', {
    tags: 'full',
  }, async () => {
    for (let at = 0; at < 500; at += 1) put(`shop/.claude/agents/${at}.md`, agent(`agent-${at}`));
    // A second name is made faster than a file.
    for (let at = 500; at < 10_000; at += 1) {
      linkSync(path.join(workspace, '.claude/agents/0.md'), path.join(workspace, `.claude/agents/z${at}.md`));
    }
    put('config/agents/a.md', agent('translator'));
    put('shipped/a.md', agent('bug-fixer'));
    const { found, skipped } = await discover();
    expect([found.length, found.slice(-2).map(({ reference }) => reference), skipped]).toEqual([
      502,
      ['mine:translator', 'wasap:bug-fixer'],
      [{ file: '.claude/agents', why: 'too-many', detail: '9500' }],
    ]);
  });
});

test('what changed on the disk is seen by the next request', async () => {
  const of = specialists();
  put('shop/.claude/agents/a.md', agent('a', 'description: before'));
  await of(workspace);
  put('shop/.claude/agents/a.md', agent('a', 'description: after'));
  put('shop/.claude/agents/b.md', agent('b', 'description: after'));
  const { found } = await of(workspace);
  expect(found.map(({ name, description }) => [name, description])).toEqual([
    ['a', 'after'],
    ['b', 'after'],
  ]);
});
