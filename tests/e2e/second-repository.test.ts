/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { type Colleague, colleagueOn } from '../support/colleague.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { makeProjectWithRemote, remoteBeside } from '../support/project-with-remote.ts';
import { git } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

const remoteOf = ({ workspace }: Scene): string => remoteBeside(workspace);

/** The colleague pushes before the task begins; nobody has fetched it. */
async function behind(
  script: Parameters<typeof scene>[0]['script'],
  locale: string,
): Promise<[Scene, Colleague]> {
  const place = await scene({ script, project: makeProjectWithRemote, env: { LOCALE: locale } });
  return [place, colleagueOn(remoteOf(place))];
}

test.each([
  ['en', 'update main first, then write notes', 'yes'],
  ['es', 'actualiza main primero y luego escribe notas', 'sí'],
])(
  'main is updated first, each step asked as what it is, and one undo takes all of it back (%s)',
  async (locale, task, yes) => {
    const [place, bea] = await behind(
      [
        calls(['git_fetch', {}]),
        calls(['git_integrate', { action: 'merge' }]),
        calls(['git_fetch', {}]),
        calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
        calls(['git_commit', { message: 'docs: notes', paths: ['docs/notes.md'] }]),
        says('Main is up to date, and the notes are on it.'),
      ],
      locale,
    );
    const first = git(place.workspace, 'rev-parse', 'main');
    const theirs = bea.pushes('feat: of bea', { 'docs/bea.md': 'of bea\n' });
    const program = place.start();
    program.say(`/agent ${task}`);
    const fetching = await program.heard(/\/(?:approve|aprobar) \w+,/);
    program.say(yes);
    const moving = await program.heard(/\/(?:approve|aprobar) \w+,/);
    program.say(yes);
    const report = await program.heard(/⏱️/);
    const log = git(place.workspace, 'log', '--format=%H %s', 'main').split('\n');
    program.say('/undo');
    await program.heard(/↩️/);
    expect({
      asked: [fetching, moving].map((text) => [
        text.includes(remoteOf(place)),
        text.includes(`origin/main ${theirs.slice(0, 10)} -> main ${first.slice(0, 10)}`),
      ]),
      line: report.includes('🔀 origin/main → main'),
      log: log.map((line) => line.replace(/^\w+ /, '')),
      isTheirs: log[1]?.startsWith(theirs),
      undone: git(place.workspace, 'rev-parse', 'main'),
      status: git(place.workspace, 'status', '--porcelain'),
      remote: git(remoteOf(place), 'rev-parse', 'main'),
      exitCode: await program.hangUp(),
    }).toEqual({
      asked: [
        [true, false],
        [false, true],
      ],
      line: true,
      log: ['docs: notes', 'feat: of bea', 'feat: login'],
      isTheirs: true,
      undone: first,
      status: '',
      remote: theirs,
      exitCode: 0,
    });
  },
);

test('a task that ends in the middle of a merge says so, and an undo takes the merge back', async () => {
  const [place, bea] = await behind(
    [
      calls(['git_create_branch', { name: 'notes' }]),
      calls(['write_source_file', { path: 'docs/n.md', content: 'mine\n' }]),
      calls(['git_commit', { message: 'docs: mine' }]),
      calls(['git_fetch', {}]),
      calls(['git_integrate', { action: 'merge' }]),
      says('Merged.'),
    ],
    'en',
  );
  bea.pushes('docs: of bea', { 'docs/n.md': 'of bea\n' });
  const first = git(place.workspace, 'rev-parse', 'HEAD');
  const program = place.start();
  program.say('/agent write a note and merge main');
  await program.heard(/\/approve \w+,/);
  program.say('yes');
  const report = await program.heard(/⏱️/);
  program.say('/undo');
  const undo = await program.heard(/↩️/);
  expect({
    report:
      /⚠️ Not done:[\s\S]*The merge with `?origin\/main`? is unfinished\.\nStill in conflict: docs\/n\.md/.test(
        report,
      ),
    undo: undo.includes('🔀 Unfinished merge dropped.'),
    status: git(place.workspace, 'status', '--porcelain=v2', '--branch').split('\n').slice(0, 2),
    exitCode: await program.hangUp(),
  }).toEqual({
    report: true,
    undo: true,
    status: [`# branch.oid ${first}`, '# branch.head main'],
    exitCode: 1,
  });
});
