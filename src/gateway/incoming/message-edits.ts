import { isPlanned } from '../../contracts/assignment.ts';
import type { Gesture, InboundMessage } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { FeatureInSessions } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { InboxRow, Store } from '../../contracts/store.ts';
import { sessionsOf } from '../feature-actions.ts';
import type { QuestionScope } from '../questions/open-questions.ts';
import { openSessions } from '../tasks/conversation-sessions.ts';
import { readModelOption } from '../tasks/start-task.ts';
import { readNumbered } from '../tasks/task-name.ts';

type Amendment = Extract<Gesture, { kind: 'edit' | 'delete' }>;

export function amendmentIn({ gesture }: InboundMessage): Amendment | undefined {
  return gesture?.kind === 'edit' || gesture?.kind === 'delete' ? gesture : undefined;
}

/**
 * Changes or deletes a message that has not been handled yet; inside a transaction. False when it is too late, or
 * this person has no such message.
 */
export function amendUnread(
  message: InboundMessage,
  amendment: Amendment,
  { inbox }: Pick<Store, 'inbox'>,
): boolean {
  const target = inbox.find({ ...message, id: amendment.target });
  if (target?.state !== 'accepted') return false;
  if (amendment.kind === 'edit') {
    inbox.rewrite(target.seq, { ...target.message, text: amendment.text });
    return true;
  }
  inbox.rewrite(target.seq, { ...target.message, text: '' });
  inbox.finish(target.seq, 'refused', 'deleted by its author');
  return true;
}

/**
 * The effects of an edit or a deletion on a handled message: it changes steering that no run has read yet, and a task
 * that has not begun. For anything already read the person is told that it is too late.
 */
export function amendmentActions(
  message: InboundMessage,
  amendment: Amendment,
  { context, features }: QuestionScope,
): readonly Action[] {
  const original = context.store.inbox.find({ ...message, id: amendment.target });
  // A message from before this program, or one that was refused: it had no effect.
  if (original === undefined || original.state === 'refused') return [];
  const sessions = openSessions(context);
  return (
    ofSteering({ original, amendment }, sessions, context) ??
    ofTask({ original, amendment }, sessions, features) ?? [
      {
        kind: 'reply',
        text:
          amendment.kind === 'edit' ? context.texts.replies.editTooLate : context.texts.replies.deleteTooLate,
      },
    ]
  );
}

interface AmendedMessage {
  readonly original: InboxRow;
  readonly amendment: Amendment;
}

/** A batch is one piece of steering: only the text of this message changes in it. */
function ofSteering(
  { original, amendment }: AmendedMessage,
  sessions: readonly SessionRecord[],
  { store, texts }: CommandContext,
): readonly Action[] | undefined {
  const before = splitNumber(original.message.text);
  const after = splitNumber(amendment.kind === 'edit' ? amendment.text : '');
  // Words for another task now cannot simply replace the old ones.
  if (amendment.kind === 'edit' && before.number !== after.number) return undefined;
  const old = before.words;
  const unread = sessions.flatMap(({ id }) => store.steering.listUnread(id));
  const wordless: readonly string[] = Object.values(texts.replies.enclosed.wordless);
  const alone = unread.find(({ inboxSeq, text }) => inboxSeq === original.seq && wordless.includes(text));
  if (alone !== undefined) {
    return [{ kind: 'rewrite-steering', seq: alone.seq, text: after.words === '' ? undefined : after.words }];
  }
  const found = unread.find(({ text }) => text.includes(old));
  if (found === undefined || old === '') return undefined;
  const text = found.text.replace(old, () => after.words).trim();
  return [{ kind: 'rewrite-steering', seq: found.seq, text: text === '' ? undefined : text }];
}

/** `#2 use yarn` was kept as `use yarn`, for the second task. */
function splitNumber(text: string): { readonly number: number | undefined; readonly words: string } {
  return readNumbered(text) ?? { number: undefined, words: text.trim() };
}

function ofTask(
  { original, amendment }: AmendedMessage,
  sessions: readonly SessionRecord[],
  features: readonly FeatureInSessions[],
): readonly Action[] | undefined {
  const begun = (session: SessionRecord) => session.state.status !== 'queued' || session.usage.round > 0;
  const session = sessions.find((one) => one.origin.sourceMessageId === original.message.id && !begun(one));
  if (session === undefined) return undefined;
  if (amendment.kind === 'delete') return [{ kind: 'cancel', session: session.id }];
  const before = splitCommand(original.message.text);
  const after = splitCommand(amendment.text);
  const { assignment } = session.origin;
  // The plan that was shown is what runs: other words do not change it.
  if (isPlanned(session)) return undefined;
  const sessionsOfKind = assignment && sessionsOf(assignment, features);
  if (assignment !== undefined && sessionsOfKind?.retype !== undefined) {
    if (before.name !== after.name) return undefined;
    const changed = sessionsOfKind.retype(assignment, after.rest);
    return [{ kind: 'rewrite-task', session: session.id, ...changed }];
  }
  const isSameCommand = before.name === after.name && after.rest !== '';
  if (!isSameCommand || !session.task.includes(before.rest)) return undefined;
  // A message without words of its own has some now.
  const task = before.rest === '' ? after.rest : session.task.replace(before.rest, () => after.rest);
  return [{ kind: 'rewrite-task', session: session.id, task }];
}

/**
 * `/agent fix it` is the command `/agent` and `fix it`; a model belongs to the command, because it stays as it began.
 */
function splitCommand(text: string): { readonly name: string; readonly rest: string } {
  const [, name = '', typed = ''] = /^(\/\S+)?\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  const { model, task: rest } = readModelOption(typed);
  return { name: model === undefined ? name : `${name} --model ${model}`, rest };
}
