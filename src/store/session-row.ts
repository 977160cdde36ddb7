import * as z from 'zod';
import type { Assignment, Terms } from '../contracts/assignment.ts';
import type { RecordChange, SessionChange, SessionRecord } from '../contracts/session.ts';
import { flag, id, jsonColumn, optionalInt, optionalJson, optionalText } from './columns.ts';
import type { Values } from './database.ts';

/** The columns of a session, under the names of the record's fields. */
export const SessionColumns = z.object({
  id: id<'session'>(),
  conversation: id<'conversation'>(),
  owner: z.string(),
  mode: z.enum(['agent', 'talk']),
  task: z.string(),
  workspace: z.string(),
  project: z.string(),
  number: z.int(),
  model: z.string(),
  system: optionalText,
  tools: optionalText,
  status: z.enum(['queued', 'running', 'waiting', 'paused', 'parked', 'done', 'failed', 'cancelled']),
  reason: optionalText,
  instance: id<'instance'>(),
  cancelRequested: flag,
  round: z.int(),
  runStartRound: z.int(),
  activeMs: z.int(),
  costMicroUsd: z.int(),
  costKnown: flag,
  tokens: z.int(),
  extraMicroUsd: z.int(),
  wakeAtMs: optionalInt,
  earlierActiveMs: optionalInt.transform((ms) => ms ?? 0),
  outageWaits: optionalInt,
  createdAtMs: z.int(),
  updatedAtMs: z.int(),
  endedAtMs: optionalInt,
  sourceMessageId: z.string(),
  locale: z.enum(['en', 'es']),
  scheduledAs: optionalText,
  assignment: optionalJson<Assignment>(),
  terms: optionalJson<Terms>(),
});

/** A row as a record. */
export const SessionRow = SessionColumns.transform(toRecord);

/** @param sessions the table `sessions` under the name `s` */
export const selectSession = (sessions: string): string => `
  SELECT s.id, s.conversation, s.owner, s.mode, t.task, t.assignment, t.terms, s.workspace, s.project, s.number, s.model, s.status, s.reason,
    s.instance, s.cancel_requested AS cancelRequested, s.round, s.stretch_start AS runStartRound,
    s.active_ms AS activeMs, s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.tokens,
    s.extra_micro_usd AS extraMicroUsd, s.wake_at_ms AS wakeAtMs, s.outage_waits AS outageWaits,
    s.earlier_active_ms AS earlierActiveMs, s.created_at_ms AS createdAtMs,
    s.updated_at_ms AS updatedAtMs, s.ended_at_ms AS endedAtMs, s.source_message_id AS sourceMessageId, s.locale, s.cron AS scheduledAs, t.system, t.tools
  FROM ${sessions} JOIN session_texts t ON t.session = s.id`;

function toRecord(row: z.infer<typeof SessionColumns>): SessionRecord {
  return {
    id: row.id,
    conversation: row.conversation,
    owner: row.owner,
    instance: row.instance,
    number: row.number,
    mode: row.mode,
    task: row.task,
    locale: row.locale,
    workspace: row.workspace,
    project: row.project,
    terms: row.terms,
    origin: {
      createdAtMs: row.createdAtMs,
      sourceMessageId: row.sourceMessageId,
      scheduledAs: row.scheduledAs,
      assignment: row.assignment,
    },
    prompt: { model: row.model, system: row.system, tools: row.tools },
    state: {
      status: row.status,
      reason: row.reason,
      cancelRequested: row.cancelRequested,
      wakeAtMs: row.wakeAtMs,
      outageWaits: row.outageWaits,
      updatedAtMs: row.updatedAtMs,
      endedAtMs: row.endedAtMs,
    },
    usage: {
      round: row.round,
      runStartRound: row.runStartRound,
      activeMs: row.activeMs,
      earlierActiveMs: row.earlierActiveMs,
      costMicroUsd: row.costMicroUsd,
      costKnown: row.costKnown,
      tokens: row.tokens,
      extraMicroUsd: row.extraMicroUsd,
    },
  };
}

/** The other way: values of a whole record, or of the fields that change, by the name of the field. */
export function sessionValues({ terms, origin, prompt, state, usage, ...own }: RecordChange): Values {
  const { assignment, ...began } = origin ?? {};
  return {
    ...own,
    ...began,
    ...prompt,
    ...state,
    ...usage,
    ...(terms === undefined ? {} : { terms: jsonColumn(terms) }),
    ...(assignment === undefined ? {} : { assignment: jsonColumn(assignment) }),
  };
}

type ChangingPart = 'origin' | 'prompt' | 'state' | 'usage';
type ChangingField =
  | Exclude<keyof SessionChange, ChangingPart>
  | { [Part in ChangingPart]: keyof NonNullable<SessionChange[Part]> }[ChangingPart];
type TextField = 'task' | 'system' | 'tools' | 'assignment' | 'terms';

/** Columns that change while a session lives. Its long texts are in a table of their own. */
export const CHANGING_COLUMNS: Readonly<Record<Exclude<ChangingField, TextField>, string>> = {
  workspace: 'workspace',
  number: 'number',
  model: 'model',
  status: 'status',
  reason: 'reason',
  instance: 'instance',
  cancelRequested: 'cancel_requested',
  round: 'round',
  runStartRound: 'stretch_start',
  activeMs: 'active_ms',
  costMicroUsd: 'cost_micro_usd',
  costKnown: 'cost_known',
  tokens: 'tokens',
  extraMicroUsd: 'extra_micro_usd',
  wakeAtMs: 'wake_at_ms',
  earlierActiveMs: 'earlier_active_ms',
  outageWaits: 'outage_waits',
  endedAtMs: 'ended_at_ms',
  sourceMessageId: 'source_message_id',
  locale: 'locale',
  atMs: 'updated_at_ms',
};
export const TEXT_COLUMNS: Readonly<Record<TextField, string>> = {
  task: 'task',
  system: 'system',
  tools: 'tools',
  assignment: 'assignment',
  terms: 'terms',
};
