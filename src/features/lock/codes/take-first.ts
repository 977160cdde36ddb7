import type { InboundMessage } from '../../../contracts/channel.ts';
import type { Action, CommandContext } from '../../../contracts/commands.ts';
import type { TakenFirst } from '../../../contracts/feature.ts';
import type { LockAction, LockLookup, WaitingAnswers } from '../lock.ts';
import { lockTexts } from '../texts/texts.ts';
import { ANSWER_WAITS_MS } from './arriving-code.ts';
import { codeText } from './code-text.ts';

/** Reason of a message that came while its chat was locked. */
const LOCKED = 'locked';

/**
 * Takes every message of a locked chat, and elsewhere one that is nothing but a code. What a schedule says passes: its
 * person wrote it earlier.
 */
export function takeFirst(
  message: InboundMessage,
  context: CommandContext,
  rows: LockLookup & Pick<WaitingAnswers, 'findWaiting'>,
): TakenFirst | undefined {
  if (message.scheduled !== undefined) return undefined;
  if (rows.findPerson(context.person.phone)?.locked !== undefined) return inLocked(message, context, rows);
  const isOnlyCode = message.code !== undefined && message.text.trim() === '';
  return isOnlyCode ? done(onlyCode(message, context, rows)) : undefined;
}

function inLocked({ code, text }: InboundMessage, context: CommandContext, rows: LockLookup): TakenFirst {
  const words = lockTexts(context.texts);
  if (code === undefined || text === '') return refuseLocked(words.locked);
  if (code !== 'right') return refuseLocked(codeText(code, context, rows));
  return done([{ kind: 'reply', text: words.unlocked }, { kind: 'lock.unlock' }]);
}

/** The code to a yes that came before it. */
function onlyCode(
  { code = 'uncounted' }: InboundMessage,
  context: CommandContext,
  rows: LockLookup & Pick<WaitingAnswers, 'findWaiting'>,
): readonly (Action | LockAction)[] {
  if (code !== 'right') return [{ kind: 'reply', text: codeText(code, context, rows) }];
  const { conversation, person, nowMs, store, texts } = context;
  const waiting = rows.findWaiting({ conversation, person: person.phone });
  const isOpen =
    waiting !== undefined &&
    nowMs - waiting.atMs < ANSWER_WAITS_MS &&
    waiting.actions.every(
      (action) => action.kind !== 'answer' || store.approvals.get(action.approval)?.state === 'pending',
    );
  if (isOpen) return [...waiting.actions, { kind: 'lock.forget' }];
  return [{ kind: 'reply', text: lockTexts(texts).nothingWaits }];
}

function refuseLocked(text: string): TakenFirst {
  const said: LockAction = { kind: 'lock.say', text };
  return { actions: [said], refused: LOCKED };
}

function done(actions: readonly (Action | LockAction)[]): TakenFirst {
  return { actions, refused: undefined };
}
