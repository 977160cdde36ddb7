/**
 * One of the long runs.
 * @module-tag full
 */
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { codeOf } from '../../src/core/failure.ts';
import { atLevel } from '../support/level.ts';
import { calls, reply, says, slow, text, toolUse } from '../support/messages-server/replies.ts';
import { type MessagesRequest, repliesSoFar, taskOf } from '../support/messages-server/request.ts';
import type { ScriptFunction } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { PROJECT_SCRIPTS, type Scene, useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();
const STOPS = atLevel({ quick: 1, full: 4, soak: 50 });
/** Only where nothing else keeps the machine busy can it be told how long a stop takes. */
const MAX_STOP_MS = atLevel({ quick: Number.POSITIVE_INFINITY, soak: 2_000 });
/** Bounds all stops of one test together. */
const LIMIT_MS = 60_000 + STOPS * 10_000;

/** A tool with a process of its own. */
const RUNNER = `sleep 60 &
sleep 0.4
kill $!`;

/** One that stays, with a process of its own, and ignores that it is asked to end. */
const WATCHER = `#!/bin/sh
trap '' TERM
sleep 60 &
wait`;

const STEPS = [
  slow(reply([text('I look around. '.repeat(40)), toolUse('search_source_code', { query: 'login' })]), 150),
  calls(['delegate', { task: 'Look slowly.' }], ['read_lines', { path: 'src/login.js', start: 1, end: 3 }]),
  calls(['run_command', { command: 'mocha' }]),
  calls(['run_command', { command: 'jest', background: true }]),
  calls(['write_source_file', { path: 'docs/notes.md', content: '# Notes\n' }]),
  slow(calls(['run_command', { command: 'curl https://example.com' }]), 150),
];

/** The model of every task: on and on until the question, which nobody answers; then whatever the person wants. */
const speak: ScriptFunction = (request) => {
  if (isSub(request)) return slow(says('Looked.'), 300);
  if (JSON.stringify(request.messages.at(-1)).includes('leave it at that')) return says('So be it.');
  return STEPS[repliesSoFar(request)];
};

function isSub(request: MessagesRequest): boolean {
  return taskOf(request).includes('Look slowly.');
}

describe('a stop at a random moment of streaming, searching, a sub-agent, commands, writing and waiting', () => {
  test(
    `${STOPS} tasks end at once, leave no process and no open call, and can be resumed`,
    () => stopAtRandom(PROJECT_SCRIPTS),
    LIMIT_MS,
  );

  test(`${STOPS} more, with commands in a sandbox`, { timeout: LIMIT_MS, tags: 'sandbox' }, () =>
    stopAtRandom('policy:\n  sandbox: required\n'),
  );
});

async function stopAtRandom(agentYaml: string): Promise<void> {
  const place = await scene({
    script: speak,
    agentYaml,
    project(folder) {
      makeProjectWithRunner(folder, RUNNER);
      writeFileSync(path.join(folder, 'node_modules/.bin/jest'), WATCHER, { mode: 0o755 });
    },
  });
  const program = place.start();
  const began = performance.now();
  program.say('/agent task of which nothing is stopped');
  await program.heard(/\/approve \w+,/);
  const wholeMs = Math.round(performance.now() - began);
  const stops = [{ afterMs: wholeMs, tookMs: await stopped(place, program) }];
  await resumed(program);
  for (let n = 0; n < STOPS; n += 1) {
    const afterMs = Math.round(Math.random() * wholeMs);
    program.say(`/agent task ${n}`);
    await sleep(afterMs);
    stops.push({ afterMs, tookMs: await stopped(place, program) });
    await resumed(program);
  }
  process.stderr.write(
    `The slowest of ${STOPS} stops took ${Math.max(...stops.map(({ tookMs }) => tookMs))} ms\n`,
  );
  const open = "SELECT id FROM calls WHERE state <> 'done'";
  expect({
    slow: stops.filter(({ tookMs }) => tookMs > MAX_STOP_MS),
    open: storedRows(place.dataDir, open, z.object({ id: z.string() })),
    refusals: place.server.refusals,
    exitCode: await program.hangUp(),
  }).toEqual({ slow: [], open: [], refusals: [], exitCode: expect.toBeOneOf([0, 1]) });
}

async function resumed(program: Program): Promise<void> {
  program.say('/agent-resume leave it at that');
  await program.heard(/(✅ Done|⚠️ Not done|⚠️ Done, not tested)[\s\S]*So be it/u);
}

/** Milliseconds until the person was told and nothing was left. */
async function stopped(place: Scene, program: Program): Promise<number> {
  const began = performance.now();
  program.say('/cancel');
  await program.heard(/🛑 Stopped/u);
  for (let left = processesIn(place, program); left.length > 0; left = processesIn(place, program)) {
    if (performance.now() - began > 20_000) throw new Error(`Still there after a stop: ${left.join(', ')}`);
    await sleep(5);
  }
  return Math.round(performance.now() - began);
}

/** Whatever works in the project, in a sandbox too, but the program itself. */
function processesIn({ workspace }: Scene, program: Program): readonly number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids.filter((pid) => pid !== program.process.pid && folderOf(pid).startsWith(workspace));
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    // It has ended meanwhile, or is none of ours.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(codeOf(error) ?? '')) return '';
    throw error;
  }
}
