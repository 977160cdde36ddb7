import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Checkpoints, WorkspaceState } from '../../../src/contracts/checkpoints.ts';
import type { SessionRecord } from '../../../src/contracts/session.ts';
import type { CallRecord } from '../../../src/contracts/store.ts';
import type { CallId } from '../../../src/core/ids.ts';
import { type Json, sha256 } from '../../../src/core/json.ts';
import type { OpenStore } from '../../../src/store/open.ts';

/** One round of a task: what the model says, and what its one call does. */
export interface MadeRound {
  readonly says?: string;
  readonly writes?: readonly [path: string, content: string];
  /** The checklist from this round on. */
  readonly plan?: readonly string[];
}

interface Making {
  readonly store: OpenStore;
  /** Without it files are only told of. */
  readonly checkpoints?: Pick<Checkpoints, 'take'>;
}

const NOTHING: WorkspaceState = { trees: [], skipped: [], moreSkipped: 0, exclude: '', git: null };

/** Stores finished rounds as the agent does, on the files of the workspace where there are real states of it. */
export async function makeRounds(
  session: SessionRecord,
  made: readonly MadeRound[],
  making: Making,
): Promise<void> {
  const { history, sessions } = making.store;
  const { id } = session;
  if (history.all(id).length === 0)
    history.append(id, 0, { role: 'user', content: [{ type: 'text', text: session.task }] });
  let round = sessions.get(id)?.usage.round ?? 0;
  for (const one of made) {
    round += 1;
    await makeRound(one, callOf(one, { session: id, round }), { ...making, session });
    sessions.update(id, { usage: { round, costMicroUsd: round * 1000, tokens: round * 10 }, atMs: 0 });
  }
}

async function makeRound(
  one: MadeRound,
  call: CallRecord,
  { session: { id, workspace }, store, checkpoints }: Making & { readonly session: SessionRecord },
): Promise<void> {
  const seq = store.history.all(id).length;
  const said = one.says === undefined ? [] : [{ type: 'text', text: one.says }];
  const use = { type: 'tool_use', id: call.id, name: call.tool, input: call.input };
  store.history.append(id, seq, { role: 'assistant', content: [...said, use] });
  if (one.writes !== undefined) {
    const step = { session: id, call: call.id, problem: undefined };
    store.checkpoints.begin({ ...step, before: (await checkpoints?.take(workspace)) ?? NOTHING });
    const [name, content] = one.writes;
    if (checkpoints !== undefined) write(path.join(workspace, name), content);
    store.checkpoints.end({ ...step, after: (await checkpoints?.take(workspace)) ?? NOTHING });
    const after = sha256(content);
    store.ledger.noteWritten(id, { path: name, before: undefined, after, heldForeignChanges: false });
  }
  store.calls.add(call);
  if (one.plan !== undefined) store.history.setPlan(id, planOf(one.plan));
  const result = { type: 'tool_result', tool_use_id: call.id, content: 'done' };
  store.history.append(id, seq + 1, { role: 'user', content: [result] });
}

function write(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function planOf(steps: readonly string[]) {
  return { steps: steps.map((title) => ({ title, status: 'pending' as const })) };
}

interface CallParts extends Pick<CallRecord, 'tool' | 'input' | 'prepared' | 'startedAtMs'> {
  readonly data: Json;
}

function callOf(one: MadeRound, { session, round }: Pick<CallRecord, 'session' | 'round'>): CallRecord {
  const { data, ...parts } = partsOf(one);
  return {
    ...parts,
    session,
    id: `call-${round}` as CallId,
    round,
    position: 0,
    malformed: undefined,
    state: 'done',
    result: { ok: true, text: 'done', data, durationMs: 1 },
  };
}

function partsOf({ writes, plan }: MadeRound): CallParts {
  const looking = { tool: 'read_lines', input: {}, prepared: null, startedAtMs: undefined };
  if (writes !== undefined) {
    const [name, content] = writes;
    const prepared = { reviewed: null, prepared: { path: name, after: sha256(content) } };
    const data = { path: name };
    return { tool: 'write_source_file', input: data, prepared, startedAtMs: 1, data };
  }
  return plan === undefined
    ? { ...looking, data: null }
    : { ...looking, tool: 'create_task_plan', data: planOf(plan) };
}
