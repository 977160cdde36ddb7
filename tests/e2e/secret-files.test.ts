/**
 * One of the long runs.
 * @module-tag full
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { allTold } from '../support/model-view.ts';
import { git, makeSampleProject } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const SECRET = 'canary-in-a-secret-file-1';
const OLD = 'canary-of-an-older-commit-2';

/** A project whose secret files are tracked, changed and lie in several places. */
function makeProject(folder: string): void {
  makeSampleProject(folder);
  mkdirSync(path.join(folder, 'certs'));
  writeFileSync(path.join(folder, '.env'), `API_TOKEN=${OLD}\n`);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'chore: by mistake');
  writeFileSync(path.join(folder, '.env'), `API_TOKEN=${SECRET}\n`);
  writeFileSync(path.join(folder, 'certs/server.pem'), `KEY_PASSWORD=${SECRET}\n`);
}

const READS = [
  ['read_source_file', { path: '.env' }],
  ['read_source_file', { path: './certs/../.env' }],
  ['read_lines', { path: '.env', start: 1, end: 2 }],
  ['read_source_file', { path: 'certs/server.pem' }],
  ['preview_patch', { path: '.env', search: 'API', replace: 'X' }],
  ['apply_patch', { path: '.env', search: 'API', replace: 'X' }],
  ['write_source_file', { path: 'certs/server.pem', content: 'x' }],
  ['git_commit', { message: 'chore: take it along', paths: ['.env'] }],
] as const;

const LOOKS = [
  ['search_source_code', { pattern: 'canary' }],
  ['list_source_files', {}],
  ['git_status', {}],
  ['git_diff', {}],
  ['run_command', { command: 'git diff' }],
  ['run_command', { command: 'grep -rn canary .' }],
] as const;

test('no tool reads, changes or commits a secret file, and none shows what is in one', async () => {
  const { start, server, workspace } = await scene({
    script: byTranscript([calls(...READS), calls(...LOOKS), says('Done.')]),
    project: makeProject,
  });
  const program = start();
  program.say('/agent look everywhere');
  const over = program.hangUp();
  const exitCode = await over;
  const told = allTold(server);
  const refusals = told.filter((text) => /may hold secrets and stays closed/.test(text));
  expect({
    exitCode,
    refused: refusals.length,
    leaks: [SECRET, OLD].filter((secret) => `${told.join('\n')}${program.output}`.includes(secret)),
    untouched: readFileSync(path.join(workspace, '.env'), 'utf8'),
  }).toEqual({ exitCode: 1, refused: READS.length, leaks: [], untouched: `API_TOKEN=${SECRET}\n` });
});

test.each(['cat .env', 'git show HEAD:.env', 'grep canary .env', 'cat ./certs/server.pem | head -1'])(
  '%s is asked, and even after a yes its output holds no value of the file as it is now',
  async (command) => {
    const { start, server } = await scene({
      script: byTranscript([calls(['run_command', { command }]), says('Done.')]),
      project: makeProject,
    });
    const program = start();
    program.say('/agent show it');
    await program.heard(/\/reject/);
    program.say('yes');
    const exitCode = await program.hangUp();
    const text = `${allTold(server).join('\n')}${program.output}`;
    expect({ exitCode, leaks: text.includes(SECRET) }).toEqual({ exitCode: 0, leaks: false });
  },
);

test('a file in which something was hidden cannot be written with the mark in its place', async () => {
  const { start, server, workspace } = await scene({
    script: byTranscript([
      calls(['read_source_file', { path: 'notes.txt' }]),
      calls(
        ['apply_patch', { path: 'notes.txt', search: 'name', replace: 'name [secret]' }],
        ['write_source_file', { path: 'notes.txt', content: 'token = [secret]\n' }],
      ),
      says('Done.'),
    ]),
    project(folder) {
      makeProject(folder);
      writeFileSync(path.join(folder, 'notes.txt'), `name\ntoken = ${SECRET}\n`);
    },
  });
  const program = start();
  program.say('/agent edit it');
  const exitCode = await program.hangUp();
  expect({
    exitCode,
    refused: allTold(server).filter((text) => text.includes('only stands for text hidden from you')).length,
    untouched: readFileSync(path.join(workspace, 'notes.txt'), 'utf8'),
  }).toEqual({ exitCode: 1, refused: 2, untouched: `name\ntoken = ${SECRET}\n` });
});

test('a copy of a secret file is not committed without a yes to that very passage', async () => {
  const { start, server, workspace } = await scene({
    script: byTranscript([
      calls(['git_commit', { message: 'feat: data', paths: ['src/data.txt'] }]),
      says('Not committed.'),
    ]),
    project(folder) {
      makeProject(folder);
      writeFileSync(path.join(folder, 'src/data.txt'), `PORT=1\nAPI_TOKEN=${SECRET}\n`);
    },
  });
  const program = start();
  program.say('/agent commit the data');
  await program.heard(/\/reject/);
  const asked = program.output;
  program.say('no');
  await program.hangUp();
  expect({
    place: asked.includes('Commit what looks like a secret: src/data.txt:2?'),
    leaks: `${allTold(server).join('\n')}${program.output}`.includes(SECRET),
    committed: git(workspace, 'log', '--format=%s').includes('feat: data'),
  }).toEqual({ place: true, leaks: false, committed: false });
});
