/** Every scenario and every edge case of the specification, under its own name. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { type CommandRig, commandRig } from '../../support/command-rig.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { firstCommit } from '../../support/first-commit.ts';
import { newRepository } from '../../support/new-repository.ts';

let rig: CommandRig;
beforeEach(async () => {
  rig = await commandRig();
});
afterEach(() => rig.remove());

describe('Feature: Command Loader Agent', () => {
  test('Scenario: Cargar command simple sin expansiones', async () => {
    rig.write({ '.claude/commands/simple.md': 'Hello world' });
    expect(await rig.loaded('load /simple')).toEqual({
      success: true,
      command: {
        name: 'simple',
        path: '.claude/commands/simple.md',
        frontmatter: {},
        content: 'Hello world',
        raw: 'Hello world',
      },
      expansions: { files: [], bash: [] },
      metadata: {
        expandedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        totalTokensEstimate: 3,
      },
    });
  });

  test('Scenario: Cargar command con @file reference', async () => {
    rig.write({
      '.claude/commands/with-ref.md': '@.claude/docs/test.md',
      '.claude/docs/test.md': 'Test content',
    });
    const { command, expansions } = await rig.loaded('load /with-ref');
    expect({ content: command.content, expansions }).toEqual({
      content: '## test.md (from .claude/docs/test.md)\n\nTest content',
      expansions: {
        files: [{ reference: '@.claude/docs/test.md', resolved: true, content: 'Test content' }],
        bash: [],
      },
    });
  });

  test('Scenario: Cargar command con bash inline', async () => {
    rig.git('init', '-q', '-b', 'main');
    rig.write({ '.claude/commands/with-bash.md': 'Status: !`git status`' });
    const { command, expansions } = await rig.loaded('load /with-bash');
    const output = execFileSync('git', ['status'], { cwd: rig.root, encoding: 'utf8' }).trimEnd();
    expect({ content: command.content, expansions }).toEqual({
      content: `Status:\n\n\`\`\`\n${output}\n\`\`\``,
      expansions: { files: [], bash: [{ command: 'git status', executed: true, output }] },
    });
  });

  test('Scenario: Command no existe', async () => {
    expect((await rig.load('load /nonexistent')).answer).toEqual({
      success: false,
      error: {
        code: 'COMMAND_NOT_FOUND',
        message: "Command '/nonexistent' not found",
        searchedPaths: ['.claude/commands/nonexistent.md', '.claude/commands/nonexistent/index.md'],
      },
    });
  });

  test('Scenario: @file reference no existe', async () => {
    rig.write({ '.claude/commands/broken-ref.md': '@.claude/nonexistent.md' });
    const { command, expansions } = await rig.loaded('load /broken-ref');
    expect({ content: command.content, expansions }).toEqual({
      content: '@.claude/nonexistent.md (not included: not found: .claude/nonexistent.md does not exist.)',
      expansions: {
        files: [
          {
            reference: '@.claude/nonexistent.md',
            resolved: false,
            error: 'not found: .claude/nonexistent.md does not exist.',
          },
        ],
        bash: [],
      },
    });
  });

  test('Scenario: Bash command no permitido', async () => {
    rig.write({ '.claude/commands/dangerous.md': '!`rm -rf /`' });
    const { expansions } = await rig.loaded('load /dangerous');
    expect(expansions.bash).toEqual([
      { command: 'rm -rf /', executed: false, error: expect.stringMatching(/^not allowed: /) },
    ]);
  });

  test('Scenario: Frontmatter parsing', async () => {
    rig.write({
      '.claude/commands/with-meta.md':
        '---\ndescription: Load security patterns\nallowed-tools: Read, Bash(git:*)\n---\n\nText',
    });
    const { command } = await rig.loaded('load /with-meta');
    expect(command).toEqual({
      name: 'with-meta',
      path: '.claude/commands/with-meta.md',
      frontmatter: { description: 'Load security patterns', 'allowed-tools': ['Read', 'Bash(git:*)'] },
      content: 'Text',
      raw: 'Text',
    });
  });
});

describe('Edge Cases', () => {
  test('Command no existe: error COMMAND_NOT_FOUND with every path that was looked at, in their order', async () => {
    rig.write({ [path.join(rig.config, 'commands/x.md')]: '', 'plugins/sec/commands/y.md': '' });
    expect(await rig.refused('/sec:scan')).toEqual({
      code: 'COMMAND_NOT_FOUND',
      message: "Command '/sec:scan' not found",
      searchedPaths: [
        '.claude/commands/sec/scan.md',
        '.claude/commands/sec/scan/index.md',
        `${rig.config}/commands/sec/scan.md`,
        `${rig.config}/commands/sec/scan/index.md`,
        'plugins/sec/commands/scan.md',
        'plugins/sec/commands/scan/index.md',
        'plugins/sec/commands/sec/scan.md',
        'plugins/sec/commands/sec/scan/index.md',
      ],
    });
  });

  test('@file no existe: included with resolved: false, the others go on', async () => {
    rig.write({ '.claude/commands/c.md': '@docs/none.md\n@docs/a.md', 'docs/a.md': '# A' });
    const { expansions } = await rig.loaded('c');
    expect(expansions.files.map(({ resolved }) => resolved)).toEqual([false, true]);
  });

  test('Bash falla: executed: false and what it said on stderr', async () => {
    newRepository(rig.root);
    rig.write({ '.claude/commands/c.md': '!`git log`\n!`ls none`' });
    const { expansions, command } = await rig.loaded('c');
    const [log, ls] = ['git log', 'ls none'].map((line) => {
      const error = expect.stringMatching(line === 'ls none' ? /none/ : /^fatal: .*commits/);
      return { command: line, executed: false, error };
    });
    expect(expansions.bash).toEqual([log, ls]);
    expect(command.content).toContain('This command was not executed to its end:\n\n```\ngit log\nfatal: ');
  });

  test('Bash timeout (>5s): aborted, executed: false and "timeout"', { tags: 'full' }, async () => {
    rig.remove();
    // A second for a clock that runs twenty times as fast.
    const startedAtMs = systemClock.nowMs();
    const clock = { ...systemClock, nowMs: () => startedAtMs + (systemClock.nowMs() - startedAtMs) * 20 };
    rig = await commandRig({ clock });
    execFileSync('mkfifo', [path.join(rig.root, 'pipe.txt')]);
    rig.write({ '.claude/commands/c.md': 'Waits: !`cat pipe.txt`\nGoes on: !`echo here`' });
    const { expansions } = await rig.loaded('c');
    expect(expansions.bash).toEqual([
      { command: 'cat pipe.txt', executed: false, error: 'timeout: it ran longer than 5 s' },
      { command: 'echo here', executed: true, output: 'here' },
    ]);
  });

  test('Frontmatter inválido: read as empty, goes on with the content', async () => {
    rig.write({ '.claude/commands/c.md': '---\ndescription: [x\n---\nThe text' });
    const { answer, warnings } = await rig.load('c');
    expect({ answer, warnings }).toEqual({
      answer: expect.objectContaining({
        success: true,
        command: expect.objectContaining({ frontmatter: {}, content: 'The text' }),
      }),
      warnings: [expect.stringMatching(/^The frontmatter cannot be used: line 3: /)],
    });
  });

  test('Frontmatter inválido that is clear line by line: it counts, with a warning', async () => {
    const header = 'description: Use this: now\nargument-hint: [a] [b]\nallowed-tools: Bash(git:*), Read';
    rig.write({ '.claude/commands/c.md': `---\n${header}\n---\nThe text` });
    const { answer, warnings } = await rig.load('c');
    expect({ answer, warnings }).toEqual({
      answer: expect.objectContaining({
        success: true,
        command: expect.objectContaining({
          frontmatter: {
            description: 'Use this: now',
            'argument-hint': '[a] [b]',
            'allowed-tools': ['Bash(git:*)', 'Read'],
          },
          content: 'The text',
        }),
      }),
      warnings: [expect.stringMatching(/^The frontmatter is no YAML \(line 2: /)],
    });
  });

  test('Archivo vacío: success with empty content, also with arguments', async () => {
    rig.write({ '.claude/commands/c.md': '', '.claude/commands/d.md': '---\na: 1\n---\n' });
    const contents = [await rig.loaded('c'), await rig.loaded('c', 'x'), await rig.loaded('d')];
    expect(contents.map(({ command }) => command.content)).toEqual(['', '', '']);
  });

  test.each([
    ['a file that includes itself', { 'a.md': 'see @a.md' }, 'a.md -> a.md'],
    [
      'two that include each other',
      { 'a.md': '@docs/b.md', 'docs/b.md': '@a.md' },
      'a.md -> docs/b.md -> a.md',
    ],
    [
      'the command itself',
      { 'a.md': '@.claude/commands/c.md' },
      '.claude/commands/c.md -> a.md -> .claude/commands/c.md',
    ],
  ])('Referencias circulares: detected, aborted with an error: %s', async (_, files, way) => {
    rig.write({ '.claude/commands/c.md': '@a.md', ...files });
    expect(await rig.refused('c')).toEqual({
      code: 'CIRCULAR_REFERENCE',
      message: `Circular reference: ${way}. Take one of them out.`,
    });
  });
});

describe('Input', () => {
  test.each([
    'load /load-security',
    'load load-security',
    '/load-security',
    'load-security',
    '.claude/commands/load-security.md',
  ])('%s', async (input) => {
    rig.write({ '.claude/commands/load-security.md': 'x' });
    expect((await rig.loaded(input)).command.name).toBe('load-security');
  });
});

describe('Expansión de Referencias', () => {
  test('@file: the heading of the file says where it is from', async () => {
    rig.write({
      '.claude/commands/c.md': 'Review these patterns:\n@.claude/docs/security/owasp.md',
      '.claude/docs/security/owasp.md': '## OWASP Top 10\n\n1. Injection\n2. Broken Authentication\n...\n',
    });
    expect((await rig.loaded('c')).command.content).toBe(
      'Review these patterns:\n\n## OWASP Top 10 (from .claude/docs/security/owasp.md)\n\n1. Injection\n2. Broken Authentication\n...',
    );
  });

  test('!`bash`: the output stands in a fence', async () => {
    rig.write({ '.claude/commands/c.md': 'Current status:\n!`echo On branch main`' });
    expect((await rig.loaded('c')).command.content).toBe('Current status:\n\n```\nOn branch main\n```');
  });
});

describe('Restricciones de Bash', () => {
  eachInFull([
    ['git status'],
    ['git diff'],
    ['git log --oneline -5'],
    ['git branch'],
    ['git branch --show-current'],
    ['git remote -v'],
    ['ls -la'],
    ['ls'],
    ['cat .claude/commands/c.md'],
    ['echo hi'],
    ['pwd'],
    ['date'],
  ])('%s runs', async (line) => {
    newRepository(rig.root, { user: true });
    firstCommit({ folder: rig.root, message: 'x', by: 'Ana', git: rig.git });
    rig.write({ '.claude/commands/c.md': `!\`${line}\`` });
    expect((await rig.loaded('c')).expansions.bash).toEqual([
      { command: line, executed: true, output: expect.any(String) },
    ]);
  });

  test.each([
    ['rm -rf x'],
    ['curl https://example.com'],
    ['npm install left-pad'],
    ['cat /etc/passwd'],
    ['ls /root'],
    ['cat ../config/x'],
    ['cat'],
    ['cat .env'],
    ['wc -l README.md'],
    ['git'],
    ['git commit -m x'],
    ['git show HEAD'],
    ['git branch new'],
    ['git branch -D main'],
    ['git remote add x https://example.com/x.git'],
    ['git diff --output=x'],
    ['git -c core.pager=id log'],
    ['git status; touch pwned'],
    ['git status && touch pwned'],
    ['echo x > pwned'],
    ['echo $(touch pwned)'],
    ['cat <(touch pwned)'],
    ['PAGER=id git log'],
    ['date -s 2020-01-01'],
    ['./ls'],
    ["bash -c 'git status'"],
    ['echo "'],
  ])('%s does not', async (line) => {
    newRepository(rig.root);
    rig.write({ '.claude/commands/c.md': `!\`${line}\``, '.env': 'A=1', 'README.md': 'x' });
    expect((await rig.loaded('c')).expansions.bash).toEqual([
      { command: line, executed: false, error: expect.stringMatching(/^not allowed: /) },
    ]);
    expect(readdirSync(rig.root).toSorted()).toEqual(['.claude', '.env', '.git', 'README.md']);
  });
});
