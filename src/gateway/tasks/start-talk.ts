import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { Enclosure } from '../../contracts/enclosures.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { sinceFresh } from './conversation-sessions.ts';

/** What was talked about longer ago is not continued: the person means something new. */
export const TALK_AGE_MS = 2 * HOUR_MS;

const MAX_SESSIONS_SEARCHED = 20;

/** Reasons to be parked that would park it again: what the API refused stays in the history. */
const HOPELESS: readonly (string | undefined)[] = ['request', 'too-long'];

/** Free text: goes on with the talk of the last hours about this workspace, else begins one. */
export function talkActions(
  text: string,
  context: CommandContext,
  enclosure?: Enclosure | undefined,
): readonly Action[] {
  const { sender, person, workspace, nowMs, texts } = context;
  const talks = sinceFresh(context, MAX_SESSIONS_SEARCHED).filter(
    (session) => session.mode === 'talk' && session.owner === sender,
  );
  const latest = talks.find((session) => session.workspace === workspace);
  if (latest !== undefined && goesOn(latest, nowMs)) {
    return [{ kind: 'resume', session: latest.id, extraMicroUsd: 0, instructions: text, enclosure }];
  }
  const start: Action = { kind: 'start', mode: 'talk', task: text, enclosure };
  const mayDoMore = person.role !== 'reader';
  return talks.length === 0 && mayDoMore ? [start, { kind: 'reply', text: texts.replies.talkHint }] : [start];
}

function goesOn({ state }: SessionRecord, nowMs: number): boolean {
  return !HOPELESS.includes(state.reason) && nowMs - state.updatedAtMs < TALK_AGE_MS;
}
