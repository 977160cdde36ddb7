/**
 * In npm test tests/tools/git-integrate and tests/features/pull-requests stand for it.
 * @module-tag full
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Colleague, colleagueOn } from '../support/colleague.ts';
import {
  type FakePull,
  type GitHubServer,
  startGitHubServer,
  TOKEN,
} from '../support/github-server/server.ts';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import { byTranscript, type Step } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
import { makeProjectWithRemote, remoteBeside } from '../support/project-with-remote.ts';
import { git } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();
let github: GitHubServer;
afterEach(() => github.close());

const OPENS: readonly Step[] = [
  calls(['git_create_branch', { name: 'notes' }]),
  calls(['write_source_file', { path: 'docs/first.md', content: 'first\n' }]),
  calls(['git_commit', { message: 'docs: a first note' }]),
  calls(['git_push', {}]),
  calls(['git_create_pr', { title: 'A note', body: 'For later.' }]),
  says('The pull request is open.'),
];
const FETCHES = calls(['git_fetch', {}]);
const MERGES = calls(['git_integrate', { action: 'merge', from: 'origin/main' }]);
const READS = calls(['read_source_file', { path: 'docs/first.md' }]);
const RESOLVES = calls(['write_source_file', { path: 'docs/first.md', content: 'first\nof bea\n' }]);
const CONTINUES = calls(['git_integrate', { action: 'continue' }]);
const PUSHES = calls(['git_push', {}]);
const CONFLICT = { 'docs/first.md': 'of bea\n' };

/** A project whose pull request falls behind as soon as it is open: somebody pushes to main. GitHub counts with git. */
async function makeScene(script: readonly Step[], locale: string): Promise<[Scene, Colleague]> {
  github = await startGitHubServer();
  const place = await scene({
    script: byTranscript([...OPENS, ...script]),
    project: makeProjectWithRemote,
    env: { GITHUB_TOKEN: TOKEN, GITHUB_REPO: 'ada/engine', GITHUB_API_URL: github.url, LOCALE: locale },
  });
  const remote = remoteBeside(place.workspace);
  const bea = colleagueOn(remote);
  github.onOpened = (pull) => {
    bea.pushes('docs: of bea', { 'docs/bea.md': 'of bea\n' });
    counted(pull, remote);
  };
  return [place, bea];
}

function counted(pull: FakePull, remote: string): void {
  Object.defineProperties(pull, {
    head: { get: () => git(remote, 'rev-parse', 'notes') },
    base: { get: () => git(remote, 'rev-parse', 'main') },
    behind: { get: () => Number(git(remote, 'rev-list', '--count', 'notes..main')) },
  });
}

async function opens(program: Program, yes: string): Promise<void> {
  program.say('/agent write a note and open a pull request');
  for (const _ of ['push', 'pull request']) {
    await program.heard(/\/(?:approve|aprobar) \w+,/);
    program.say(yes);
  }
  await program.heard(/1 commit (?:behind|de) main\. (?:Update it|¿Lo actualizo)\?/);
}

/** The network of the fetch is the one thing that was not allowed before. */
async function letsFetch(program: Program, yes: string): Promise<void> {
  await program.heard(/(?:May I fetch|¿Traigo|¿Hago fetch)[\s\S]*\/(?:approve|aprobar) \w+,/);
  program.say(yes);
}

/** What became of the branch, here and on the remote. */
function stateOf({ workspace }: Scene) {
  const remote = remoteBeside(workspace);
  return {
    isPushed: git(remote, 'rev-parse', 'notes') === git(workspace, 'rev-parse', 'notes'),
    bringsMain: git(remote, 'rev-list', '--count', 'notes..main') === '0',
    isUnfinished: existsSync(path.join(workspace, '.git/MERGE_HEAD')),
    changed: git(workspace, 'status', '--porcelain'),
  };
}

const UPDATED = { isPushed: true, bringsMain: true, isUnfinished: false, changed: '' };

test.each(['update it', 'yes'])(
  'a pull request that fell behind is updated on %j: main is merged in, and pushed without force',
  async (answer) => {
    const [place] = await makeScene([FETCHES, MERGES, PUSHES, says('It is up to date.')], 'en');
    const program = place.start();
    await opens(program, 'yes');
    const remote = remoteBeside(place.workspace);
    const before = git(remote, 'rev-parse', 'notes');
    program.say(answer);
    await letsFetch(program, 'yes');
    await program.heard(/🔀 origin\/main → notes[\s\S]*It is up to date/u);
    expect({
      state: stateOf(place),
      onTop: git(remote, 'rev-parse', 'notes^1') === before,
      told: JSON.stringify(place.server.requests.at(-1)).includes('fallen behind its base'),
      refusals: [...github.refusals, ...place.server.refusals],
      exitCode: await program.hangUp(),
    }).toEqual({ state: UPDATED, onTop: true, told: true, refusals: [], exitCode: 0 });
  },
);

test('what main got since the question conflicts: the agent resolves it file by file, in Spanish', async () => {
  const [place, bea] = await makeScene(
    [FETCHES, MERGES, READS, RESOLVES, CONTINUES, PUSHES, says('Resolví el conflicto.')],
    'es',
  );
  const program = place.start();
  await opens(program, 'sí');
  bea.pushes('docs: also the first', CONFLICT);
  program.say('actualizar');
  await letsFetch(program, 'sí');
  await program.heard(/🔀 origin\/main → notes[\s\S]*Resolví el conflicto/u);
  expect({
    state: stateOf(place),
    text: git(remoteBeside(place.workspace), 'show', 'notes:docs/first.md'),
    exitCode: await program.hangUp(),
  }).toEqual({ state: UPDATED, text: 'first\nof bea', exitCode: 0 });
});

test('an update that the agent aborts leaves branch, files and remote as they were, and the report says so', async () => {
  const [place, bea] = await makeScene(
    [
      FETCHES,
      MERGES,
      calls(['git_integrate', { action: 'abort' }]),
      says('I left it: both sides changed it.'),
    ],
    'en',
  );
  const program = place.start();
  await opens(program, 'yes');
  const before = git(place.workspace, 'rev-parse', 'notes');
  bea.pushes('docs: also the first', CONFLICT);
  program.say('update it');
  await letsFetch(program, 'yes');
  const report = await program.heard(/⏱️[\s\S]*I left it: both sides changed it/u);
  expect({
    state: stateOf(place),
    branch: git(place.workspace, 'rev-parse', 'notes') === before,
    isMerged: report.includes('🔀'),
    exitCode: await program.hangUp(),
  }).toEqual({ state: { ...UPDATED, bringsMain: false }, branch: true, isMerged: false, exitCode: 0 });
});

test('killed with the conflict in the files, the update goes on from there', async () => {
  const thinks = slow(READS, 60_000);
  const [place, bea] = await makeScene(
    [FETCHES, MERGES, [thinks, READS], RESOLVES, CONTINUES, PUSHES, says('The conflict is resolved.')],
    'en',
  );
  const first = place.start();
  await opens(first, 'yes');
  bea.pushes('docs: also the first', CONFLICT);
  first.say('update it');
  await letsFetch(first, 'yes');
  const asked = OPENS.length + 3;
  await expect.poll(() => place.server.requests.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(asked);
  await first.kill();
  const between = stateOf(place);
  const second = place.start();
  await second.heard(/⏱️[\s\S]*The conflict is resolved/u);
  expect({
    between: between.isUnfinished,
    state: stateOf(place),
    merges: git(place.workspace, 'rev-list', '--count', '--merges', 'notes'),
    text: git(remoteBeside(place.workspace), 'show', 'notes:docs/first.md'),
    exitCode: await second.hangUp(),
  }).toEqual({ between: true, state: UPDATED, merges: '1', text: 'first\nof bea', exitCode: 0 });
});
