import { openSessions } from '../../commands/conversation-sessions.ts';
import { taskOf } from '../../commands/file-command.ts';
import { readNumbered } from '../../commands/task-name.ts';
import type { Gesture, InboundMessage } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { InboxRow, Store } from '../../contracts/store.ts';

export type Amendment = Extract<Gesture, { kind: 'edit' | 'delete' }>;

export function amendmentIn({ gesture }: InboundMessage): Amendment | undefined {
  return gesture?.kind === 'edit' || gesture?.kind === 'delete' ? gesture : undefined;
}

/**
 * Inside a transaction: changes or takes back a message that nobody has looked at yet. False when it is too late for
 * that, or there is no such message of this person.
 */
export function amendUnread(message: InboundMessage, amendment: Amendment, { inbox }: Store): boolean {
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
 * What an edit or a deletion changes of a message that was handled: words that no run has read yet, and a task that
 * has not begun. What was read cannot be unread: the person is told.
 */
export function amendmentActions(
  message: InboundMessage,
  amendment: Amendment,
  context: CommandContext,
): readonly Action[] {
  const original = context.store.inbox.find({ ...message, id: amendment.target });
  // A message that came before there was this program, or was never taken: nothing was done with it.
  if (original === undefined || original.state === 'refused') return [];
  const sessions = openSessions(context);
  return (
    ofSteering({ original, amendment }, sessions, context) ??
    ofTask({ original, amendment }, sessions) ?? [
      {
        kind: 'reply',
        text:
          amendment.kind === 'edit' ? context.texts.replies.editTooLate : context.texts.replies.deleteTooLate,
      },
    ]
  );
}

interface Amended {
  readonly original: InboxRow;
  readonly amendment: Amendment;
}

/** A batch is one piece of steering: only the words of this message change in it. */
function ofSteering(
  { original, amendment }: Amended,
  sessions: readonly SessionRecord[],
  { store, texts }: CommandContext,
): readonly Action[] | undefined {
  const before = wordsIn(original.message.text);
  const after = wordsIn(amendment.kind === 'edit' ? amendment.text : '');
  // Words that are for another task now are not simply other words.
  if (amendment.kind === 'edit' && before.number !== after.number) return undefined;
  const old = before.words;
  const unread = sessions.flatMap(({ id }) => store.sessions.pendingSteering(id));
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
function wordsIn(text: string): { readonly number: number | undefined; readonly words: string } {
  return readNumbered(text) ?? { number: undefined, words: text.trim() };
}

function ofTask(
  { original, amendment }: Amended,
  sessions: readonly SessionRecord[],
): readonly Action[] | undefined {
  const begun = (session: SessionRecord) => session.status !== 'queued' || session.round > 0;
  const session = sessions.find((one) => one.sourceMessageId === original.message.id && !begun(one));
  if (session === undefined) return undefined;
  if (amendment.kind === 'delete') return [{ kind: 'cancel', session: session.id }];
  const before = splitCommand(original.message.text);
  const after = splitCommand(amendment.text);
  const { assignment } = session;
  // What was shown is what runs: other words make no other plan.
  if (assignment?.kind === 'job') return undefined;
  if (assignment?.kind === 'command') {
    if (before.name !== after.name) return undefined;
    const changed = { ...assignment, text: after.rest };
    return [{ kind: 'rewrite-task', session: session.id, task: taskOf(changed), assignment: changed }];
  }
  const isSameCommand = before.name === after.name && after.rest !== '';
  if (!isSameCommand || !session.task.includes(before.rest)) return undefined;
  // What had no words of its own has some now.
  const task = before.rest === '' ? after.rest : session.task.replace(before.rest, () => after.rest);
  return [{ kind: 'rewrite-task', session: session.id, task }];
}

/** `/agent fix it` is the command `/agent` and `fix it`. */
function splitCommand(text: string): { readonly name: string; readonly rest: string } {
  const [, name = '', rest = ''] = /^(\/\S+)?\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  return { name, rest };
}
