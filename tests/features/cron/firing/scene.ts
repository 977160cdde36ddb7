import type { Action, ChatCommand } from '../../../../src/contracts/commands.ts';
import { HOUR_MS } from '../../../../src/core/clock.ts';
import { type ConversationId, conversationId } from '../../../../src/core/ids.ts';
import type { CronId, CronRecord, NewCron } from '../../../../src/features/cron/cron.ts';
import { cronsIn } from '../../../support/crons.ts';
import { ANA, type GatewayRig, INSTANCE } from '../../../support/gateway-rig.ts';

export const CHAT = conversationId('phone', 'ana');
/** When the clock of a rig begins, a Friday: 12:00 UTC. */
export const NOON_MS = Date.UTC(2026, 10, 20, 12);

/** Every hour, from 13:00 on; words for the chat. */
function newCron(change: Partial<NewCron> = {}): NewCron {
  return {
    name: 'kd',
    conversation: CHAT,
    sender: ANA,
    inGroup: false,
    workspace: undefined,
    kind: 'cron',
    schedule: '0 * * * *',
    timezone: 'UTC',
    message: 'stand up',
    policy: 'once',
    nextAtMs: NOON_MS + HOUR_MS,
    createdAtMs: NOON_MS,
    ...change,
  };
}

export function addCron({ store }: Pick<GatewayRig, 'store'>, change: Partial<NewCron> = {}): CronId {
  const creation = cronsIn(store).create(newCron(change));
  if (creation.kind === 'full') throw new Error(`no room for one more: ${creation.of}`);
  return creation.cron.id;
}

/** How a cron stands, in one line. */
export function stateOf({ store }: Pick<GatewayRig, 'store'>, id: CronId): string {
  const cron = cronsIn(store).get(id);
  if (cron === undefined) return 'forgotten';
  const { state, pauseReason, nextAtMs, last, skipped, failures } = cron;
  return [
    pauseReason === undefined ? state : `${state} for ${pauseReason}`,
    ...(last === undefined ? [] : [`ran ${shown(last.nominalMs)} ${last.outcome}`]),
    ...(skipped === undefined
      ? []
      : [`passed ${shown(skipped.firstMs)} to ${shown(skipped.lastMs)} ${skipped.reason}`]),
    ...(failures === 0 ? [] : [`${failures} failed`]),
    ...(nextAtMs === undefined ? [] : [`next ${shown(nextAtMs)}`]),
  ].join(', ');
}

/** `20 13:00`, of November 2026, in UTC. */
function shown(ms: number): string {
  return new Date(ms).toISOString().slice(8, 16).replace('T', ' ');
}

export function cronOf({ store }: Pick<GatewayRig, 'store'>, id: CronId): CronRecord {
  const cron = cronsIn(store).get(id);
  if (cron === undefined) throw new Error(`no cron ${id}`);
  return cron;
}

/** A command that decides on what the test says. */
export function deciding(actions: () => readonly Action[]): readonly ChatCommand[] {
  return [
    {
      name: 'do',
      aliases: [],
      topic: 'chat',
      describe: () => ({ usage: '/do', summary: '', more: '' }),
      run: actions,
    },
  ];
}

/** Messages to a chat that no program has sent. */
export function unsent({ store }: Pick<GatewayRig, 'store'>, conversation: ConversationId): boolean {
  return store.outbox.listUnsentChats(INSTANCE).includes(conversation);
}
