/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { fails, times } from '../support/messages-server/faults.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { PROJECT_SCRIPTS, useScenes } from '../support/scene.ts';
import { storedSessions } from '../support/stored-rows.ts';

const scene = useScenes();

/** Waits so long each time. */
function patient(seconds: number, minutes = 60): string {
  return `${PROJECT_SCRIPTS}
limits:
  outage_waits_seconds: [${seconds}]
  outage_minutes: ${minutes}
`;
}

/** Overloaded, with quick tries that follow each other at once. */
const OVERLOADED = fails(529, { retryAfter: 0.01 });
const QUICK_TRIES = 5;

test('a task waits for a model that is overloaded, and goes on by itself after a kill in between', async () => {
  const { start, server } = await scene({
    script: byTranscript([[...times(5, fails(529)), says('Nothing to do.')]]),
    agentYaml: patient(1),
  });
  const program = start();
  program.say('/agent look around');
  const told = await program.heard(/\/cancel/);
  await program.kill();
  const heir = start();
  const end = await heir.heard(/Nothing to do/);
  expect({ told, end, requests: server.requests.length }).toEqual({
    told: expect.stringMatching(
      /⏳ Waiting: look around\nThe model is overloaded\.\nI'll try again in .*\.\nWrite anything to try now, or \/cancel to stop\./u,
    ),
    end: expect.stringContaining('Nothing to do.'),
    requests: 6,
  });
});

test('a pipe waits until the server is back, does its task to the end, and runs each command once', {
  tags: 'full',
}, async () => {
  const script = byTranscript([calls(['run_command', { command: 'npm test' }]), says('The tests pass.')]);
  const { start, server, workspace } = await scene({
    script: [calls(['run_command', { command: 'npm test' }])],
    project: countingTestRuns,
    agentYaml: patient(1),
  });
  const runs = path.join(workspace, 'runs.txt');
  const program = start();
  program.say('/agent run the tests');
  const exit = program.hangUp();
  while (!existsSync(runs)) await sleep(10);
  await server.close();
  const told = await program.heard(/I'll try again in/);
  const back = await startMessagesServer({ script, port: Number(new URL(server.url).port) });
  onTestFinished(() => back.close());
  const exitCode = await exit;
  expect({
    told,
    exitCode,
    runs: readFileSync(runs, 'utf8'),
    requests: back.requests.length,
    report: /✅ Done: .*/u.exec(program.output)?.[0],
  }).toEqual({
    told: expect.stringContaining("⏳ Waiting: run the tests\nI can't reach the model."),
    exitCode: 0,
    runs: 'ran\n',
    requests: 1,
    report: '✅ Done: run the tests',
  });
});

test('a pipe that is ended while it waits says how it goes on, and the next start does', {
  tags: 'full',
}, async () => {
  const { start, server } = await scene({
    script: byTranscript([[...times(QUICK_TRIES, OVERLOADED), says('Nothing to do.')]]),
    agentYaml: patient(3),
  });
  const program = start();
  program.say('/agent look around');
  const exit = program.hangUp();
  await program.heard(/\/cancel/);
  program.process.kill('SIGINT');
  const exitCode = await exit;
  const requests = server.requests.length;
  const next = start();
  const nextExitCode = await next.hangUp();
  expect({ exitCode, errors: program.errors, requests, next: next.output, nextExitCode }).toEqual({
    exitCode: 1,
    errors: 'wasap: Stopped. The task is saved. To continue it: wasap start\n',
    requests: QUICK_TRIES,
    next: expect.stringMatching(
      /^🔄 Restarted while waiting for the model: look around\nI'll try again in \d s\.\n.*\n✅ Done: look around\n/u,
    ),
    nextExitCode: 0,
  });
});

test('a model that stays away is given up after the longest wait, with the command that goes on', {
  tags: 'full',
}, async () => {
  const { start, server, dataDir } = await scene({
    script: () => OVERLOADED,
    agentYaml: patient(60, 1),
  });
  const program = start();
  program.say('/agent look around');
  await program.heard(/\/cancel/);
  await program.kill();
  letTheWaitPass(dataDir);
  const next = start();
  const exitCode = await next.hangUp();
  expect({
    exitCode,
    told: next.output,
    requests: server.requests.length,
    sessions: storedSessions(dataDir).map(({ status }) => status),
  }).toEqual({
    exitCode: 1,
    told: expect.stringMatching(
      /🔄 Restarted while waiting for the model: look around\nTrying again now\.\n⏸ Paused: look around\n[^⏸]*overloaded[^⏸]*\/agent-resume/u,
    ),
    requests: 2 * QUICK_TRIES,
    sessions: ['parked'],
  });
});

/** While no program runs. */
function letTheWaitPass(dataDir: string): void {
  const database = new Database(path.join(dataDir, 'wasap.db'));
  database.prepare('UPDATE sessions SET wake_at_ms = 1').run();
  database.close();
}

/** Its tests note each run, and take long enough for a server to go meanwhile. */
function countingTestRuns(folder: string): void {
  makeSampleProject(folder);
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const scripts = { ...manifest.scripts, test: 'echo ran >> runs.txt && sleep 1' };
  writeFileSync(file, JSON.stringify({ ...manifest, scripts }));
}
