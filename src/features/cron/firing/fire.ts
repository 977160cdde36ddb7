import { addressOf } from '../../../gateway/address.ts';
import type { CronRecord, CronRun } from '../cron.ts';
import { beginsTask, parseCronAction } from '../schedule/cron-action.ts';
import { CRON_ACCOUNT, cronLabel } from './label.ts';
import { type AfterCommits, type CronParts, textsFor, traceFire } from './parts.ts';

export interface FiringResult {
  /** Undefined when this very run exists already, because the clock was set back meanwhile. */
  readonly run: CronRun | undefined;
  readonly after: AfterCommits;
}

export type CronFiring = Pick<CronRun, 'key' | 'nominalMs'> & { readonly lateMs: number };

/**
 * Inside a transaction: says the cron's words in the chat, or writes a message in its maker's name that begins a task.
 */
export function fireCron(cron: CronRecord, firing: CronFiring, parts: CronParts): FiringResult {
  const { key, nominalMs, lateMs } = firing;
  const { id, name, message } = cron;
  const action = parseCronAction(message);
  const isTask = beginsTask(action);
  const facts = { cron: id, name, nominal: new Date(nominalMs).toISOString() };
  const notify = () =>
    parts.log.info('cron.fired', {
      ...facts,
      what: isTask ? 'task' : action.kind,
      late_s: Math.round(lateMs / 1000),
    });
  const run = { key, nominalMs, atMs: parts.clock.nowMs(), session: undefined };
  if (!isTask) {
    sendCronMessage(cron, firing, parts);
    const trace = () => traceFire(cron, { dueMs: nominalMs, outcome: 'sent' }, parts.tracer);
    return { run: { ...run, outcome: 'sent' }, after: [notify, trace] };
  }
  const row = storeCronMessage(cron, firing, parts);
  if (row === undefined) return { run: undefined, after: [] };
  return { run: { ...run, outcome: 'pending' }, after: [notify, () => parts.handIn([row])] };
}

function sendCronMessage(
  { name, conversation, message }: CronRecord,
  { key, lateMs }: CronFiring,
  parts: CronParts,
): void {
  const label = cronLabel({ name, lateMs }, textsFor(conversation, parts));
  parts.outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text: `${label}\n${message}` } });
}

/** Stores the message; from here on it is handled like everything that this person writes. */
function storeCronMessage(
  { id, name, conversation, sender, inGroup, workspace, message }: CronRecord,
  { key, nominalMs, lateMs }: CronFiring,
  { store, instance, clock }: CronParts,
) {
  const { channel, chat } = addressOf(conversation);
  const atMs = clock.nowMs();
  const written = {
    account: CRON_ACCOUNT,
    chat,
    sender,
    id: key,
    text: message,
    sentAtMs: atMs,
    scheduled: { id, name, nominalMs, lateMs, workspace },
    ...groupOf(inGroup),
  };
  return store.inbox.accept({ channel, message: written, instance, atMs });
}

/** In a group the message counts as addressed to the program. */
export function groupOf(inGroup: boolean): { readonly group?: { readonly addressed: true } } {
  return inGroup ? { group: { addressed: true } } : {};
}
