import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { type Program, tempFolder } from '../support/program.ts';
import { COUNTING_TASK, makeCountingProject } from './counting-project.ts';
import { CrashSite, type RecordKind, type Records, type Remains } from './crash-site.ts';
import { type ModelProcess, startModelProcess } from './model-process.ts';

/** When SIGKILL comes: so many milliseconds after the start, or when the n-th record of a kind is seen. */
export type Moment =
  | { readonly kind: 'time'; readonly afterMs: number }
  | { readonly kind: 'record'; readonly record: RecordKind; readonly count: number };

/** What every crash run shares: the project that is copied for each, and the model. */
export interface Stage {
  readonly model: ModelProcess;
  /** A run that nobody kills: what it leaves, how long it took, how many records of each kind it made. */
  readonly undisturbed: { readonly remains: Remains; readonly durationMs: number; readonly records: Records };
  /**
   * Starts the program, kills it at each of these moments, and lets the last start come to its end. `expected` is
   * what the undisturbed run left, and one notice for each restart of a task that was under way.
   */
  crash(moments: readonly Moment[]): Promise<{ readonly remains: Remains; readonly expected: Remains }>;
  close(): Promise<void>;
}

const POLL_MS = 2;

/** @param replies of the model to the task that is worked on in the counting project */
export async function setStage(replies: readonly MessageReply[] = COUNTING_TASK): Promise<Stage> {
  const folder = tempFolder('crash');
  const template = path.join(folder.path, 'template');
  makeCountingProject(template);
  const steps = [...replies, says('There is nothing more to do.')];
  const script = { strictPrefix: true, chunkSize: 0, writeSize: 0, scripts: [{ steps }] };
  const model = await startModelProcess(folder.path, script);
  let runs = 0;

  function newRun(): Run {
    runs += 1;
    const place = path.join(folder.path, `run-${runs}`);
    mkdirSync(place);
    return { site: new CrashSite(place, template, model.url), task: `mend the login, run ${runs}` };
  }

  const undisturbed = await runUndisturbed(newRun());
  return {
    model,
    undisturbed,
    async crash(moments) {
      const run = newRun();
      let noticesDue = 0;
      for (const moment of moments) {
        await killAt(moment, run);
        noticesDue = run.site.noticesDue();
      }
      const remains = withoutRunNumber(run, run.site.remains(await finish(run)));
      run.site.remove();
      return { remains, expected: { ...undisturbed.remains, notices: noticesDue } };
    },
    async close() {
      await model.stop();
      folder.remove();
    },
  };
}

interface Run {
  readonly site: CrashSite;
  /** Different for each run: the model tells conversations apart by their beginning. */
  readonly task: string;
}

async function runUndisturbed(run: Run): Promise<Stage['undisturbed']> {
  const startedAtMs = performance.now();
  const exitCode = await finish(run);
  const durationMs = performance.now() - startedAtMs;
  const { site } = run;
  const undisturbed = {
    remains: withoutRunNumber(run, site.remains(exitCode)),
    durationMs,
    records: site.records(),
  };
  site.remove();
  return undisturbed;
}

/** A person types a line again only when the program that died had not taken it. */
function startTalking({ site, task }: Run): Program {
  const taken = site.records()['message accepted'] > 0;
  const program = site.start();
  if (!taken) program.say(`/agent ${task}`);
  return program;
}

async function finish(run: Run): Promise<number | null> {
  return startTalking(run).hangUp();
}

async function killAt(moment: Moment, run: Run): Promise<void> {
  const program = startTalking(run);
  const ended = new AbortController();
  void program.exit.then(() => ended.abort());
  if (moment.kind === 'time')
    await sleep(moment.afterMs, undefined, { signal: ended.signal }).catch(() => undefined);
  else await seen(run.site, moment, ended.signal);
  await program.kill();
}

async function seen(
  site: CrashSite,
  { record, count }: Extract<Moment, { kind: 'record' }>,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted && site.records()[record] < count) await sleep(POLL_MS);
}

function withoutRunNumber({ task }: Run, remains: Remains): Remains {
  return { ...remains, conversation: remains.conversation.replaceAll(task, '<task>') };
}

/** Works through a list with so many at a time, results in the order of the list. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, item] = next;
      results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}
