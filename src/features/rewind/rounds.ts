import * as z from 'zod';
import { latestNarration } from '../../agent/latest-narration.ts';
import type { ModelMessage } from '../../contracts/model.ts';
import { type SessionRecord, TaskPlan } from '../../contracts/session.ts';
import type { CallRecord, ModelHistory, Store, WorkRecords } from '../../contracts/store.ts';
import type { WrittenFile } from '../../contracts/tool.ts';
import { oneLine } from '../../core/text.ts';

/** Longest line about a round, in UTF-16 code units: about the width of a phone. */
const MAX_LINE_LENGTH = 44;

/** A round that a task can go back to. */
export interface RewindRound {
  /** 0 = before the first one. */
  readonly number: number;
  /** Index of the first message of the history that follows it. */
  readonly end: number;
  /** What happened in it, in one line; empty for round 0. */
  readonly what: string;
  /** The searchable text of the round: narration, files, steps of the plan that it began or ticked. */
  readonly words: string;
}

/** `folded`: earlier rounds were summarised. `files`: an undo or a merge has changed the files since. */
type WhyNoEarlier = 'folded' | 'files';

export interface RewindRounds {
  /** Oldest first. */
  readonly all: readonly RewindRound[];
  /** Why there are no earlier ones; undefined when they go back to the beginning. */
  readonly why: WhyNoEarlier | undefined;
}

/** What a task did, and what its model was sent. */
export type RoundStores = WorkRecords & ModelHistory;

/** The rounds of a task that it can go back to: finished ones whose history and files are still known. */
export function roundsOf({ id }: Pick<SessionRecord, 'id'>, store: RoundStores): RewindRounds {
  const calls = store.calls.listCurrent(id);
  const standing = store.history.listCurrent(id, 0);
  const all = [...beginning(standing), ...finishedRounds(standing, calls)];
  const foldedTo = store.contexts.latest(id)?.upTo ?? 0;
  const unfolded = all.filter(({ end }) => end >= foldedTo);
  const earliest = earliestWithFiles(id, { all, calls, checkpoints: store.checkpoints });
  const found = unfolded.filter(({ number }) => number >= earliest);
  const why = found.length < unfolded.length ? 'files' : unfolded.length < all.length ? 'folded' : undefined;
  return { all: found, why };
}

type StandingHistory = ReturnType<Store['history']['listCurrent']>;

function beginning([first]: StandingHistory): readonly RewindRound[] {
  return first === undefined ? [] : [{ number: 0, end: first.seq + 1, what: '', words: '' }];
}

/** Rounds whose results the model was sent; a reply without calls is not one. */
function finishedRounds(standing: StandingHistory, calls: readonly CallRecord[]): readonly RewindRound[] {
  const rounds = new Map<unknown, number>(calls.map(({ id, round }) => [id, round]));
  return standing.flatMap(({ message }, place) => {
    const results = standing[place + 1];
    const number = message.role === 'assistant' ? roundOf(message, rounds) : undefined;
    if (number === undefined || results === undefined) return [];
    const made = calls.filter((call) => call.round === number);
    const said = latestNarration(message.content);
    const words = [said, ...made.flatMap(filesIn), ...stepsIn(made)].join(' ');
    return [{ number, end: results.seq + 1, what: roundSummary(said, made), words }];
  });
}

function roundOf({ content }: ModelMessage, rounds: ReadonlyMap<unknown, number>): number | undefined {
  const call = content.find(({ type, id }) => type === 'tool_use' && rounds.has(id));
  return call && rounds.get(call.id);
}

function roundSummary(said: string, calls: readonly CallRecord[]): string {
  const files = calls.flatMap(filesIn);
  const done = files.length > 0 ? [...new Set(files)] : calls.map(labelOf);
  return oneLine(said === '' ? done.join(', ') : said, MAX_LINE_LENGTH);
}

const Changed = z.object({ path: z.string() });
const Command = z.object({ command: z.string(), args: z.array(z.string()).default([]) });

/** Files that a call has changed, by the intent that was stored before. */
function filesIn({ result, startedAtMs }: CallRecord): readonly string[] {
  const changed = Changed.safeParse(result?.data);
  return result?.ok === true && startedAtMs !== undefined && changed.success ? [changed.data.path] : [];
}

function labelOf({ tool, input, result }: CallRecord): string {
  const command = Command.safeParse(input).data;
  if (command !== undefined) return [command.command, ...command.args].join(' ');
  // A plan says more about a round than the name of the tool that made it.
  const { steps = [] } = TaskPlan.safeParse(result?.data).data ?? {};
  return steps.length === 0 ? tool : steps.map(({ title }) => title).join(', ');
}

const PlanStep = z.object({ step: z.int() });

/** The steps of the plan that these calls belong to. */
function stepsIn(calls: readonly CallRecord[]): readonly string[] {
  return calls.flatMap(({ input, result }) => {
    const step = PlanStep.safeParse(input).data?.step;
    const plan = TaskPlan.safeParse(result?.data).data;
    return step === undefined ? [] : (plan?.steps[step - 1]?.title ?? []);
  });
}

/**
 * Rounds before this one cannot be restored: their changes are no longer among those that can be taken back, because
 * an undo took them back, or a merge brought them into the project as one.
 */
function earliestWithFiles(
  id: SessionRecord['id'],
  {
    all,
    calls,
    checkpoints,
  }: {
    readonly all: readonly RewindRound[];
    readonly calls: readonly CallRecord[];
    readonly checkpoints: RoundStores['checkpoints'];
  },
): number {
  const rounds = new Map(calls.map((call) => [call.id, call.round]));
  const steps = checkpoints.listCurrent(id);
  const isCut =
    checkpoints.listUndone(id).some((call) => rounds.has(call)) ||
    steps.some(({ call }) => !rounds.has(call));
  if (!isCut) return 0;
  const first = steps.flatMap(({ call }) => rounds.get(call) ?? [])[0];
  return first === undefined ? (all.at(-1)?.number ?? 0) : first - 1;
}

/** The checklist as it was at the end of this round; undefined when there was none yet. */
export function planAsOf(round: number, calls: readonly CallRecord[]): TaskPlan | undefined {
  const made = calls.findLast(
    (call) => call.round <= round && PLANNING.includes(call.tool) && call.result?.ok === true,
  );
  return TaskPlan.safeParse(made?.result?.data).data;
}

const PLANNING: readonly string[] = ['create_task_plan', 'update_task_status'];

/** The state that an edit stores before it acts: see `prepareChange`. */
const Edit = z.object({ prepared: z.object({ path: z.string(), after: z.string().nullable() }) });

/** The files that a task has written, with their hashes as of the end of this round. */
export function writtenAsOf(
  round: number,
  calls: readonly CallRecord[],
  written: readonly WrittenFile[],
): readonly WrittenFile[] {
  const after = new Map<string, string | undefined>();
  for (const call of calls) {
    const edit = Edit.safeParse(call.prepared).data?.prepared;
    if (edit !== undefined && call.round <= round && call.result?.ok === true)
      after.set(edit.path, edit.after ?? undefined);
  }
  return written.map((file) => ({
    ...file,
    after: after.has(file.path) ? after.get(file.path) : file.before,
  }));
}

/** True when the task made this branch after that round; a branch that existed before stays. */
export function madeBranchAfter(round: number, calls: readonly CallRecord[]): boolean {
  return calls.some(
    (call) => call.round > round && call.tool === 'git_create_branch' && call.result?.ok === true,
  );
}
