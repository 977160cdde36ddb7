import { basename } from 'node:path';
import { labelOf } from '../../../agent/calls/read-call.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { CallRecord } from '../../../contracts/store.ts';
import { isoTime } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { conversationId, type SessionId } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import { cutAt } from '../../../core/text.ts';
import { OUTSIDE } from '../../../gateway/people/person.ts';
import { workDone } from '../../../gateway/report/work-done.ts';
import { lastReply } from '../../../gateway/tasks/session-text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { titleLine } from '../../../policy/redaction.ts';
import type { OutsideCaller, ServePorts } from './serve-ports.ts';

const MAX_TITLE = 200;
const MAX_WHAT = 160;
const MAX_QUESTION = 600;
const MAX_REPORT = 20_000;
/** Events of one answer; more come with the next cursor. */
const MAX_EVENTS = 50;
const MAX_FILES = 200;

/**
 * A task that this caller began.
 * @throws Failure `not-found` for any other, whether there is one or not
 */
export function taskOf(
  id: SessionId,
  { agent }: OutsideCaller,
  { store }: Pick<ServePorts, 'store'>,
): SessionRecord {
  const session = store.sessions.get(id);
  if (session?.conversation === conversationId(OUTSIDE, agent.name)) return session;
  throw new Failure('not-found', `You have no task ${id}. list_tasks shows yours.`);
}

/** How a task stands, and what a person has yet to answer. */
export function taskView(session: SessionRecord, { store, redact }: ServePorts): JsonObject {
  const { id, task, project, origin, state, usage } = session;
  const open = store.approvals.listOfSession(id).filter((approval) => approval.state === 'pending');
  return {
    task_id: id,
    task: redact(titleLine(task, MAX_TITLE)),
    status: state.status,
    reason: state.reason ?? null,
    project: basename(project),
    rounds: usage.round,
    cost_usd: usage.costKnown ? usage.costMicroUsd / 1_000_000 : null,
    created_at: isoTime(origin.createdAtMs),
    updated_at: isoTime(state.updatedAtMs),
    ended_at: state.endedAtMs === undefined ? null : isoTime(state.endedAtMs),
    waits_for_a_person: open.map(({ question: { tool, details, text: question }, askedAtMs }) => ({
      tool,
      question: cutAt(redact(escapeHidden(details === '' ? question : details)), MAX_QUESTION),
      asked_at: isoTime(askedAtMs),
    })),
  };
}

/**
 * Calls of the task that have ended, in their order, from this place on. A call that ended before an earlier one is
 * listed behind it, so that a cursor never skips anything.
 */
export function eventsSince(id: SessionId, cursor: number, { store, redact }: ServePorts): JsonObject {
  const own = store.calls.all(id).filter(({ under }) => under === undefined);
  const firstOpen = own.findIndex(({ state }) => state !== 'done');
  const ended = firstOpen === -1 ? own : own.slice(0, firstOpen);
  const events = ended
    .slice(cursor, cursor + MAX_EVENTS)
    .map((call, at) => eventOf(call, cursor + at + 1, redact));
  const next = cursor + events.length;
  return { events, cursor: Math.min(next, ended.length), more: next < ended.length };
}

function eventOf(call: CallRecord, number: number, redact: ServePorts['redact']): JsonObject {
  const { tool, round, result } = call;
  const what = redact(escapeHidden(titleLine(labelOf(call), MAX_WHAT)));
  return { number, round, tool, what, ok: result?.ok ?? false };
}

/** The result of a task, from records; then the report that a person would have read. */
export function reportOf(session: SessionRecord, { store, rows, redact }: ServePorts): JsonObject {
  const { id } = session;
  const { files, commits, pullRequest } = workDone(session, store);
  const report = rows.reportOf(id) ?? lastReply(id, store.history);
  return {
    files: files.slice(0, MAX_FILES).map(({ path, added, removed }) => ({ path, added, removed })),
    commits: commits.map(({ hash, subject }) => ({ hash, subject })),
    pull_request: pullRequest?.url ?? null,
    report: cutAt(redact(report), MAX_REPORT),
  };
}
