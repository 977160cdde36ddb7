/**
 * One of the long runs.
 * @module-tag full
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import type { MessagesRequest } from '../support/messages-server/request.ts';
import { byTranscript, type ScriptFunction, type Step } from '../support/messages-server/script.ts';
import { lastTold } from '../support/model-view.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

function isSub({ system }: MessagesRequest): boolean {
  return JSON.stringify(system).includes('hands a piece of work over to you');
}

function script(main: readonly Step[], sub: readonly Step[]): ScriptFunction {
  const [speakMain, speakSub] = [byTranscript(main), byTranscript(sub)];
  return (request, index) => (isSub(request) ? speakSub(request, index) : speakMain(request, index));
}

const HAND_OVER = calls(['delegate_work', { task: 'Say hello in docs/hello.md', specialist: 'bug-fixer' }]);
const WRITE = calls(['write_source_file', { path: 'docs/hello.md', content: '# Hello\n' }]);
const LINE = calls(['apply_patch', { path: 'docs/hello.md', search: '# Hello', replace: '# Hello you' }]);
const TEST = calls(['run_command', { command: 'npm test' }]);

const Call = z.object({ tool: z.string(), state: z.string(), isSub: z.int() });
const CALLS = 'SELECT tool, state, under IS NOT NULL AS isSub FROM calls ORDER BY seq';

test('a shipped specialist edits and tests, and /undo takes all of it back', async () => {
  const { start, server, workspace, dataDir } = await scene({
    script: script([HAND_OVER, says('Checked.')], [WRITE, TEST, LINE, says('Said hello.')]),
  });
  const program = start();
  program.say('/agent say hello');
  const report = await program.heard(/⏱️/u);
  const file = path.join(workspace, 'docs/hello.md');
  const written = readFileSync(file, 'utf8');
  program.say('/undo');
  await program.heard(/↩️/u);
  expect({
    exitCode: await program.hangUp(),
    refusals: server.refusals,
    told: lastTold(server),
    // The sample project has two failing tests, and the report says so.
    report: /📄.*docs\/hello\.md[\s\S]*`npm test` → 1/u.test(report),
    written,
    status: git(workspace, 'status', '--porcelain'),
    calls: storedRows(dataDir, CALLS, Call),
  }).toEqual({
    exitCode: 1,
    refusals: [],
    told: ['Said hello.'],
    report: true,
    written: '# Hello you\n',
    status: '',
    calls: [
      { tool: 'delegate_work', state: 'done', isSub: 0 },
      { tool: 'write_source_file', state: 'done', isSub: 1 },
      { tool: 'run_command', state: 'done', isSub: 1 },
      { tool: 'apply_patch', state: 'done', isSub: 1 },
    ],
  });
});

test('a program that is killed while it works tells what was done, does none of it again, and can undo it', async () => {
  const { start, server, workspace } = await scene({
    script: script([HAND_OVER, says('I see.')], [WRITE, slow(LINE, 60_000)]),
  });
  const first = start();
  first.say('/agent say hello');
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(3);
  await first.kill();
  const second = start();
  await second.heard(/✅[\s\S]*⏱️/u);
  const written = readFileSync(path.join(workspace, 'docs/hello.md'), 'utf8');
  second.say('/undo');
  await second.heard(/↩️/u);
  expect({
    exitCode: await second.hangUp(),
    told: lastTold(server),
    asked: server.requests.filter(({ body }) => isSub(body)).length,
    written,
    status: git(workspace, 'status', '--porcelain'),
  }).toEqual({
    exitCode: 0,
    told: [
      [
        'Its conversation is gone. This is what it had carried out; look at the files before you go on:',
        '- write_source_file: Created docs/hello.md (+1 -0).',
        '(incomplete: The program was restarted while it worked.)',
      ].join('\n'),
    ],
    asked: 2,
    written: '# Hello\n',
    status: '',
  });
});

test('what it has seen and written, the task has not seen', async () => {
  const over = calls(['write_source_file', { path: 'docs/hello.md', content: '# Mine\n' }]);
  const { start, server, workspace } = await scene({
    script: script([HAND_OVER, over, says('I see.')], [WRITE, says('Said hello.')]),
  });
  const program = start();
  program.say('/agent say hello');
  await program.heard(/⏱️/u);
  expect([
    await program.hangUp(),
    lastTold(server),
    readFileSync(path.join(workspace, 'docs/hello.md'), 'utf8'),
  ]).toEqual([
    0,
    [expect.stringContaining('docs/hello.md exists and was not read in this session.')],
    '# Hello\n',
  ]);
});

test('a talk has no such tool', async () => {
  const { start, server } = await scene({ script: () => says('Hello.') });
  const program = start();
  program.say('who could fix the login?');
  await program.heard(/Hello\./u);
  expect([
    await program.hangUp(),
    JSON.stringify(server.requests[0]?.body.tools).includes('delegate_work'),
  ]).toEqual([0, false]);
});
