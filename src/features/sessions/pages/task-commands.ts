import { isPlanned } from '../../../contracts/assignment.ts';
import { DOUBTED, type SessionRecord } from '../../../contracts/session.ts';
import type { SpokenMessage, WebForm, WebRequest } from '../../../contracts/web-page.ts';
import { sha256 } from '../../../core/json.ts';
import { commandName, localeOf } from '../../../core/texts/texts.ts';
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

type TaskCommandRequest = Pick<WebRequest, 'visitor' | 'texts'>;

/** The commands that this visitor can give for the task now: the same as in its chat. */
export function commandsFor(
  session: SessionRecord,
  request: TaskCommandRequest,
  { visitors, wouldAct }: TaskCommandParts,
): readonly TaskCommand[] {
  const sender = visitors.actsAs(request.visitor, session);
  if (sender === undefined || session.mode === 'talk') return [];
  const { conversation } = session;
  const locale = localeOf(request.texts);
  return TASK_COMMANDS.filter(
    (command) =>
      (command !== 'agent-resume' || hasStopped(session)) &&
      wouldAct({ conversation, sender }, commandOutcome(command, session, request), locale),
  );
}

/** A button never continues a finished task: it would be unclear what else the task should do. */
function hasStopped(session: SessionRecord): boolean {
  return !isPlanned(session) && (session.state.status !== 'done' || DOUBTED.includes(session.state.reason));
}

/**
 * The command as it is typed in the chat of the task. From a page that was loaded before the last message any command
 * is passed on: another window may have been faster, and the chat then replies with the present state.
 */
export function commandMessage(
  session: SessionRecord,
  { request, form }: { readonly request: TaskCommandRequest; readonly form: WebForm },
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
    // One key for one state of the page: pressed again on it, here or in another window, it is the same request.
    key: sha256([request.visitor.sender, id, command, String(shownAfter)].join('\n')).slice(0, 24),
    text: commandOutcome(command, session, request),
  };
}

function commandOutcome(
  command: TaskCommand,
  { id }: Pick<SessionRecord, 'id'>,
  { texts }: Pick<WebRequest, 'texts'>,
): string {
  return `${commandName(texts.commands[command])} ${id}`;
}
