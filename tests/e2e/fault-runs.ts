import { existsSync } from 'node:fs';
import path from 'node:path';
import { calls, says } from '../support/messages-server/replies.ts';
import { firstUserText, type MessagesRequest } from '../support/messages-server/request.ts';
import type { ScriptFunction } from '../support/messages-server/script.ts';
import { makeScene, PROJECT_SCRIPTS, type Scene } from '../support/scene.ts';
import { storedSessions } from '../support/stored-rows.ts';
import { CANARY, type FaultCase } from './fault-cases.ts';

/** What became of the task of one case, as the person saw it. */
export interface FaultStory {
  /** The message that ended the first attempt. */
  readonly told: string;
  /** The message that ended it after `/agent-resume` with a healthy model; empty when none was needed. */
  readonly afterResume: string;
  /** The task itself was carried out. */
  readonly workDone: boolean;
}

export interface FaultRun {
  readonly stories: ReadonlyMap<string, FaultStory>;
  /** Exit codes of the program that met the faults, and of the one after it; the same when one was enough. */
  readonly exitCodes: readonly (number | null)[];
  /** What the model server itself had to refuse. */
  readonly refusals: readonly string[];
  readonly canaryExists: boolean;
}

/**
 * Patience with a silent stream is shortened, but outlasts a slow machine: what is tested is what happens when it ends.
 */
const IMPATIENT = `${PROJECT_SCRIPTS}model:\n  idle_timeout_seconds: 4\n`;

/** Each fault strikes once. A task that it stopped is resumed in the same program. */
export async function runOnce(cases: readonly FaultCase[]): Promise<FaultRun> {
  const scene = await makeScene({ script: faultyModel(cases, (asked) => asked > 1), agentYaml: IMPATIENT });
  try {
    const program = scene.start();
    const stories = new Map<string, FaultStory>();
    for (const { name } of cases) {
      program.say(`/agent ${name}`);
      const told = endOf(await program.heard(END));
      let afterResume = '';
      if (told.startsWith('⏸')) {
        program.say('/agent-resume');
        afterResume = endOf(await program.heard(END));
      }
      stories.set(name, { told, afterResume, workDone: isDone(scene, name) });
    }
    return remains(scene, stories, [await program.hangUp()]);
  } finally {
    await scene.close();
  }
}

/** No fault ends as long as the first program lives; a second one meets a healthy model and resumes every task. */
export async function runForGood(cases: readonly FaultCase[]): Promise<FaultRun> {
  let healthy = false;
  const scene = await makeScene({ script: faultyModel(cases, () => healthy), agentYaml: IMPATIENT });
  try {
    const first = scene.start();
    const told = new Map<string, string>();
    for (const { name } of cases) {
      first.say(`/agent ${name}`);
      told.set(name, endOf(await first.heard(END)));
    }
    const exitCode = await first.hangUp();
    healthy = true;
    const second = scene.start();
    const stories = new Map<string, FaultStory>();
    for (const { id, task } of storedSessions(scene.dataDir)) {
      second.say(`/agent-resume ${id}`);
      const afterResume = endOf(await second.heard(END));
      stories.set(task, { told: told.get(task) ?? '', afterResume, workDone: isDone(scene, task) });
    }
    return remains(scene, stories, [exitCode, await second.hangUp()]);
  } finally {
    await scene.close();
  }
}

/** The message that ends a run: a report, whose last line tells its time. */
const END = /^(✅ Done|⏸ Paused|❌ Failed|⏳ Waiting|🛑)[\s\S]*?⏱️.*\n/mu;

function endOf(printed: string): string {
  return END.exec(printed)?.[0] ?? '';
}

/** Gives the fault of the task until `isWell` says otherwise of its n-th request; then the task is carried out. */
function faultyModel(cases: readonly FaultCase[], isWell: (asked: number) => boolean): ScriptFunction {
  const asked = new Map<string, number>();
  return (request) => {
    const task = /Task: (.+)$/.exec(firstUserText(request))?.[1] ?? '';
    const count = (asked.get(task) ?? 0) + 1;
    asked.set(task, count);
    const fault = cases.find(({ name }) => name === task)?.fault;
    if (!isWell(count)) return fault;
    return hasWritten(request, fileOf(task))
      ? says('Done.')
      : calls(['write_source_file', { path: fileOf(task), content: 'x\n' }]);
  };
}

function hasWritten({ messages }: MessagesRequest, file: string): boolean {
  return JSON.stringify(messages).includes(`"path":"${file}"`);
}

function fileOf(task: string): string {
  return `${task.replaceAll(' ', '-')}.txt`;
}

function isDone({ workspace }: Scene, task: string): boolean {
  return existsSync(path.join(workspace, fileOf(task)));
}

function remains(
  { server, workspace }: Scene,
  stories: FaultRun['stories'],
  exitCodes: FaultRun['exitCodes'],
): FaultRun {
  return {
    stories,
    exitCodes,
    refusals: [...server.refusals],
    canaryExists: existsSync(path.join(workspace, CANARY)),
  };
}
