import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { ConversationStore } from '../../contracts/session-stores.ts';
import { unreachable } from '../../core/failure.ts';
import { nobodyRefused, startRefusal } from '../../gateway/people/authority.ts';
import { cronList } from './commands/list.ts';
import type { CronAction, CronChange, CronEditing, CronId, CronLookup, CronRecord } from './cron.ts';
import type { CronWorker } from './firing/cron-worker.ts';
import { beginsTask, parseCronAction } from './schedule/plan-cron.ts';
import { cronTexts } from './texts/texts.ts';

export interface CronActionPorts {
  readonly rows: CronLookup & CronEditing;
  readonly conversations: Pick<ConversationStore, 'setZone'>;
  readonly worker: Pick<CronWorker, 'runNow'>;
  /** Checks at once what is due, and when the next run is. */
  wake(): void;
}

/** Carries out what people decide about crons. */
export function cronActions({ rows, conversations, worker, wake }: CronActionPorts): HandlersOf<CronAction> {
  return {
    'cron.list': {
      grants: () => false,
      refusal: nobodyRefused,
      perform: async (_action, { context }) => [{ kind: 'reply', text: await cronList(context, rows) }],
    },
    'cron.add': {
      grants: () => false,
      // The rights of its maker are checked again at each run.
      refusal: ({ cron }, context) => (isTask(cron) ? startRefusal({ mode: 'agent' }, context) : undefined),
      apply({ cron }, { row, context }) {
        const { conversation, workspace, nowMs, isGroup } = context;
        const { sender } = row.message;
        const made = { conversation, sender, inGroup: isGroup, workspace, createdAtMs: nowMs };
        const creation = rows.create({ ...cron, ...made });
        if (creation.kind === 'full') throw new Error(`there was no room for one more cron: ${creation.of}`);
        return [wake];
      },
    },
    'cron.change': {
      grants: () => false,
      refusal: (action, context) => changeRefusal(action, context, rows),
      apply({ cron, change }, { row, context }) {
        if (change.kind === 'run') return [...worker.runNow(cron, row.seq), wake];
        if (!applyChange(cron, change, { rows, nowMs: context.nowMs }))
          throw new Error(`cron ${cron} could not be changed as was decided: ${change.kind}`);
        return [wake];
      },
    },
    'cron.set-zone': {
      grants: () => false,
      refusal: (_action, { person, texts }) =>
        person.role === 'reader' ? texts.replies.readersOnlyAsk : undefined,
      apply({ timezone }, { context }) {
        conversations.setZone(context.conversation, timezone);
        return [wake];
      },
    },
  };
}

function isTask({ message }: Pick<CronRecord, 'message'>): boolean {
  return beginsTask(parseCronAction(message));
}

/** A reader may start no task, but may still stop their own from coming. */
function changeRefusal(
  { cron: id, change }: Extract<CronAction, { kind: 'cron.change' }>,
  { person, sender, conversation, texts }: CommandContext,
  rows: CronLookup,
): string | undefined {
  const cron = rows.get(id);
  if (cron === undefined) return undefined;
  if (cron.conversation !== conversation || (person.role !== 'owner' && cron.sender !== sender))
    return cronTexts(texts).fired.notYours;
  const stops = change.kind === 'pause' || change.kind === 'delete';
  return person.role === 'reader' && isTask(cron) && !stops ? texts.replies.readersOnlyAsk : undefined;
}

/** False when the cron is no longer as it was when the change was decided. */
function applyChange(
  id: CronId,
  change: Exclude<CronChange, { readonly kind: 'run' }>,
  { rows, nowMs }: { readonly rows: CronEditing; readonly nowMs: number },
): boolean {
  switch (change.kind) {
    case 'pause':
      return rows.pause(id, 'asked');
    case 'resume':
      return rows.resume(id, change.nextAtMs);
    case 'policy':
      return rows.setPolicy(id, change.policy);
    case 'delete':
      return rows.delete(id, nowMs);
    case 'undelete':
      return rows.undelete(id, nowMs);
    default:
      return unreachable(change);
  }
}
