/** The six manual security tests of the specification, through the chat. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import type { Program } from '../support/program.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { WITHOUT_BUBBLEWRAP } from '../support/without-sandbox.ts';

const scene = useScenes({ dataOnDisk: true });

/** A Python project with its own pytest, which leaves a trace of its run. */
function makePythonProject(folder: string): void {
  makeSampleProject(folder);
  const programs = path.join(folder, '.venv/bin');
  mkdirSync(programs, { recursive: true });
  mkdirSync(path.join(folder, 'tests'));
  const runner = '#!/bin/sh\necho "ran $*" >> .venv/trace\necho "2 passed in 0.01s"\n';
  writeFileSync(path.join(programs, 'pytest'), runner, { mode: 0o755 });
}

function running(command: string, more: Readonly<Record<string, unknown>> = {}): Promise<Scene> {
  return scene({
    agentYaml: '',
    script: [calls(['run_command', { command, ...more }]), says('That is all.')],
    project: makePythonProject,
  });
}

/** Asks for the task, answers no to the first question, hangs up. */
async function refused(program: Program, task: string, no = 'no'): Promise<string> {
  program.say(task);
  const question = await program.heard(/\/(?:approve|aprobar) \w+,/);
  program.say(no);
  await program.heard(/✅/u);
  await program.hangUp();
  return question;
}

const questions = ({ output }: Program): number => output.match(/❓/gu)?.length ?? 0;

test('1. denylist: rm -rf /tmp is blocked, without a question, and stands in the record', {
  tags: 'full',
}, async () => {
  const { start, server } = await running('rm -rf /tmp');
  const program = start();
  program.say('/agent Ejecutá rm -rf /tmp');
  await program.heard(/✅/u);
  program.say('/audit denied');
  await program.heard(/🚫.*rm -rf \/tmp/u);
  await program.hangUp();
  expect({ told: allTold(server).at(-1), questions: questions(program) }).toEqual({
    told: expect.stringMatching(/^(🚫 )?Command blocked: rm is not allowed/u),
    questions: 0,
  });
});

test('2. shell operators: a pipe is asked, the whole line is shown, a no runs nothing of it', {
  tags: 'full',
}, async () => {
  const { start, workspace } = await running('pytest | tee output.txt');
  const question = await refused(start(), '/agent Corré pytest | tee output.txt');
  expect({
    shown: question.includes('\n`pytest | tee output.txt`\n'),
    made: existsSync(path.join(workspace, 'output.txt')),
    ran: existsSync(path.join(workspace, '.venv/trace')),
  }).toEqual({ shown: true, made: false, ran: false });
});

describe('3. allowlist', { tags: 'sandbox' }, () => {
  test('with a sandbox pytest runs at once', { tags: 'full' }, async () => {
    const { start, server } = await running('pytest tests/ -v');
    const program = start();
    program.say('/agent Corré pytest tests/ -v');
    await program.hangUp();
    expect({ told: allTold(server).at(-1), questions: questions(program) }).toEqual({
      told: expect.stringMatching(/^Exit code: 0 .*\n2 passed/),
      questions: 0,
    });
  });

  test('without one it asks, says why, and runs after a yes', { tags: 'full' }, async () => {
    const { start, server, workspace } = await running('pytest tests/ -v');
    const program = start({ within: WITHOUT_BUBBLEWRAP });
    program.say('/agent Corré pytest tests/ -v');
    const question = await program.heard(/\/(?:approve|aprobar) \w+,/);
    const ranBefore = existsSync(path.join(workspace, '.venv/trace'));
    program.say('yes');
    await program.heard(/✅ Done/u);
    await program.hangUp();
    expect({ question, ranBefore, told: allTold(server).at(-1) }).toEqual({
      question: expect.stringMatching(/pytest tests\/ -v[\s\S]*runs the project's own code[\s\S]*No sandbox/),
      ranBefore: false,
      told: expect.stringMatching(/^Exit code: 0 .*\n2 passed/),
    });
  });
});

test('4. a person decides on curl, who is told that it uses the network', { tags: 'full' }, async () => {
  const { start, server } = await running('curl https://example.com');
  const question = await refused(start(), '/agent Corré curl https://example.com');
  expect({ question, told: allTold(server).at(-1) }).toEqual({
    question: expect.stringMatching(/\n`curl https:\/\/example\.com`\n[\s\S]*uses the network/),
    told: expect.stringMatching(/said no|rejected by user/),
  });
});

test('5. timeout: sleep 999 ends with its limit, and the program with it', { tags: 'full' }, async () => {
  const { start, server } = await running('sleep 999', { timeout: 1 });
  const program = start();
  program.say('/agent Corré sleep 999');
  await program.heard(/\/(?:approve|aprobar) \w+,/);
  program.say('yes');
  await program.heard(/✅ Done/u);
  expect({ exitCode: await program.hangUp(), told: allTold(server).at(-1) }).toEqual({
    exitCode: 0,
    told: expect.stringMatching(/^(⌛ )?Command timed out after 1s\n/u),
  });
});

test('6. process limit: the sixth background process is refused', { tags: 'full' }, async () => {
  const start6 = calls(
    ...Array.from({ length: 6 }, () => ['run_command', { command: 'mocha', background: true }] as const),
  );
  const { start, server, workspace } = await scene({
    script: [start6, says('Five run.')],
    project: (folder) => makeProjectWithRunner(folder, 'while [ ! -e node_modules/end ]; do sleep 0.1; done'),
  });
  const program = start();
  program.say('/agent start six');
  await program.heard(/⏱️/u);
  writeFileSync(path.join(workspace, 'node_modules/end'), '');
  await program.hangUp();
  expect(allTold(server).slice(-6)).toEqual([
    ...Array.from({ length: 5 }, () => expect.stringMatching(/^Started in the background as /)),
    'Too many background processes. Kill one first.',
  ]);
});

test('in Spanish: blocked, asked and refused, each in its words', { tags: 'full' }, async () => {
  const { start, server } = await scene({
    agentYaml: '',
    env: { LOCALE: 'es' },
    script: [
      calls(
        ['run_command', { command: 'sudo ls' }],
        ['run_command', { command: 'curl https://example.com' }],
      ),
      says('Eso es todo.'),
    ],
  });
  const program = start();
  const question = await refused(program, '/agent corré curl', 'no, gracias');
  expect({ question, told: allTold(server).slice(-2) }).toEqual({
    question: expect.stringMatching(
      /¿Ejecuto este comando\?\n`curl https:\/\/example\.com`\n[\s\S]*usa la red/,
    ),
    told: [
      expect.stringMatching(/^(🚫 )?Command blocked: sudo is not allowed/u),
      expect.stringMatching(/said no|rejected by user/),
    ],
  });
});
