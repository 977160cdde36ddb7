import { isPlanned } from '../../../contracts/assignment.ts';
import { DOUBTED, type SessionRecord } from '../../../contracts/session.ts';
import type { SpokenMessage, WebForm, WebRequest } from '../../../contracts/web-page.ts';
import { sha256 } from '../../../core/json.ts';
import { commandName } from '../../../core/texts/command-name.ts';
import { localeOf } from '../../../core/texts/texts.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import type { TaskAccounts } from './task-account.ts';

/** In the order of their buttons. */
const TASK_COMMANDS = ['agent-resume', 'merge', 'apply', 'pr', 'keep', 'cancel', 'undo', 'discard'] as const;
export type TaskCommand = (typeof TASK_COMMANDS)[number];

export interface TaskCommandParts {
  readonly visitors: Pick<ConsoleVisitors, 'actsAs'>;
  readonly accounts: Pick<TaskAccounts, 'lastHandled'>;
  readonly wouldAct: Gateway['wouldAct'];
}

type Asking = Pick<WebRequest, 'visitor' | 'texts'>;

/** What this visitor can have done with the task now: what the chat would do if they wrote it there. */
export function commandsFor(
  session: SessionRecord,
  request: Asking,
  { visitors, wouldAct }: TaskCommandParts,
): readonly TaskCommand[] {
  const sender = visitors.actsAs(request.visitor, session);
  if (sender === undefined || session.mode === 'talk') return [];
  const { conversation } = session;
  const locale = localeOf(request.texts);
  return TASK_COMMANDS.filter(
    (command) =>
      (command !== 'agent-resume' || hasStopped(session)) &&
      wouldAct({ conversation, sender }, lineOf(command, session, request), locale),
  );
}

/** What is done is not continued by a button: nobody would know what else it should do. */
function hasStopped(session: SessionRecord): boolean {
  return !isPlanned(session) && (session.status !== 'done' || DOUBTED.includes(session.reason));
}

/**
 * The command as it is typed in the chat of the task. Of a page that was shown before the last message anything may be
 * pressed: another window may have been faster, and the chat then says what it is now.
 */
export function commandMessage(
  session: SessionRecord,
  { request, form }: { readonly request: Asking; readonly form: WebForm },
  parts: TaskCommandParts,
): SpokenMessage | undefined {
  const { command: named, after } = form;
  const command = TASK_COMMANDS.find((one) => one === named);
  const sender = parts.visitors.actsAs(request.visitor, session);
  if (command === undefined || sender === undefined || session.mode === 'talk') return undefined;
  const last = parts.accounts.lastHandled();
  const shownAfter = after !== undefined && /^\d{1,12}$/.test(after) ? Number(after) : last;
  if (shownAfter >= last && !commandsFor(session, request, parts).includes(command)) return undefined;
  const { id, conversation } = session;
  return {
    conversation,
    sender,
    // Once for what was seen: pressed again on the same page, here or in another window, it is the same wish.
    key: sha256([request.visitor.sender, id, command, String(shownAfter)].join('\n')).slice(0, 24),
    text: lineOf(command, session, request),
  };
}

function lineOf(
  command: TaskCommand,
  { id }: Pick<SessionRecord, 'id'>,
  { texts }: Pick<WebRequest, 'texts'>,
): string {
  return `${commandName(texts.commands[command])} ${id}`;
}
