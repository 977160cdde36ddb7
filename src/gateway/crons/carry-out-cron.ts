import { unreachable } from '../../base/unreachable.ts';
import type { Action } from '../../contracts/commands.ts';
import type { CronChange, CronId } from '../../contracts/crons.ts';
import type { CarryOutParts, Cause } from '../actions/cause.ts';
import { projectOf } from '../people/project-of.ts';
import type { After } from './parts.ts';

export type CronAction = Extract<Action, { kind: 'add-cron' | 'change-cron' | 'set-timezone' }>;

/** Inside the transaction of its message. What it returns belongs after the commit. */
export function carryOutCron(action: CronAction, cause: Cause, parts: CarryOutParts): () => void {
  const { store, crons } = parts;
  const { conversation, row } = cause;
  const after: (() => void)[] = [() => crons.wake()];
  switch (action.kind) {
    case 'add-cron': {
      const { sender, group } = row.message;
      const made = {
        conversation,
        sender,
        inGroup: group !== undefined,
        workspace: projectOf(cause, parts),
        createdAtMs: parts.clock.nowMs(),
      };
      const creation = store.crons.create({ ...action.cron, ...made });
      if (creation.kind === 'full') throw new Error(`there was no room for one more cron: ${creation.of}`);
      break;
    }
    case 'set-timezone':
      store.crons.setZone(conversation, action.timezone);
      break;
    case 'change-cron':
      after.push(...change(action, row.seq, parts));
      break;
    default:
      unreachable(action);
  }
  return () => {
    for (const act of after) act();
  };
}

type Change = Extract<CronAction, { kind: 'change-cron' }>;

function change({ cron, change: wanted }: Change, seq: number, parts: CarryOutParts): After {
  if (wanted.kind === 'run') return parts.crons.runNow(cron, seq);
  if (!changed(cron, wanted, parts))
    throw new Error(`cron ${cron} could not be changed as was decided: ${wanted.kind}`);
  return [];
}

type Lasting = Exclude<CronChange, { readonly kind: 'run' }>;

function changed(id: CronId, wanted: Lasting, { store, clock }: CarryOutParts): boolean {
  switch (wanted.kind) {
    case 'pause':
      return store.crons.pause(id, 'asked');
    case 'resume':
      return store.crons.resume(id, wanted.nextAtMs);
    case 'policy':
      return store.crons.setPolicy(id, wanted.policy);
    case 'delete':
      return store.crons.delete(id, clock.nowMs());
    case 'undelete':
      return store.crons.undelete(id, clock.nowMs());
    default:
      return unreachable(wanted);
  }
}
