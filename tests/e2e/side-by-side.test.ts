/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import type { MessagesServer } from '../support/messages-server/server.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** The first asks something and so keeps the project; the second writes and commits. */
const SCRIPT = byKeyword([
  {
    keyword: 'first',
    steps: [calls(['run_command', { command: 'touch a && touch b' }]), says('Left as it is.')],
  },
  {
    keyword: 'second',
    steps: [
      calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
      calls(['git_commit', { message: 'docs: notes', paths: ['docs/notes.md'] }]),
      says('Notes are written.'),
      says('And I leave the tests alone.'),
    ],
  },
]);

/** Tasks whose requests held these words. */
function told({ requests }: MessagesServer, words: string): readonly string[] {
  const texts = requests
    .map(({ body }) => JSON.stringify(body.messages))
    .filter((text) => text.includes(words));
  return [
    ...new Set(texts.map((text) => /the (?:first|second) task|la (?:primera|segunda)/.exec(text)?.[0] ?? '')),
  ];
}

test('two tasks side by side: the second on its own branch, told apart by number, and merged once the project is free', async () => {
  const { workspace, start, server } = await scene({ script: SCRIPT });
  const notes = path.join(workspace, 'docs/notes.md');
  const program = start();
  program.say('/agent the first task');
  await program.heard(/May I run this command/);
  program.say('/agent the second task');
  await program.heard(/It has its own branch and runs alongside: #1 the first task/);
  await program.heard(/#2 ✅ Done: the second task[\s\S]*merge #2/);
  const branch = git(workspace, 'branch', '--list', 'wasap/*', '--format=%(refname:short)').trim();
  const worktree = {
    branch: branch.replace(/[0-9a-f]{4}$/, '<id>'),
    subject: git(workspace, 'log', '-1', '--format=%s', branch).trim(),
    inProject: existsSync(notes),
    status: git(workspace, 'status', '--porcelain'),
  };
  program.say('#2 leave the tests alone');
  await program.heard(/And I leave the tests alone/);
  program.say('merge #2');
  await program.heard(/Another task is using these files/);
  program.say('#1 no');
  await program.heard(/Left as it is/);
  program.say('#2 merge');
  await program.heard(/✅ Merged/);
  expect(await program.hangUp()).toBe(0);
  expect({
    worktree,
    notes: readFileSync(notes, 'utf8'),
    told: told(server, 'leave the tests alone'),
  }).toEqual({
    worktree: {
      branch: 'wasap/2-the-second-task-<id>',
      subject: 'docs: notes',
      inProject: false,
      status: '',
    },
    notes: '# Notes\n',
    told: ['the second task'],
  });
});

test('words that could be for either are kept, in Spanish too, until their person says for whom', async () => {
  const waiting = (keyword: string) => ({
    keyword,
    steps: [calls(['run_command', { command: `touch ${keyword} && touch b` }]), says(`Hecho: ${keyword}.`)],
  });
  const script = byKeyword([waiting('primera'), waiting('segunda')]);
  const { start, server } = await scene({ script, env: { LOCALE: 'es' } });
  const program = start();
  program.say('/agent la primera');
  await program.heard(/❓/u);
  program.say('/agent la segunda');
  await program.heard(/#2 ❓/u);
  program.say('usa otro nombre');
  await program.heard(/¿A qué tarea te refieres\?/);
  program.say('#2');
  await program.heard(/#2 👍 Anotado/u);
  program.say('#2 no');
  await program.heard(/Hecho: segunda/);
  program.say('#1 no');
  await program.heard(/Hecho: primera/);
  expect(await program.hangUp()).toBe(0);
  expect(told(server, 'usa otro nombre')).toEqual(['la segunda']);
});
