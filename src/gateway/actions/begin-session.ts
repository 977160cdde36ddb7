import type { Action } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { newSessionId } from '../../core/ids.ts';
import type { CarryOutParts, Cause } from '../cause.ts';
import { enclosureOf } from '../incoming/enclosure-notes.ts';
import { markSeen } from '../outgoing/reactions.ts';
import { projectOf } from '../people/project-of.ts';
import { branchName } from './branch-name.ts';

type Start = Extract<Action, { kind: 'start' }>;

/** Stores a new session, and where it works; inside the caller's transaction. */
export function beginSession(
  { mode, task, apart, assignment, model }: Start,
  cause: Cause,
  parts: CarryOutParts,
): void {
  const { row, batch, conversation, locale } = cause;
  const { store, program, instance, clock, postbox } = parts;
  const nowMs = clock.nowMs();
  const id = newSessionId(nowMs);
  const number = mode === 'agent' ? store.sessions.freeNumber(conversation) : 0;
  const project = projectOf(cause, parts);
  const folder = apart === undefined ? project : program.worktrees.folderOf(id, project);
  markSeen({ conversation, messageId: row.message.id }, postbox);
  const session: SessionRecord = {
    id,
    conversation,
    owner: row.message.sender,
    mode,
    task,
    workspace: folder,
    project,
    number,
    model: model ?? program.model,
    system: undefined,
    tools: undefined,
    status: 'queued',
    reason: undefined,
    instance,
    cancelRequested: false,
    round: 0,
    stretchStart: 0,
    activeMs: 0,
    costMicroUsd: 0,
    costKnown: true,
    tokens: 0,
    extraMicroUsd: 0,
    wakeAtMs: undefined,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    endedAtMs: undefined,
    sourceMessageId: row.message.id,
    locale,
    cron: row.message.cron?.name,
    assignment,
  };
  store.sessions.create(session);
  parts.began(session);
  if (apart !== undefined) {
    store.worktrees.add({
      session: id,
      kind: apart.kind,
      project,
      folder,
      branch: apart.kind === 'branch' ? branchName(id, { number, task }) : undefined,
      createdAtMs: nowMs,
    });
  }
  const enclosure = enclosureOf(batch);
  if (enclosure !== undefined)
    store.sessions.addSteering({ session: id, text: '', enclosure, inboxSeq: row.seq, atMs: nowMs });
}
