/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { english } from '../../src/core/texts/en.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';
import { storedSessions } from '../support/stored-rows.ts';

const scene = useScenes({ dataOnDisk: true });

/** Largest file that the program may write, in blocks of 512 bytes: the database opens, but has little room to grow. */
const LITTLE_ROOM = 500;

test('when nothing more can be stored the person is told once, nothing is lost, and the task goes on with more room', async () => {
  const write = (n: number) =>
    calls(['write_source_file', { path: `src/file-${n}.js`, content: `export const n = ${n};\n` }]);
  const { start, server, dataDir, workspace } = await scene({
    script: byTranscript([
      ...Array.from({ length: 12 }, (_, n) => write(n)),
      calls(['git_commit', { message: 'feat: twelve files' }]),
      says('Twelve files are committed.'),
    ]),
  });
  expect(await start().hangUp()).toBe(0);
  const cramped = start({ fileBlocks: LITTLE_ROOM });
  cramped.say('/agent write twelve files');
  await cramped.heard(/⚠️/u);
  const over = cramped.hangUp();
  // Nothing more is written to it, and it waits for room as a terminal would.
  const early = await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 1000, 'waits'))]);
  cramped.process.kill('SIGTERM');
  const exitCode = await over;
  const roomy = start();
  expect({
    notices: cramped.output.split(english.replies.storageFull.kept).length - 1,
    early,
    asksAgain: cramped.output.includes('send it again'),
    exitCode,
    laterExitCode: await roomy.hangUp(),
    sessions: storedSessions(dataDir).map(({ status }) => status),
    subjects: git(workspace, 'log', '--format=%s'),
    uncommitted: git(workspace, 'status', '--porcelain'),
    refusals: server.refusals,
  }).toEqual({
    notices: 1,
    early: 'waits',
    asksAgain: false,
    exitCode: 1,
    laterExitCode: 1,
    sessions: ['done'],
    subjects: 'feat: twelve files\nfeat: login',
    uncommitted: '',
    refusals: [],
  });
});

/** More than there is room for. */
const LONG_TASK = `/agent ${'look around '.repeat(30_000)}`;

test('a line that cannot be stored waits for room, and is to be sent again only when the program is ended before', async () => {
  const { start, server, dataDir } = await scene({ script: byTranscript([says('Nothing to do.')]) });
  expect(await start().hangUp()).toBe(0);
  const cramped = start({ fileBlocks: LITTLE_ROOM });
  cramped.say('/status');
  await cramped.heard(/💰/u);
  cramped.say(LONG_TASK);
  cramped.say('/agent look at the login');
  await cramped.heard(/⚠️/u);
  const over = cramped.hangUp();
  const early = await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))]);
  const asked = cramped.output.includes('again.');
  cramped.process.kill('SIGTERM');
  const exitCode = await over;
  const roomy = start();
  const roomyExitCode = await roomy.hangUp();
  expect({
    early,
    notices: cramped.output.split(english.replies.storageFull.kept).length - 1,
    asked,
    exitCode,
    last: cramped.output.trimEnd().split('\n').slice(-2).join('\n'),
    roomy: [roomyExitCode, roomy.output, storedSessions(dataDir).length, server.requests.length],
  }).toEqual({
    early: 'waits',
    notices: 1,
    asked: false,
    exitCode: 1,
    last: english.console.notStored(2),
    roomy: [0, '', 0, 0],
  });
});
