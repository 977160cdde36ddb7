/**
 * One of the long runs.
 * @module-tag full
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { git, makeSampleProject } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

/** The first asks something and so keeps its project; the second writes and commits in another one. */
const SCRIPT = byKeyword([
  {
    keyword: 'first',
    steps: [calls(['run_command', { command: 'touch a && touch b' }]), says('Left as it is.')],
  },
  {
    keyword: 'second',
    steps: [
      calls(['get_workspace_info', {}]),
      calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
      calls(['git_commit', { message: 'docs: notes', paths: ['docs/notes.md'] }]),
      calls(['switch_workspace', { name: 'blog' }]),
      says('Notes are written.'),
    ],
  },
]);

async function withProjects(
  options: Omit<Parameters<typeof scene>[0], 'env'>,
  project = makeSampleProject,
): Promise<Scene & { readonly projects: string }> {
  const one = await scene(options);
  const projects = path.join(one.folder, 'projects');
  for (const name of ['shop', 'blog']) {
    mkdirSync(path.join(projects, name), { recursive: true });
    project(path.join(projects, name));
  }
  const start: Scene['start'] = (more = {}) =>
    one.start({ ...more, env: { PROJECTS_ROOT: projects, ...more.env } });
  return { ...one, start, projects };
}

test('two projects in one chat: each task keeps its own, and status, undo and the next task follow the chat', async () => {
  const { workspace, projects, start, folder } = await withProjects({ script: SCRIPT });
  const shop = path.join(projects, 'shop');
  const notes = path.join(shop, 'docs/notes.md');
  const program = start();
  program.say('/workspace');
  await program.heard(/Switch projects: /);
  program.say('/agent the first task');
  await program.heard(/May I run this command[\s\S]*no/);
  program.say('/workspace switch shop');
  await program.heard(/stays in project/);
  program.say('/agent the second task');
  await program.heard(/May I switch this chat[\s\S]*no/);
  const written = [existsSync(notes), existsSync(path.join(workspace, 'docs/notes.md'))];
  program.say('#2 yes');
  await program.heard(/Notes are written/);
  program.say('/status');
  await program.heard(/waiting for you/);
  program.say('/undo');
  await program.heard(/No task of this chat changed anything in blog/);
  program.say('/workspace switch shop');
  await program.heard(/now works in shop/);
  program.say('/undo');
  await program.heard(/↩️/);
  program.say('#1 no');
  await program.heard(/Left as it is/);
  program.say('/workspace info blog');
  await program.heard(/🔖/);
  expect(await program.hangUp()).toBe(0);
  expect({
    written,
    undone: [existsSync(notes), git(shop, 'log', '--format=%s'), git(shop, 'status', '--porcelain')],
    untouched: [workspace, path.join(projects, 'blog')].map((at) => git(at, 'status', '--porcelain')),
  }).toEqual({ written: [true, false], undone: [false, 'feat: login', ''], untouched: ['', ''] });
  await expectGolden(
    'workspaces',
    program.conversation.replaceAll(/(🔖|back:) [0-9a-f]{7}/gu, '$1 <hash>'),
    folder,
  );
});

test('a dry run in the second project works in a copy of that one, and is applied there', async () => {
  const script = byKeyword([
    {
      keyword: 'notes',
      steps: [
        calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
        says('Written.'),
      ],
    },
  ]);
  const { workspace, projects, start } = await withProjects({ script });
  const notes = (...folder: readonly string[]) => existsSync(path.join(...folder, 'docs/notes.md'));
  const program = start();
  program.say('/workspace shop');
  await program.heard(/now works in shop/);
  program.say('/agent? write notes');
  await program.heard(/Written\./);
  const before = notes(projects, 'shop');
  program.say('/apply');
  await program.heard(/✅ Applied/);
  const applied = [notes(projects, 'shop'), notes(projects, 'blog'), notes(workspace)];
  program.say('/undo');
  await program.heard(/↩️/);
  expect(await program.hangUp()).toBe(0);
  expect({ before, applied, undone: notes(projects, 'shop') }).toEqual({
    before: false,
    applied: [true, false, false],
    undone: false,
  });
});

const write = (name: string) => calls(['write_source_file', { path: `docs/${name}.md`, content: '# x\n' }]);

test.each([
  ['gone', () => undefined],
  ['a link by now', (shop: string) => symlinkSync('blog', shop)],
])(
  'a task whose project is %s in the middle stops there, and goes on when it is back',
  async (_what, instead) => {
    let moveAway = (): void => undefined;
    const steps = [
      write('one'),
      () => {
        moveAway();
        return write('two');
      },
      write('three'),
      says('Written.'),
    ];
    const { projects, start } = await withProjects({ script: byKeyword([{ keyword: 'notes', steps }]) });
    const [shop, elsewhere] = [path.join(projects, 'shop'), path.join(projects, 'shop-old')];
    moveAway = () => {
      renameSync(shop, elsewhere);
      instead(shop);
    };
    const program = start();
    program.say('/workspace shop');
    await program.heard(/now works in shop/);
    program.say('/agent write notes');
    await program.heard(/The project folder is gone, or another one took its place/);
    const meanwhile = [readdirSync(projects), readdirSync(path.join(elsewhere, 'docs'))];
    const beside = git(path.join(projects, 'blog'), 'status', '--porcelain');
    rmSync(shop, { force: true });
    renameSync(elsewhere, shop);
    program.say('/agent-resume');
    await program.heard(/Written\./);
    expect(await program.hangUp()).toBe(0);
    expect({ meanwhile, beside, now: readdirSync(path.join(shop, 'docs')) }).toEqual({
      meanwhile: [['blog', ...(_what === 'gone' ? [] : ['shop']), 'shop-old'], ['one.md']],
      beside: '',
      now: ['one.md', 'three.md'],
    });
  },
);

/** Tries to see and to change the project beside its own, and says what came of it. */
const NOSY = `(cat ../blog/package.json; ls ..; echo x > ../blog/escaped) > node_modules/seen 2>/dev/null
ps -e | wc -l >> node_modules/seen
exit 0`;

test('commands in the second project see nothing of the first, nor of the one beside', {
  tags: 'sandbox',
}, async () => {
  const script = byKeyword([
    { keyword: 'look', steps: [calls(['run_command', { command: 'mocha' }]), says('Looked.')] },
  ]);
  const { projects, start } = await withProjects({ script, agentYaml: '' }, (folder) => {
    makeProjectWithRunner(folder, NOSY);
    return folder;
  });
  writeFileSync(path.join(projects, 'blog/secret-plan.txt'), 'of the blog\n');
  const program = start();
  program.say('/workspace switch shop');
  await program.heard(/now works in shop/);
  program.say('/agent look around');
  await program.heard(/Looked\./);
  expect(await program.hangUp()).toBe(0);
  const seen = readFileSync(path.join(projects, 'shop/node_modules/seen'), 'utf8').split('\n');
  expect([seen[0], existsSync(path.join(projects, 'blog/escaped')), Number(seen[1]) < 10]).toEqual([
    'shop',
    false,
    true,
  ]);
});

test('a clone that is killed in the middle is no project, and the next program brings it', async () => {
  const { folder, projects, start } = await withProjects({ script: SCRIPT });
  const remote = path.join(folder, 'cart.git');
  git(folder, 'clone', '-q', '--bare', path.join(projects, 'shop'), remote);
  // The person's own ssh: it waits, then runs here what git asks for on the other side.
  const ssh = path.join(folder, 'ssh');
  const wait = `while [ ! -e ${folder}/go-on ]; do [ -e ${folder} ] || exit 1; sleep 0.05; done`;
  writeFileSync(ssh, `#!/bin/sh\n${wait}\neval last=\\$$#\nexec sh -c "$last"\n`);
  chmodSync(ssh, 0o755);
  writeFileSync(path.join(folder, '.gitconfig'), `[core]\n\tsshCommand = ${ssh}\n`);
  const halfThere = () => readdirSync(projects).some((name) => name.startsWith('.wasap-new-'));
  const first = start();
  first.say(`/workspace add ssh://git@example.org${remote}`);
  while (!halfThere()) await sleep(10);
  await first.kill();
  const left = readdirSync(projects).filter((name) => !name.startsWith('.'));
  writeFileSync(path.join(folder, 'go-on'), '');
  const second = start();
  await second.heard(/I was restarted[\s\S]*✅ cart is ready/);
  second.say('/workspace switch cart');
  await second.heard(/now works in cart/);
  expect(await second.hangUp()).toBe(0);
  expect({
    left,
    now: readdirSync(projects),
    log: git(path.join(projects, 'cart'), 'log', '--format=%s'),
  }).toEqual({ left: ['blog', 'shop'], now: ['blog', 'cart', 'shop'], log: 'feat: login' });
});
