/**
 * One of the long runs.
 * @module-tag full
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { PROJECT_SCRIPTS, useScenes } from '../support/scene.ts';
import { storedSessions } from '../support/stored-rows.ts';

const scene = useScenes();

/** Its first block: how it ended. */
async function endIn(
  script: readonly MessageReply[],
  prepare?: (workspace: string) => void,
): Promise<string> {
  return (await reportOf(script, prepare)).split('\n\n')[0] ?? '';
}

async function reportOf(
  script: readonly MessageReply[],
  prepare?: (workspace: string) => void,
): Promise<string> {
  const { workspace, start } = await scene({ script });
  prepare?.(workspace);
  const program = start();
  program.say('/agent fix the login bug');
  const said = await program.heard(/\u{1F4AC}/u);
  await program.hangUp();
  return said.slice(said.search(/\u2705|\u26a0\ufe0f Not/));
}

test('words without a single call are not done', async () => {
  expect(await endIn([says('I fixed the bug, all tests pass, committed as deadbee.')])).toBe(
    [
      '\u26a0\ufe0f Not done: fix the login bug',
      'The agent says it changed something. Nothing changed.',
      "The agent names a commit it didn't make.",
      'The agent says tests pass. No test run shows that.',
      '/agent-resume continues from here.',
    ].join('\n'),
  );
});

test('a commit that a lock held up is named, with what mends it', async () => {
  const script = [
    calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
    calls(['git_commit', { message: 'docs: notes', paths: ['docs/notes.md'] }]),
    says('The notes are written.'),
  ];
  const report = await endIn(script, (workspace) =>
    writeFileSync(path.join(workspace, '.git/index.lock'), ''),
  );
  expect(report).toMatch(
    /^\u26a0\ufe0f Not done: fix the login bug\ngit_commit failed: git: Unable to create .*index\.lock/,
  );
});

test('a file that is left with a syntax error is named', async () => {
  const script = [
    calls(['write_source_file', { path: 'src/new.ts', content: 'export function (\n' }]),
    says('Here it is.'),
  ];
  expect(await endIn(script)).toMatch(/^⚠️ Not done: syntax error in src\/new.ts:1\n/u);
});

test('lines are counted against the project before the task, as /diff has them', async () => {
  const write = (path: string, content: string) => ['write_source_file', { path, content }] as const;
  const patch = (search: string, replace: string) =>
    ['apply_patch', { path: 'docs/own.md', search, replace }] as const;
  const script = [
    // One line is changed twice, another comes and goes.
    calls(patch('mine\n', 'mine\nfirst\n')),
    calls(patch('first', 'second'), patch('second', 'third'), patch('old\n', '')),
    calls(patch('third\n', 'third\nfourth\n')),
    calls(patch('fourth\n', ''), write('docs/new.md', '# New\n')),
    says('Here it is.'),
  ];
  const report = await reportOf(script, (workspace) => {
    mkdirSync(path.join(workspace, 'docs'), { recursive: true });
    // Not committed: what the person changed is not counted.
    writeFileSync(path.join(workspace, 'docs/own.md'), 'mine\nold\n');
  });
  expect(report).toContain('docs/own.md (+1 -1)');
  expect(report).toContain('docs/new.md (+1 -0)');
});

test('the exit code of a pipe is 0 only when the report says done, and the figures count by the report', async () => {
  const exits: (number | null)[] = [];
  const figures: string[] = [];
  for (const words of ['All is well.', 'I fixed the bug.']) {
    const { start } = await scene({ script: [says(words)] });
    const first = start();
    first.say('/agent fix the login bug');
    exits.push(await first.hangUp());
    const next = start();
    next.say('/metrics');
    figures.push(/Tasks done: .*/.exec(await next.heard(/Tasks done: .*/))?.[0] ?? '');
    exits.push(await next.hangUp());
  }
  expect({ exits, figures }).toEqual({
    exits: [0, 0, 1, 0],
    figures: ['Tasks done: 1', 'Tasks done: 0, not tested or not done: 1'],
  });
});

test('a task that only its transcript knows is reported with all that it did', async () => {
  const { dataDir, start } = await scene({
    script: byTranscript([
      calls(['apply_patch', { path: 'src/login.js', search: 'user.password', replace: 'user?.password' }]),
      calls(['run_command', { command: 'npm test' }]),
      calls(['git_commit', { message: 'fix: nobody is nobody', paths: ['src/login.js'] }]),
      says('I need another round.'),
      says('I fixed the login.'),
    ]),
    env: { AGENT_MAX_ROUNDS: '3' },
    agentYaml: `${PROJECT_SCRIPTS}limits: { continue_by_itself: false, outage_minutes: 0 }\n`,
  });
  const first = start();
  first.say('/agent fix the login bug');
  const before = await first.heard(/\/agent-resume/);
  await first.kill();
  const [session] = storedSessions(dataDir);
  for (const name of ['wasap.db', 'wasap.db-wal', 'wasap.db-shm'])
    rmSync(path.join(dataDir, name), { force: true });
  const heir = start();
  heir.say(`/agent-resume ${session?.id}`);
  const after = await heir.heard(/I fixed the login/);
  expect(after).not.toContain('Nothing changed');
  expect(factsIn(after)).toEqual(factsIn(before));
  expect(factsIn(after)).toEqual([
    '📄 src/login.js (+1 -1)',
    expect.stringMatching(/^⚙️ Exit codes: `npm test` → 1$/u),
    expect.stringMatching(/^🧪 /u),
    expect.stringMatching(/^💾 [0-9a-f]{7} fix: nobody is nobody$/u),
  ]);
});

function factsIn(said: string): readonly string[] {
  return said.split('\n').filter((line) => /^(?:📄|⚙️|🧪|💾)/u.test(line));
}
