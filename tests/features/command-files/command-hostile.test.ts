import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CommandRig, commandRig } from '../../support/command-rig.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { newRepository } from '../../support/new-repository.ts';

const TOKEN = `ghp_${'a1B2c3D4'.repeat(4)}e5F6`;

let rig: CommandRig;
beforeEach(async () => {
  rig = await commandRig({ env: { GITHUB_TOKEN: TOKEN } });
});
afterEach(() => rig.remove());

describe('names', () => {
  test.each([
    [''],
    ['/'],
    ['..'],
    ['../secret'],
    ['../../etc/passwd'],
    ['a/../../b'],
    ['/etc/passwd'],
    ['.claude/commands/../../.env.md'],
    ['.claude/commands/..md'],
    ['.claude\\commands\\c.md'],
    ['a\\b'],
    ['C:\\c'],
    ['c\0'],
    ['c\0.md'],
    ['a:b:c:d:e:f'],
    ['a::b'],
    [':a'],
    ['.hidden'],
    ['-c'],
    ['a b'],
    ['load /a b'],
    ['$(id)'],
    ['c\u3164'],
    ['c\u034f'],
    ['c\ufe0f'],
    ['\u0301c'],
    ['😀'],
    ['x'.repeat(201)],
    ['__proto__/x'],
  ])('%j is INVALID_NAME', async (name) => {
    rig.write({ '.claude/commands/c.md': 'x', '.env.md': 'secret' });
    expect((await rig.refused(name)).code).toBe('INVALID_NAME');
  });

  test.each(['__proto__', 'constructor', 'toString', 'index'])('%s is a name like others', async (name) => {
    expect((await rig.refused(name)).code).toBe('COMMAND_NOT_FOUND');
    rig.write({ [`.claude/commands/${name}.md`]: 'found' });
    expect((await rig.loaded(name)).command).toMatchObject({ name, content: 'found' });
  });
});

describe('command files that cannot be used', () => {
  test('a link to outside is not found, with the reason', async () => {
    rig.write({ '../other/x.md': 'secret', '.claude/commands/d.md': '' });
    symlinkSync('../../../other/x.md', path.join(rig.root, '.claude/commands/c.md'));
    expect(await rig.refused('c')).toMatchObject({
      code: 'COMMAND_NOT_FOUND',
      message: expect.stringMatching(/^Command '\/c' not found: \.claude\/commands\/c\.md /),
    });
  });

  test('a link to a file of secrets is not found', async () => {
    rig.write({ '.env': 'PASSWORD=hunter2hunter2', '.claude/commands/d.md': '' });
    symlinkSync('../../.env', path.join(rig.root, '.claude/commands/c.md'));
    const error = await rig.refused('c');
    expect([error.code, JSON.stringify(error).includes('hunter2')]).toEqual(['COMMAND_NOT_FOUND', false]);
  });

  test('a folder of commands that leads outside has none', async () => {
    rig.write({ '../other/c.md': 'x', '.claude/x': '' });
    symlinkSync('../../other', path.join(rig.root, '.claude/commands'));
    expect([(await rig.refused('c')).code, await rig.listed()]).toEqual(['COMMAND_NOT_FOUND', []]);
  });

  test('a named pipe, a folder and a program are not found, and nothing waits for them', async () => {
    rig.write({ '.claude/commands/program.md': 'a\0b', '.claude/commands/latin.md': '' });
    writeFileSync(path.join(rig.root, '.claude/commands/latin.md'), Buffer.from([0xe9, 0x20, 0xff]));
    execFileSync('mkfifo', [path.join(rig.root, '.claude/commands/pipe.md')]);
    mkdirSync(path.join(rig.root, '.claude/commands/folder.md'));
    const names = ['program', 'latin', 'pipe', 'folder'];
    const codes = await Promise.all(names.map(async (name) => (await rig.refused(name)).code));
    expect(codes).toEqual(names.map(() => 'COMMAND_NOT_FOUND'));
    expect(await rig.listed()).toEqual([]);
  });

  test.each([
    ['10 MB', 10 * 1024 * 1024],
    ['10 GB', 10 * 1024 ** 3],
  ])('%s is TOO_LARGE', async (_, bytes) => {
    rig.write({ '.claude/commands/c.md': 'x' });
    truncateSync(path.join(rig.root, '.claude/commands/c.md'), bytes);
    expect(await rig.refused('c')).toEqual({
      code: 'TOO_LARGE',
      message: '.claude/commands/c.md has more than 262144 bytes. Put parts of it into files.',
    });
  });

  test('one byte more than 256 KB is TOO_LARGE', async () => {
    rig.write({ '.claude/commands/c.md': 'x'.repeat(262_144) });
    expect((await rig.loaded('c')).command.content).toHaveLength(262_144);
    rig.write({ '.claude/commands/c.md': 'x'.repeat(262_145) });
    expect((await rig.refused('c')).code).toBe('TOO_LARGE');
  });

  test('a frontmatter bomb counts as empty', async () => {
    rig.write({ '.claude/commands/c.md': `---\na: ${'['.repeat(10_000)}\n---\ntext` });
    expect((await rig.loaded('c')).command).toMatchObject({ frontmatter: {}, content: 'text' });
  });
});

describe('files that are referred to', () => {
  async function errorOf(reference: string): Promise<unknown> {
    rig.write({ '.claude/commands/c.md': reference });
    const { expansions } = await rig.loaded('c');
    return expansions.files.map((file) => (file.resolved ? 'resolved' : file.error));
  }

  test.each([
    ['@../other/x.md', /outside the workspace/],
    ['@/etc/passwd', /outside the workspace/],
    ['@src/../../other/x.md', /outside the workspace/],
    ['@../config/x.md', /belongs to this program/],
    ['@/proc/self/environ', /secrets/],
    ['@/dev/zero', /outside the workspace/],
    ['@.env', /secrets/],
    ['@.ssh/id_rsa', /secrets/],
    ['@.git/config', /\.git/],
    ['@docs\\a.md', /Windows/],
    ['@link.md', /outside the workspace/],
    ['@hidden.md', /secrets/],
    ['@pipe.md', /no regular file/],
    ['@src/', /folder/],
    ['@binary.md', /binary/],
    ['@large.md', /^too large: 307200 bytes/],
    ['@huge.md', /bytes; at most/],
  ])('%s is refused', async (reference, why) => {
    rig.write({
      [path.join(rig.config, 'x.md')]: 'secret',
      '.env': 'A=1',
      '.ssh/id_rsa': 'k',
      'src/a.ts': '',
    });
    rig.write({ 'binary.md': 'a\0b', 'large.md': 'x'.repeat(300 * 1024), 'huge.md': '' });
    newRepository(rig.root);
    truncateSync(path.join(rig.root, 'huge.md'), 10 * 1024 * 1024);
    symlinkSync('../other/x.md', path.join(rig.root, 'link.md'));
    symlinkSync('.env', path.join(rig.root, 'hidden.md'));
    if (reference === '@pipe.md') execFileSync('mkfifo', [path.join(rig.root, 'pipe.md')]);
    expect(await errorOf(reference)).toEqual([expect.stringMatching(why)]);
  });

  test('files that include many others end in TOO_LARGE', async () => {
    const large = Object.fromEntries([1, 2, 3].map((n) => [`${n}.md`, 'x '.repeat(100_000)]));
    rig.write({ ...large, '.claude/commands/c.md': '@1.md\n@2.md\n@3.md' });
    expect((await rig.refused('c')).code).toBe('TOO_LARGE');
  });

  test('at most 100 files, at most 8 deep, each only once', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `f/${n}.md`);
    rig.write(Object.fromEntries(many.map((file) => [file, '.'])));
    rig.write({ '.claude/commands/many.md': many.map((file) => `@${file}`).join('\n') });
    const chain = Array.from({ length: 10 }, (_, n) => [`d/${n}.md`, `@d/${n + 1}.md`]);
    rig.write({ ...Object.fromEntries(chain), '.claude/commands/deep.md': '@d/0.md' });
    rig.write({ '.claude/commands/twice.md': '@f/1.md\n\n@f/1.md' });
    const [of100, deep, twice] = [
      await rig.loaded('many'),
      await rig.loaded('deep'),
      await rig.loaded('twice'),
    ];
    const unresolved = (files: typeof deep.expansions.files) =>
      files.flatMap((file) => (file.resolved ? [] : [`${file.reference}: ${file.error}`]));
    expect(unresolved(of100.expansions.files)).toEqual(['@f/100.md: at most 100 files are included']);
    expect(unresolved(deep.expansions.files)).toEqual(['@d/8.md: files are included at most 8 deep']);
    expect(twice.command.content).toBe('## 1.md (from f/1.md)\n\n.\n\nf/1.md (included only once)');
  });

  test('a command in an included file never runs, and its placeholders stay', async () => {
    rig.write({
      '.claude/commands/c.md': '@docs/a.md',
      'docs/a.md': '# A\nRuns !`echo pwned`? $1 $ARGUMENTS',
      'src/b.ts': '',
    });
    const { command, expansions } = await rig.loaded('c', 'word');
    expect([command.content, expansions.bash]).toEqual([
      '# A (from docs/a.md)\nRuns !`echo pwned`? $1 $ARGUMENTS\n\nArguments: word',
      [],
    ]);
  });
});

describe('arguments', () => {
  const attacks = [
    '; touch pwned',
    '$(touch pwned)',
    '`touch pwned`',
    '| touch pwned',
    '&& touch pwned',
    '> pwned',
    '"; touch pwned; "',
    "'; touch pwned; '",
    '\n touch pwned',
    '\\',
    '$IFS$(touch pwned)',
    '!`touch pwned`',
    '@.claude/commands/c.md',
    'Argument0_',
  ];

  eachInFull(attacks)('%j is one word of a command, whatever is around its placeholder', async (attack) => {
    rig.write({
      '.claude/commands/c.md': '!`echo $1`\n!`echo "$1"`\n!`echo \'$1\'`\n!`echo a$1`\n!`echo $ARGUMENTS`',
    });
    const { expansions } = await rig.loaded('c', attack);
    const ends = expansions.bash.map((one) => (one.executed ? one.output : one.error));
    const hidden = 'not allowed: It holds characters that cannot be seen.';
    const said = ['', '', '', 'a', ''].map((before) => (attack.includes('\n') ? hidden : before + attack));
    expect(ends).toEqual(said);
    expect(readdirSync(rig.root)).toEqual(['.claude']);
  });

  test.each(attacks)('%j in the text is text', async (attack) => {
    rig.write({ '.claude/commands/c.md': 'First: $1. All: $ARGUMENTS.' });
    const { command, expansions } = await rig.loaded('c', attack);
    expect([command.content, expansions]).toEqual([
      `First: ${attack}. All: ${attack}.`,
      { files: [], bash: [] },
    ]);
    expect(readdirSync(rig.root)).toEqual(['.claude']);
  });

  test.each([
    ['the program', '!`$1`', 'ls', 'not allowed: an argument cannot name the program'],
    ['part of the program', '!`l$1`', 's', 'not allowed: an argument cannot name the program'],
    [
      'a file of secrets',
      '!`cat $1`',
      '.env',
      expect.stringMatching(/^not allowed: ".env" may hold secrets\./),
    ],
    ['a flag that writes', '!`git diff $1`', '--output=pwned', expect.stringMatching(/^not allowed: /)],
  ])('one cannot name %s', async (_, text, word, error) => {
    newRepository(rig.root);
    rig.write({ '.env': 'A=1', '.claude/commands/c.md': text });
    const { expansions } = await rig.loaded('c', word);
    expect(expansions.bash).toEqual([expect.objectContaining({ executed: false, error })]);
  });

  test('backticks in a row within a command are shell to it, and do not run', async () => {
    rig.write({ '.claude/commands/c.md': '!`echo ``touch pwned`` `' });
    const { expansions } = await rig.loaded('c');
    expect([expansions.bash.map(({ executed }) => executed), readdirSync(rig.root)]).toEqual([
      [false],
      ['.claude'],
    ]);
  });

  test('a reference that one completes is held to the same rules', async () => {
    rig.write({ '.env': 'A=1', 'docs/a.md': '# A', '.claude/commands/c.md': '@$1' });
    const ends = [];
    for (const word of ['docs/a.md', '.env', '../other/x', 'ana', 'octokit/rest']) {
      const { command, expansions } = await rig.loaded('c', word);
      ends.push([command.content.split('\n')[0], expansions.files.map(({ resolved }) => resolved)]);
    }
    expect(ends).toEqual([
      ['# A (from docs/a.md)', [true]],
      [
        '@.env (not included: .env may hold secrets and stays closed. Work without it, or ask the person.)',
        [false],
      ],
      [expect.stringMatching(/outside the workspace/), [false]],
      ['@ana', []],
      ['@octokit/rest (not included: not found: octokit/rest does not exist.)', [false]],
    ]);
  });
});

describe('files that are full of one thing', () => {
  test.each([
    ['names of packages', '@a/b '.repeat(50_000), 'loaded'],
    ['commands', '!`a` '.repeat(50_000), 'TOO_LARGE'],
    ['one long command', `!\`${'a '.repeat(100_000)}\``, 'loaded'],
    ['placeholders, with a long argument', '$1 '.repeat(80_000), 'TOO_LARGE'],
  ])('%s', { tags: 'full' }, async (_, text, end) => {
    rig.write({ '.claude/commands/c.md': text });
    const { answer } = await rig.load('c', 'x'.repeat(50_000));
    expect(answer.success ? 'loaded' : answer.error.code).toBe(end);
  });
});

describe('outputs', () => {
  test('more than 20 commands of one file do not run', { tags: 'full' }, async () => {
    rig.write({ '.claude/commands/c.md': '!`echo a`\n'.repeat(21) });
    const { expansions } = await rig.loaded('c');
    expect(expansions.bash.map(({ executed }) => executed)).toEqual([...Array(20).fill(true), false]);
  });

  test('an output cannot leave its fence', async () => {
    rig.write({ '.claude/commands/c.md': '!`cat a.md`\n\nEnd', 'a.md': 'x\n````\n!`rm`\n```\n' });
    expect((await rig.loaded('c')).command.content).toBe('`````\nx\n````\n!`rm`\n```\n`````\n\nEnd');
  });

  test('secrets of this program are in nothing that is told', async () => {
    rig.write({
      '.claude/commands/c.md': `---\ndescription: ${TOKEN}\n---\n${TOKEN}\n@a.md\n!\`cat a.md\`\n!\`echo ${TOKEN}\``,
      'a.md': `# ${TOKEN}`,
    });
    const { answer } = await rig.load('c');
    expect([answer.success, JSON.stringify(answer).includes(TOKEN)]).toEqual([true, false]);
  });

  test('a load that is stopped is told as that', async () => {
    rig.write({ '.claude/commands/c.md': '!`echo a`' });
    const stopped = rig.library.load('c', { text: '', words: [] }, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
  });
});
