import { addressOf } from '../../../gateway/address.ts';
import type { CronRecord, CronRun } from '../cron.ts';
import { beginsTask, parseCronAction } from '../schedule/cron-action.ts';
import { CRON_ACCOUNT, cronLabel } from './label.ts';
import { type After, type CronParts, textsFor, traceFire } from './parts.ts';

export interface Fired {
  /** Undefined when this very run exists already, because the clock was set back meanwhile. */
  readonly run: CronRun | undefined;
  readonly after: After;
}

export type Firing = Pick<CronRun, 'key' | 'nominalMs'> & { readonly lateMs: number };

/**
 * Inside a transaction: says the cron's words in the chat, or writes a message in its maker's name that begins a task.
 */
export function fireCron(cron: CronRecord, firing: Firing, parts: CronParts): Fired {
  const { key, nominalMs, lateMs } = firing;
  const { id, name, message } = cron;
  const action = parseCronAction(message);
  const isTask = beginsTask(action);
  const facts = { cron: id, name, nominal: new Date(nominalMs).toISOString() };
  const tell = () =>
    parts.log.info('cron.fired', {
      ...facts,
      what: isTask ? 'task' : action.kind,
      late_s: Math.round(lateMs / 1000),
    });
  const run = { key, nominalMs, atMs: parts.clock.nowMs(), session: undefined };
  if (!isTask) {
    say(cron, firing, parts);
    const trace = () => traceFire(cron, { dueMs: nominalMs, outcome: 'sent' }, parts.tracer);
    return { run: { ...run, outcome: 'sent' }, after: [tell, trace] };
  }
  const row = write(cron, firing, parts);
  if (row === undefined) return { run: undefined, after: [] };
  return { run: { ...run, outcome: 'pending' }, after: [tell, () => parts.handIn([row])] };
}

function say({ name, conversation, message }: CronRecord, { key, lateMs }: Firing, parts: CronParts): void {
  const label = cronLabel({ name, lateMs }, textsFor(conversation, parts));
  parts.outgoing.postbox.add({ conversation, key, body: { kind: 'text', text: `${label}\n${message}` } });
}

/** Stores the message; from here on it is handled like everything that this person writes. */
function write(
  { id, name, conversation, sender, inGroup, workspace, message }: CronRecord,
  { key, nominalMs, lateMs }: Firing,
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
