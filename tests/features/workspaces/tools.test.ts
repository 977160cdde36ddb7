import { expect, test } from 'vitest';
import { Failure } from '../../../src/core/failure.ts';
import { describedTools } from '../../../src/features/contributions.ts';
import type { KnownWorkspaces } from '../../../src/features/workspaces/tools/known-workspaces.ts';
import { workspaceTools } from '../../../src/features/workspaces/workspaces-feature.ts';
import { offeredTools } from '../../../src/tools/toolbox.ts';
import { toolBench } from '../../support/tools-context.ts';

const SHOP = { name: 'shop', path: '/projects/shop' };
const BLOG = { name: 'blog', path: '/projects/blog' };

function known(change: Partial<KnownWorkspaces> = {}): { workspaces: KnownWorkspaces; chosen: string[] } {
  const chosen: string[] = [];
  const workspaces: KnownWorkspaces = {
    own: SHOP.path,
    mayChoose: true,
    showsPaths: true,
    next: () => chosen.at(-1) ?? SHOP.path,
    list: () => [SHOP, BLOG],
    elsewhere: () => [],
    named: (name) => [SHOP, BLOG].find((one) => one.name === name),
    look: async () => ({
      repository: {
        branch: 'main',
        changed: 2,
        defaultBranch: 'main',
        lastCommit: { hash: 'abcdef0123456789', subject: 'Fix\u202e it' },
      },
      languages: ['Go'],
      testCommand: 'go test ./...',
    }),
    ownerFiles: () => ['shop/SOUL.md'],
    choose: (path) => void chosen.push(path),
    ...change,
  };
  return { workspaces, chosen };
}

test('list_workspaces tells which one this task and the next one have', async () => {
  const { workspaces } = known({ next: () => BLOG.path });
  const { text, data } = await toolBench({ tools: workspaceTools(() => workspaces) }).call(
    'list_workspaces',
    {},
  );
  expect([text, data]).toEqual([
    'shop (this task)\nblog (the next task of this chat)',
    { own: 'shop', next: 'blog', names: ['shop', 'blog'], elsewhere: [] },
  ]);
});

const WEB = { name: 'web', machines: ['lima', 'quito'] };

test('list_workspaces names those of other machines with the machines', async () => {
  const { workspaces } = known({ elsewhere: () => [WEB] });
  const { text, data } = await toolBench({ tools: workspaceTools(() => workspaces) }).call(
    'list_workspaces',
    {},
  );
  expect([text.split('\n').at(-1), data]).toEqual([
    'web (on another machine: lima, quito)',
    expect.objectContaining({ names: ['shop', 'blog'], elsewhere: [WEB] }),
  ]);
});

test.each(['switch_workspace', 'get_workspace_info'])(
  '%s says of one of another machine where it is, and how the person gets there',
  async (tool) => {
    const { workspaces, chosen } = known({ elsewhere: () => [WEB] });
    const bench = toolBench({ tools: workspaceTools(() => workspaces) });
    await expect(bench.call(tool, { name: 'web' })).rejects.toThrow(
      'web is on another machine (lima, quito): nothing of it can be reached from here. Tell the person to send /workspace switch web when this task has ended: that moves the chat there.',
    );
    expect(chosen).toEqual([]);
  },
);

test('of very many only some are listed, this one among them', async () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({ name: `p${at}`, path: `/projects/p${at}` }));
  const { workspaces } = known({ list: () => [...many, SHOP] });
  const { text } = await toolBench({ tools: workspaceTools(() => workspaces) }).call('list_workspaces', {});
  const lines = text.split('\n');
  expect([lines.length, lines.slice(-2)]).toEqual([
    102,
    ['shop (this task, the next task of this chat)', '(and 4900 more: ask the person for the name)'],
  ]);
  await expect(
    toolBench({ tools: workspaceTools(() => workspaces) }).call('get_workspace_info', { name: 'x' }),
  ).rejects.toThrow(/p18, p19, 4981 more\.$/);
});

test('what git says of a project names no folder where others read along', async () => {
  const look: KnownWorkspaces['look'] = async () => ({
    repository: () => 'git: detected dubious ownership in /projects/shop/.git',
    languages: [],
    testCommand: undefined,
  });
  const { workspaces } = known({ look, showsPaths: false });
  const { text } = await toolBench({ tools: workspaceTools(() => workspaces) }).call(
    'get_workspace_info',
    {},
  );
  expect(text).toContain('Git: git: detected dubious ownership in shop/.git');
});

test('get_workspace_info tells of this project without being told which', async () => {
  const { workspaces } = known();
  const { text, data } = await toolBench({ tools: workspaceTools(() => workspaces) }).call(
    'get_workspace_info',
    {},
  );
  expect([text, data]).toEqual([
    [
      'shop: /projects/shop',
      'Branch: main, 2 files not committed',
      'Last commit: abcdef0 Fix\\u{202e} it',
      'Languages: Go',
      'Tests, as its files suggest: go test ./...',
      'Files of the owner for a new task: shop/SOUL.md',
    ].join('\n'),
    {
      name: 'shop',
      branch: 'main',
      changed: 2,
      lastCommit: 'abcdef0 Fix\\u{202e} it',
      languages: ['Go'],
      testCommand: 'go test ./...',
      ownerFiles: ['shop/SOUL.md'],
    },
  ]);
});

test('get_workspace_info names no folder where others read along', async () => {
  const { workspaces } = known({ showsPaths: false });
  const { text } = await toolBench({ tools: workspaceTools(() => workspaces) }).call('get_workspace_info', {
    name: 'blog',
  });
  expect(text).not.toContain('/projects');
});

test('switch_workspace asks, and changes the next task alone', async () => {
  const { workspaces, chosen } = known();
  const bench = toolBench({ tools: workspaceTools(() => workspaces) });
  const review = await bench.review('switch_workspace', { name: 'blog' });
  const { text } = await bench.call('switch_workspace', { name: 'blog' });
  expect([review?.verdict.kind, review?.details, review?.binding, chosen, text]).toEqual([
    'ask',
    'blog',
    { path: BLOG.path },
    [BLOG.path],
    'The next task of this chat works in blog. This one keeps working in shop: say so, and do not try to reach files of blog from here.',
  ]);
});

test.each([
  ['was made', [BLOG.path], { kind: 'done', text: expect.stringContaining('works in blog') }],
  ['was not made', [], { kind: 'rerun' }],
])('after a crash, a choice that %s is known', async (_what, before, expected) => {
  const { workspaces, chosen } = known();
  chosen.push(...before);
  const bench = toolBench({ tools: workspaceTools(() => workspaces) });
  const { kind, ...found } = await bench.recover('switch_workspace', { name: 'blog' }, null);
  expect({ kind, ...('answer' in found ? { text: found.answer.text } : {}) }).toEqual(expected);
});

test.each<[string, string, Partial<KnownWorkspaces>, string]>([
  ['there is none of this name', '../blog', {}, 'There is no project "../blog". There are: shop, blog.'],
  [
    'its person may not choose',
    'blog',
    { mayChoose: false },
    'Only an owner may change the project of this chat.',
  ],
  ['it is there already', 'shop', {}, 'The next task of this chat works in shop already.'],
])('switch_workspace is refused when %s', async (_when, name, change, message) => {
  const { workspaces, chosen } = known(change);
  await expect(
    toolBench({ tools: workspaceTools(() => workspaces) }).review('switch_workspace', { name }),
  ).rejects.toEqual(expect.objectContaining({ message, constructor: Failure }));
  expect(chosen).toEqual([]);
});

test('a talk may look at projects, and ask to change; with one project alone nobody is offered them', () => {
  const about = (root: string | undefined, mode: 'agent' | 'talk') =>
    offeredTools(describedTools(), { root })(mode)
      .map(({ name }) => name)
      .filter((name) => name.includes('workspace'));
  expect([about('/projects', 'agent'), about('/projects', 'talk'), about(undefined, 'agent')]).toEqual([
    ['get_workspace_info', 'list_workspaces', 'switch_workspace'],
    ['get_workspace_info', 'list_workspaces', 'switch_workspace'],
    [],
  ]);
  expect(offeredTools(describedTools(), { root: '/projects' })('agent').map(({ name }) => name)).toEqual(
    describedTools().map(({ name }) => name),
  );
});
