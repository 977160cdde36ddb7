import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/core/json.ts';
import { createCommandLibrary } from '../../../src/features/command-files/files/command-library.ts';
import { type CommandRig, commandRig } from '../../support/command-rig.ts';

let rig: CommandRig;
beforeEach(async () => {
  rig = await commandRig();
});
afterEach(() => rig.remove());

const own = (name: string) => path.join(rig.config, 'commands', name);

describe('which file a name means', () => {
  test.each([
    ['c', ['.claude/commands/c.md', '.claude/commands/c/index.md'], '.claude/commands/c.md'],
    ['c', ['.claude/commands/c/index.md'], '.claude/commands/c/index.md'],
    ['a:b', ['.claude/commands/a/b.md', '.claude/commands/b.md'], '.claude/commands/a/b.md'],
    ['a:b', ['.claude/commands/a/b/index.md'], '.claude/commands/a/b/index.md'],
    ['.claude/commands/a/b.md', ['.claude/commands/a/b.md'], '.claude/commands/a/b.md'],
    ['./.claude/commands/a/index.md', ['.claude/commands/a/index.md'], '.claude/commands/a/index.md'],
    ['c', ['plugins/p/commands/c.md', '.claude/commands/c.md'], '.claude/commands/c.md'],
    ['c', ['plugins/q/commands/c.md', 'plugins/p/commands/c.md'], 'plugins/p/commands/c.md'],
    ['q:c', ['plugins/q/commands/c.md', 'plugins/p/commands/c.md'], 'plugins/q/commands/c.md'],
    ['q:c', ['plugins/q/commands/c.md', 'plugins/p/commands/q/c.md'], 'plugins/q/commands/c.md'],
    ['q:c', ['plugins/q/commands/c.md', '.claude/commands/q/c.md'], '.claude/commands/q/c.md'],
    ['p:c', ['plugins/p/commands/p/c.md'], 'plugins/p/commands/p/c.md'],
    ['c', ['.claude/commands/a/c.md'], '.claude/commands/a/c.md'],
    ['c', ['.claude/commands/a/b/c.md', '.claude/commands/d.md'], '.claude/commands/a/b/c.md'],
  ])('%s with %j: %s', async (name, files, found) => {
    rig.write(Object.fromEntries(files.map((file) => [file, file])));
    expect((await rig.loaded(name)).command).toMatchObject({ path: found, content: found });
  });

  test('a bare name that several have is not guessed about', async () => {
    rig.write({ '.claude/commands/a/c.md': 'a', '.claude/commands/b/c.md': 'b' });
    await expect(rig.loaded('c')).rejects.toThrow(/Several are called so: \/a:c, \/b:c\./);
  });

  test('a name with accents finds its file, however either of them writes them', async () => {
    const [composed, worktree] = ['revisi\u00f3n', 'revisio\u0301n'];
    for (const [onDisk, asked] of [
      [worktree, composed],
      [composed, worktree],
      ['हिन्दी', 'हिन्दी'],
    ] as const) {
      const file = `.claude/commands/${onDisk}.md`;
      rig.write({ [file]: 'found' });
      const { name, path: shown, content } = (await rig.loaded(asked)).command;
      const listed = (await rig.listed()).map((one) => [one.name, one.path]);
      expect([name, shown, content, listed]).toEqual([asked.normalize(), file, 'found', [[name, file]]]);
      rmSync(path.join(rig.root, file));
    }
    expect((await rig.refused(worktree)).searchedPaths).toEqual([
      `.claude/commands/${composed}.md`,
      `.claude/commands/${composed}/index.md`,
    ]);
  });

  test('the workspace wins over the own folder, which wins over plugins', async () => {
    const found: string[] = [];
    for (const file of ['plugins/p/commands/c.md', own('c.md'), '.claude/commands/c.md']) {
      rig.write({ [file]: 'x' });
      found.push((await rig.loaded('c')).command.path);
    }
    expect(found).toEqual(['plugins/p/commands/c.md', own('c.md'), '.claude/commands/c.md']);
  });

  test('whose file it is, its hash and what it asks to use are told for what is decided about it', async () => {
    const text = '---\nallowed-tools: Read\n---\nx';
    rig.write({ '.claude/commands/a.md': text, [own('b.md')]: text, 'plugins/p/commands/c.md': 'x' });
    const files = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await rig.load(name)).file));
    expect(files).toEqual([
      {
        source: 'workspace',
        plugin: undefined,
        path: '.claude/commands/a.md',
        hash: sha256(text),
        allowedTools: ['Read'],
      },
      { source: 'own', plugin: undefined, path: own('b.md'), hash: sha256(text), allowedTools: ['Read'] },
      {
        source: 'plugin',
        plugin: 'p',
        path: 'plugins/p/commands/c.md',
        hash: sha256('x'),
        allowedTools: [],
      },
      undefined,
    ]);
  });

  test('files that an own command refers to are those of the project', async () => {
    rig.write({ [own('c.md')]: '@docs/a.md', 'docs/a.md': '# of the project', [own('docs/a.md')]: '# own' });
    expect((await rig.loaded('c')).command.content).toBe('# of the project (from docs/a.md)');
  });
});

test('the list names all that can be loaded, and what hides what', async () => {
  rig.write({
    '.claude/commands/fix.md': '---\ndescription: Mends\n  an issue\nargument-hint: [issue]\n---\nx',
    '.claude/commands/a/index.md': 'x',
    '.claude/commands/a/b.md': 'x',
    '.claude/commands/no name.md': 'x',
    '.claude/commands/.hidden.md': 'x',
    '.claude/commands/.git/x.md': 'x',
    '.claude/commands/notes.txt': 'x',
    '.claude/commands/binary.md': 'a\0b',
    '.gitignore': '.claude',
    [own('fix.md')]: 'x',
    'plugins/p/commands/fix.md': 'x',
    'plugins/q/agents/x.md': 'x',
  });
  mkdirSync(path.join(rig.root, '.claude/commands/folder.md'));
  symlinkSync(rig.config, path.join(rig.root, '.claude/commands/linked'));
  const plain = { plugin: undefined, description: '', argumentHint: '', hiddenBy: undefined };
  const hidden = { ...plain, name: 'fix', hiddenBy: '.claude/commands/fix.md' };
  expect(await rig.listed()).toEqual([
    { ...plain, name: 'a', source: 'workspace', path: '.claude/commands/a/index.md' },
    { ...plain, name: 'a:b', source: 'workspace', path: '.claude/commands/a/b.md' },
    {
      ...plain,
      name: 'fix',
      source: 'workspace',
      path: '.claude/commands/fix.md',
      description: 'Mends an issue',
      argumentHint: '[issue]',
    },
    { ...hidden, source: 'own', path: own('fix.md') },
    { ...hidden, source: 'plugin', plugin: 'p', path: 'plugins/p/commands/fix.md' },
  ]);
});

describe('how it reads', () => {
  const content = async (text: string, ...args: readonly string[]): Promise<string> => {
    rig.write({
      '.claude/commands/c.md': text,
      'docs/a.md': '# A\n\nText of A.\n',
      'docs/b.md': '---\nowner: ana\n---\n\nText of B.',
      'src/x.ts': '# no heading\n```\n',
      'docs/empty.md': '',
      'docs/around.md': '@docs/a.md',
    });
    return (await rig.loaded('c', ...args)).command.content;
  };

  test.each([
    [
      'a sentence that names a file stays whole; the file follows its paragraph',
      'See @docs/a.md\nfor more.\n\nThen stop.',
      'See docs/a.md\nfor more.\n\n# A (from docs/a.md)\n\nText of A.\n\nThen stop.',
    ],
    [
      'files of a list follow the list',
      '- @docs/a.md\n- @docs/b.md\n\nEnd',
      '- docs/a.md\n- docs/b.md\n\n# A (from docs/a.md)\n\nText of A.\n\n## b.md (from docs/b.md)\n\nText of B.\n\nEnd',
    ],
    [
      'code in a paragraph that names a file comes before it',
      'See @docs/a.md:\n```\nx\n```\n\nThen stop.',
      'See docs/a.md:\n```\nx\n```\n\n# A (from docs/a.md)\n\nText of A.\n\nThen stop.',
    ],
    [
      'a file on a line of its own stands where it is named',
      'Before\n@docs/a.md\nAfter',
      'Before\n\n# A (from docs/a.md)\n\nText of A.\n\nAfter',
    ],
    [
      'a heading says where it is from once, in a file that begins with another one as well',
      '@docs/around.md',
      '## around.md (from docs/around.md)\n\n# A (from docs/a.md)\n\nText of A.',
    ],
    ['commands side by side all run', '!`echo 1`!`echo 2`', '```\n1\n```\n\n```\n2\n```'],
    ['an empty file has a heading', '@docs/empty.md', '## empty.md (from docs/empty.md)'],
    [
      'what is no markdown is fenced',
      '@src/x.ts',
      '## x.ts (from src/x.ts)\n\n````\n# no heading\n```\n````',
    ],
    [
      'outputs stand where their commands do',
      '- a: !`echo 1`\n- b: !`echo 2` done\n',
      '- a:\n\n```\n1\n```\n\n- b:\n\n```\n2\n```\n\ndone',
    ],
    [
      'an output that is empty says so',
      '!`ls docs/none*`\n!`cat docs/empty.md`',
      expect.stringContaining('```\n(no output)\n```'),
    ],
    ['a package is text', 'Use @octokit/rest and @types/node.', 'Use @octokit/rest and @types/node.'],
    [
      'code stays',
      '`@docs/a.md` and `` !`ls` ``\n```\n!`ls`\n```',
      '`@docs/a.md` and `` !`ls` ``\n```\n!`ls`\n```',
    ],
    ['lines that end in CRLF', 'a\r\n@docs/a.md\r\nb', 'a\n\n# A (from docs/a.md)\n\nText of A.\n\nb'],
  ])('%s', async (_, text, expected) => {
    expect(await content(text)).toEqual(expected);
  });

  test('a name like a package is a file where there is one', async () => {
    rig.write({ 'docs/guide': 'Text of the guide' });
    expect(await content('@docs/guide')).toBe('## guide (from docs/guide)\n\n```\nText of the guide\n```');
  });

  test('arguments that have no place stand at the end', async () => {
    expect(await content('Fix it.', 'issue', '12')).toBe('Fix it.\n\nArguments: issue 12');
    expect(await content('Fix $1.', 'issue', '12')).toBe('Fix issue.');
    expect(await content('```\n$ARGUMENTS\n```', 'issue', '12')).toBe('```\nissue 12\n```');
  });
});

describe('what is remembered', () => {
  test('never an output, and never an older text, whatever its time and size', { tags: 'full' }, async () => {
    const file = path.join(rig.root, 'docs/a.md');
    const command = path.join(rig.root, '.claude/commands/c.md');
    const told = new Date(0);
    const contents: string[] = [];
    for (const text of ['one', 'two']) {
      rig.write({ 'docs/a.md': text, '.claude/commands/c.md': `${text} !\`cat docs/a.md\`` });
      for (const written of [file, command]) utimesSync(written, told, told);
      contents.push((await rig.loaded('c')).command.content);
    }
    writeFileSync(file, 'six');
    contents.push((await rig.loaded('c')).command.content);
    expect(contents).toEqual(['one\n\n```\none\n```', 'two\n\n```\ntwo\n```', 'two\n\n```\nsix\n```']);
  });

  test('what secrets are is asked each time', async () => {
    let secret = 'first';
    const text = 'first second';
    const found = { real: '/c.md', relative: 'c.md', exists: true };
    const files = {
      root: rig.root,
      readText: async () => ({ path: found, text, encoding: 'utf-8' as const, hash: '', bytes: text.length }),
    };
    const library = createCommandLibrary({
      files,
      roots: () => [{ source: 'own', files, folder: '.', shown: '.' }],
      run: async () => ({ kind: 'done', output: '', shown: '' }),
      redact: (told) => told.replaceAll(secret, '[secret]'),
      nowMs: () => 0,
    });
    const load = () => library.load('c', { text: '', words: [] }, new AbortController().signal);
    const first = await load();
    secret = 'second';
    expect([first.answer, (await load()).answer]).toMatchObject([
      { command: { content: '[secret] second' } },
      { command: { content: 'first [secret]' } },
    ]);
  });
});
