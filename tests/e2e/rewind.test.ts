/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from '../git/checkpoints/rig.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import type { MessagesRequest } from '../support/messages-server/request.ts';
import { isRewound } from '../support/messages-server/rewound.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const FIRST: readonly MessageReply[] = [
  calls(['create_task_plan', { steps: ['Write a', 'Commit it'] }]),
  calls(['write_source_file', { path: 'docs/a.md', content: '# A\n' }]),
  calls(['write_source_file', { path: 'docs/b.md', content: '# B\n' }]),
  calls(['git_commit', { message: 'docs: a and b', paths: ['docs/a.md', 'docs/b.md'] }]),
  calls(['update_task_status', { step: 1, status: 'done' }]),
  says('Both are written.'),
];
const OTHER: readonly MessageReply[] = [
  calls(['write_source_file', { path: 'docs/c.md', content: '# C\n' }]),
  says('Another one is written.'),
];

function repliesIn(messages: MessagesRequest['messages']): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

/** Goes by what it is sent: after the rewind the other words stand at the end of a shorter history. */
function twoWays({ messages }: MessagesRequest): MessageReply | undefined {
  const turned = messages.findIndex(({ content }) => JSON.stringify(content).includes('write c instead'));
  return turned === -1 ? FIRST[repliesIn(messages)] : OTHER[repliesIn(messages.slice(turned))];
}

test('a task goes back to a round with its files, commits and plan, and goes on with other words', async () => {
  const { workspace, start, server } = await scene({ script: twoWays, allowsChange: isRewound });
  writeFileSync(path.join(workspace, 'mine.txt'), 'of the person\n');
  const program = start();
  program.say('/agent write notes');
  await program.heard(/⏱️/);
  program.say('/rewind');
  await program.heard(/4 · git_commit/);
  program.say('2 write c instead');
  await program.heard(/⏪ Back at round 2[\s\S]*Another one is written/);
  await program.hangUp();
  expect({
    files: ['a', 'b', 'c'].map((name) => existsSync(path.join(workspace, `docs/${name}.md`))),
    mine: readFileSync(path.join(workspace, 'mine.txt'), 'utf8'),
    log: git(workspace, 'log', '--format=%s'),
    refusals: server.refusals,
    plan: program.output.slice(program.output.indexOf('⏪')).includes('⬜ Write a'),
  }).toEqual({
    files: [true, false, true],
    mine: 'of the person\n',
    log: 'feat: login',
    refusals: [],
    plan: true,
  });
});

test('a rewind that is killed in the middle is finished at the next start', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `docs/note-${n}.md`);
  const script = ({ messages }: MessagesRequest): MessageReply => {
    if (JSON.stringify(messages).includes('write nothing')) return says('So be it.');
    if (repliesIn(messages) === 0) return calls(['create_task_plan', { steps: ['Write'] }]);
    if (repliesIn(messages) > 1) return says('Done.');
    return calls(
      ...many.map((name) => ['write_source_file', { path: name, content: `# ${name}\n` }] as const),
    );
  };
  const { workspace, start } = await scene({ script, allowsChange: isRewound });
  const before = treeOf(workspace);
  const program = start();
  program.say('/agent write many notes');
  await program.heard(/⏱️/);
  program.say('/rewind 1 write nothing');
  // As soon as the first file is gone: the others are not.
  while (many.every((name) => existsSync(path.join(workspace, name)))) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await program.kill();
  const next = start();
  await next.heard(/So be it\./);
  expect(treeOf(workspace)).toEqual(before);
  expect(next.output.match(/⏪ Back at round 1/g)).toHaveLength(1);
  await next.hangUp();
});

test('another way is tried beside a task, with its files of that round, on a branch of its own', async () => {
  const { workspace, start, server } = await scene({ script: twoWays, allowsChange: isRewound });
  const program = start();
  program.say('/agent write notes');
  await program.heard(/⏱️/);
  program.say('/fork 2 write c instead');
  await program.heard(/🔱 Trying another way from round 2[\s\S]*Another one is written/);
  const branch = git(workspace, 'branch', '--list', 'wasap/*', '--format=%(refname:short)');
  program.say('/keep');
  await program.heard(/I keep the branch|kept|Kept/);
  await program.hangUp();
  expect({
    project: ['a', 'b', 'c'].map((name) => existsSync(path.join(workspace, `docs/${name}.md`))),
    fork: git(workspace, 'ls-tree', '--name-only', branch, 'docs/').split('\n'),
    base: git(workspace, 'log', '--format=%s', branch).split('\n').at(-1),
    main: git(workspace, 'log', '--format=%s').split('\n'),
    refusals: server.refusals,
  }).toEqual({
    project: [true, true, false],
    fork: ['docs/a.md', 'docs/c.md'],
    base: 'feat: login',
    main: ['docs: a and b', 'feat: login'],
    refusals: [],
  });
});
