/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { expectGolden } from '../support/golden.ts';
import { COUNTING, splitting } from '../support/job-model.ts';
import { useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

const effectsOf = (folder: string) => {
  const file = path.join(folder, 'effects.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

test('three tasks that hand on results are planned, shown, approved and run', async () => {
  const { start, folder, workspace, server, dataDir } = await scene({
    script: splitting('counting', COUNTING),
  });
  const program = start();
  program.say('/plan count and keep it');
  await program.heard(/"run"/);
  const before = { effects: effectsOf(folder), requests: server.requests.length };
  program.say('run');
  await program.heard(/\/approve ...,/);
  program.say('yes');
  await program.heard(/✅ Done|⚠️/u);
  program.say('/job show');
  await program.heard(/waits|finished/);
  const spent = z.object({ replies: z.int(), sessions: z.int() });
  expect({
    before,
    exitCode: await program.hangUp(),
    effects: effectsOf(folder),
    kept: readFileSync(path.join(workspace, 'COUNT.md'), 'utf8'),
    // Carrying it out asks no model.
    requests: server.requests.length,
    spent: storedRows(
      dataDir,
      'SELECT count(*) AS replies, count(session) AS sessions FROM spending WHERE input_tokens > 0',
      spent,
    ),
    refusals: server.refusals,
  }).toEqual({
    before: { effects: '', requests: 4 },
    exitCode: 0,
    effects: 'counted\n',
    kept: 'It says one\n',
    requests: 4,
    spent: [{ replies: 4, sessions: 0 }],
    refusals: [],
  });
  await expectGolden('job', hidden(program.conversation), folder);
  const [session] = storedRows(dataDir, 'SELECT id FROM sessions', z.object({ id: z.string() }));
  const exported = start({ args: ['export', session?.id ?? ''] });
  await exported.exit;
  const [, graph] = /```mermaid\n([\s\S]*?)\n```/.exec(exported.output) ?? [];
  expect(graph?.split('\n')).toEqual([
    'flowchart TD',
    '  t0["count: shell.run_command"]:::executes',
    '  t1["keep: files.write_source_file"]:::writes',
    '  t2["look: files.read_lines"]:::reads',
    '  t0 --> t1',
    '  t1 --> t2',
  ]);
});

test('a no stops what depends on it, and /job retry does it again without what was done', async () => {
  const other = { id: 'state', service: 'git', command: 'status', dependsOn: [], input: {} };
  const { start, folder } = await scene({ script: splitting('counting', [...COUNTING, other]) });
  const program = start();
  program.say('/plan count and keep it');
  await program.heard(/"run"/);
  program.say('run');
  await program.heard(/\/approve ...,/);
  program.say('no');
  await program.heard(/\/job retry/u);
  program.say('/job retry');
  await program.heard(/\/approve ...,/);
  program.say('yes');
  await program.heard(/All 4 tasks are done/u);
  expect({ exitCode: await program.hangUp(), effects: effectsOf(folder) }).toEqual({
    exitCode: 1,
    effects: 'counted\n',
  });
  await expectGolden('job-retry', hidden(program.conversation), folder);
});

test('wasap job run FILE shows it in the terminal, and runs it when somebody says so', async () => {
  const { start, folder, workspace, server } = await scene({ script: [] });
  mkdirSync(path.join(folder, 'jobs'));
  const file = path.join(folder, 'jobs', 'mine.yaml');
  const tasks = COUNTING.slice(1).map(({ id, service, command, input }) => ({ id, service, command, input }));
  const [keep, look] = tasks;
  writeFileSync(
    file,
    JSON.stringify({
      name: 'mine',
      tasks: [{ ...keep, input: { path: 'COUNT.md', content: 'one\n' } }, look],
    }),
  );
  const program = start({ args: ['job', 'run', file] });
  // Before the plan is there: it is read when it can be meant.
  program.say('run');
  await program.heard(/All 2 tasks are done/u);
  expect({
    exitCode: await program.hangUp(),
    kept: readFileSync(path.join(workspace, 'COUNT.md'), 'utf8'),
    requests: server.requests.length,
  }).toEqual({ exitCode: 0, kept: 'one\n', requests: 0 });
});

test('hostile plans of a model come to nothing before anything runs', async () => {
  const [count, keep, look] = COUNTING;
  if (count === undefined || keep === undefined || look === undefined) throw new Error('three tasks');
  const ring = [{ ...keep, dependsOn: ['look'] }, look];
  const prototype = [
    count,
    { ...keep, input: { path: 'x', content: '{{count.output.__proto__.polluted}}' } },
  ];
  const said: string[] = [];
  const warned: string[] = [];
  for (const tasks of [ring, prototype]) {
    const { start, folder, dataDir } = await scene({ script: splitting('hostile', tasks) });
    const program = start();
    program.say('/plan do harm');
    await program.heard(/❌|"run"/u);
    said.push(hidden(program.output));
    await program.hangUp();
    expect(effectsOf(folder)).toBe('');
    const log = readFileSync(path.join(dataDir, 'wasap.log'), 'utf8').split('\n');
    warned.push(...log.filter((line) => line.includes('jobs.unmade')));
  }
  // As the specification has it: `[CommandAgent] Failed for task`.
  expect(warned.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      task: 'keep',
      error: expect.stringMatching(/^Command agent failed: .*__proto__ is taken/),
    }),
  ]);
  expect(said).toMatchInlineSnapshot(`
    [
      "🧭 Planning job <id>. Nothing runs yet.
    To cancel: /job cancel <id>
    ❌ No plan for job <id>.
    The model gave no usable plan.
    Try other words or smaller steps. The last problem: task keep, dependsOn: these tasks wait for each other: keep -> look -> keep
    ",
      "🧭 Planning job <id>. Nothing runs yet.
    To cancel: /job cancel <id>
    📋 hostile: 2 tasks
    Three steps.

    Step 1
    ⚙️ count · shell.run_command
       command: \`echo counted >> ../effects.log && echo one\`

    These can't run, nor can what depends on them:
    ❌ keep: the model gave no usable parameters: {{count.output.__proto__.polluted}}: __proto__ is taken by the language itself

    ⚙️ Runs commands: count. I ask about every command that isn't allowed yet.
    ⚠️ What a command did can't always be undone.

    ▶️ Nothing has run yet. To run exactly this: "run"
    Or /job run <id>. I still ask where I need your approval.
    To cancel: /job cancel <id>
    ",
    ]
  `);
});

/** Letters and hashes differ from run to run. */
function hidden(text: string): string {
  return text
    .replaceAll(/\/job (run|cancel|show|retry) [2-9a-z]{4}\b(?! again)/g, '/job $1 <id>')
    .replaceAll(/(?<!\/)\b([Jj]ob) [2-9a-z]{4}\b/g, '$1 <id>')
    .replaceAll(/^[2-9a-z]{4} · /gm, '<id> · ')
    .replaceAll(/\b[0-9a-f]{40}\b/g, '<commit>');
}
