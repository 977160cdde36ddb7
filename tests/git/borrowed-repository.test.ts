import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/failure.ts';
import { createGit } from '../../src/git/git.ts';
import { fill, git, temporaryFolder } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { testEnvironment } from '../support/working-sandbox.ts';

interface Neighbours {
  readonly projects: string;
  readonly shop: string;
  readonly blog: string;
}

/** Two projects beside each other, with a repository each. */
function makeNeighbours(): Neighbours {
  const projects = temporaryFolder();
  const [shop = '', blog = ''] = ['shop', 'blog'].map((name) => {
    const root = fill(join(projects, name), { 'a.txt': `of the ${name}\n` });
    git(root, 'init', '--quiet', '--initial-branch=main');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', `--message=${name}`);
    return root;
  });
  return { projects, shop, blog };
}

function gitOf(root: string, ceiling?: string) {
  return createGit({ root, environment: testEnvironment(undefined, ceiling), token: undefined });
}

async function saying(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return error instanceof Failure ? `${error.kind}: ${error.message.split(/[:,]/)[0]}` : String(error);
  }
}

const PARTLY = 'denied: The repository here is partly another one';
const OBJECTS = 'denied: The repository here reads objects of another project';

function linkTo(blog: string, shop: string, name: string): void {
  rmSync(join(shop, '.git', name), { recursive: true, force: true });
  symlinkSync(join(blog, '.git', name), join(shop, '.git', name));
}

const PARTS: readonly (readonly [string, (place: Neighbours) => void])[] = [
  ['a common folder', ({ shop }) => writeFileSync(join(shop, '.git/commondir'), '../../blog/.git\n')],
  ['references', ({ shop, blog }) => linkTo(blog, shop, 'refs')],
  ['one reference', ({ shop, blog }) => linkTo(blog, shop, 'refs/heads/main')],
  ['objects', ({ shop, blog }) => linkTo(blog, shop, 'objects')],
  ['packs', ({ shop, blog }) => linkTo(blog, shop, 'objects/pack')],
  ['an index', ({ shop, blog }) => linkTo(blog, shop, 'index')],
  [
    'references through a folder of the project',
    ({ shop, blog }) => {
      rmSync(join(shop, '.git/refs'), { recursive: true });
      mkdirSync(join(shop, 'refs'));
      for (const name of ['heads', 'tags'])
        symlinkSync(join(blog, '.git/refs', name), join(shop, 'refs', name));
      symlinkSync('../refs', join(shop, '.git/refs'));
    },
  ],
];

eachInFull(PARTS)(
  'a repository with %s of another one is neither read nor written',
  async (_name, borrow) => {
    const place = makeNeighbours();
    borrow(place);
    writeFileSync(join(place.shop, 'new.txt'), 'new');
    const { diff, commit } = gitOf(place.shop);
    expect([await saying(diff({})), await saying(commit('new', ['new.txt']))]).toEqual([PARTLY, PARTLY]);
    expect(git(place.blog, 'log', '--format=%s')).toBe('blog\n');
  },
);

describe('objects of another project', () => {
  const alternates = (objects: string, of: string) =>
    writeFileSync(join(objects, 'info/alternates'), `# more\n${of}\n`);

  test('are not read, directly or by way of a folder of the own project', async () => {
    const { projects, shop, blog } = makeNeighbours();
    const { diff } = gitOf(shop, projects);
    alternates(join(shop, '.git/objects'), '../../../blog/.git/objects');
    const directly = await saying(diff({}));
    mkdirSync(join(shop, 'more/info'), { recursive: true });
    alternates(join(shop, '.git/objects'), join(shop, 'more'));
    const own = await saying(diff({}));
    alternates(join(shop, 'more'), join(blog, '.git/objects'));
    expect([directly, own, await saying(diff({}))]).toEqual([OBJECTS, 'done', OBJECTS]);
  });

  test('are read where there is one project alone, and from what is no project', async () => {
    const { projects, shop, blog } = makeNeighbours();
    alternates(join(shop, '.git/objects'), join(blog, '.git/objects'));
    const alone = await saying(gitOf(shop).diff({}));
    const cache = join(temporaryFolder(), 'cache');
    renameSync(join(blog, '.git/objects'), cache);
    alternates(join(shop, '.git/objects'), cache);
    expect([alone, await saying(gitOf(shop, projects).diff({}))]).toEqual(['done', 'done']);
  });
});

test("a repository whose parts lie apart, in nobody's folder, is its own", { tags: 'full' }, async () => {
  const { projects, shop } = makeNeighbours();
  const worktree = temporaryFolder();
  for (const name of ['objects', 'logs']) {
    renameSync(join(shop, '.git', name), join(worktree, name));
    symlinkSync(join(worktree, name), join(shop, '.git', name));
  }
  writeFileSync(join(shop, 'new.txt'), 'new');
  expect(await saying(gitOf(shop, projects).commit('new', ['new.txt']))).toBe('done');
});

test('a worktree, and the settings, hooks and exclusions of a repository that are links, are its own', {
  tags: 'full',
}, async () => {
  const { projects, shop } = makeNeighbours();
  const elsewhere = fill(temporaryFolder(), { exclude: 'x\n', 'hooks/pre-commit': 'false\n' });
  rmSync(join(shop, '.git/hooks'), { recursive: true });
  rmSync(join(shop, '.git/info/exclude'), { force: true });
  mkdirSync(join(shop, '.git/info'), { recursive: true });
  symlinkSync(join(elsewhere, 'hooks'), join(shop, '.git/hooks'));
  symlinkSync(join(elsewhere, 'exclude'), join(shop, '.git/info/exclude'));
  const tree = join(temporaryFolder(), 'tree');
  git(shop, 'worktree', 'add', '--quiet', tree);
  writeFileSync(join(tree, 'new.txt'), 'new');
  const answers = [
    await saying(gitOf(tree, projects).commit('new', ['new.txt'])),
    await saying(gitOf(shop, projects).diff({})),
  ];
  expect([answers, existsSync(join(shop, 'new.txt'))]).toEqual([['done', 'done'], false]);
});
