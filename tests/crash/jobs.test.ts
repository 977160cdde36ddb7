/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Program } from '../support/program.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';

const scene = useScenes();

/** Two commands that take a while, each with an effect beside the project, and a file made of what both said. */
const JOB = `
name: three
tasks:
  - { id: one, service: shell, command: run_command, input: { command: echo one >> ../effects.log && sleep 0.4 && echo 1 } }
  - id: two
    service: shell
    command: run_command
    input: { command: 'echo two >> ../effects.log && sleep 0.4 && echo 2' }
    dependsOn: [one]
  - id: three
    service: files
    command: write_source_file
    input: { path: BOTH.md, content: '{{one.output.stdout}}{{two.output.stdout}}' }
`;

const Call = z.object({ id: z.string(), state: z.string() });
const callsIn = ({ dataDir }: Scene) =>
  storedRows(dataDir, 'SELECT id, state FROM calls ORDER BY rowid', Call);
const effectsIn = ({ folder }: Scene) => {
  const file = path.join(folder, 'effects.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 2000) throw new Error('it never came to that');
    await sleep(5);
  }
}

/** Says yes to whatever is asked until all is over. */
async function answerAll(program: Program, asked: number): Promise<void> {
  for (let questions = 0; questions < asked; questions += 1) {
    await program.heard(/\/approve ...,/);
    program.say('yes');
  }
  await program.heard(/tasks are done/u);
}

interface Kill {
  readonly name: string;
  /** Questions that are answered before. */
  readonly answered: number;
  now(place: Scene): boolean;
}

const KILLS: readonly Kill[] = [
  { name: 'before the first task is asked for', answered: 0, now: (place) => callsIn(place).length > 0 },
  { name: 'in the middle of the first task', answered: 1, now: (place) => effectsIn(place) === 'one\n' },
  {
    name: 'between the first and the second task',
    answered: 1,
    now: (place) => callsIn(place).some(({ id, state }) => id === 'job_one' && state === 'done'),
  },
  {
    name: 'in the middle of the second task',
    answered: 2,
    now: (place) => effectsIn(place) === 'one\ntwo\n',
  },
  {
    name: 'in the middle of the third task',
    answered: 2,
    now: (place) => callsIn(place).some(({ id }) => id === 'job_three'),
  },
];

test.each(KILLS)(
  'a job that is killed $name does no task twice and loses none',
  async ({ answered, now }) => {
    const place = await scene({ script: [] });
    mkdirSync(path.join(place.configDir, 'jobs'));
    writeFileSync(path.join(place.configDir, 'jobs', 'three.yaml'), JOB);
    const first = place.start();
    first.say('/job run three');
    await first.heard(/"run"/);
    first.say('run');
    for (let questions = 0; questions < answered; questions += 1) {
      await first.heard(/\/approve ...,/);
      first.say('yes');
    }
    await until(() => now(place));
    await first.kill();
    const second = place.start();
    const left = 2 - answered;
    // A question that was asked by the first program stands, and may have been shown by it.
    const open = storedRows(
      place.dataDir,
      "SELECT id FROM approvals WHERE state = 'pending'",
      z.object({ id: z.string() }),
    );
    if (open.length > 0) second.say('yes');
    await answerAll(second, left - open.length);
    expect({
      exitCode: await second.hangUp(),
      effects: effectsIn(place),
      file: readFileSync(path.join(place.workspace, 'BOTH.md'), 'utf8'),
      calls: callsIn(place),
      requests: place.server.requests.length,
    }).toEqual({
      exitCode: 0,
      effects: 'one\ntwo\n',
      file: '1\n2\n',
      calls: ['job_one', 'job_two', 'job_three'].map((id) => ({ id, state: 'done' })),
      requests: 0,
    });
  },
);
