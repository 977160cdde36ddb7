import type { InboundMessage, OutsideCall } from '../../../contracts/channel.ts';
import type { Action, CommandContext } from '../../../contracts/commands.ts';
import { unreachable } from '../../../core/failure.ts';
import type { SessionId } from '../../../core/ids.ts';
import { mayWorkIn } from '../../../gateway/people/person.ts';
import { isAtRest, openSessions, sessionHere } from '../../../gateway/tasks/conversation-sessions.ts';
import { resumeActions } from '../../../gateway/tasks/resume-task.ts';

/** Tasks of one agent that have not ended. */
const MAX_OPEN = 5;

/**
 * Decides about a call of another agent. Its words are a task or words for one, and nothing else; refusals are read by
 * the agent.
 */
export function decideCall(
  { call, text, chat }: InboundMessage,
  context: CommandContext,
): readonly Action[] | undefined {
  switch (call?.kind) {
    case undefined:
      return undefined;
    case 'start':
      return startActions(text, call, context);
    case 'tell':
      return steerActions(call.session, `From the agent ${chat}, not from a person: ${text}`, context);
    case 'cancel':
      return cancelActions(call.session, context);
    default:
      return unreachable(call);
  }
}

function startActions(
  task: string,
  { project }: Extract<OutsideCall, { kind: 'start' }>,
  context: CommandContext,
): readonly Action[] {
  const { person, program } = context;
  const found = project === undefined ? undefined : program.workspaces.findByName(project);
  // A caller who may not work in a project does not learn that it exists.
  if (project !== undefined && (found === undefined || !mayWorkIn(person, found.path)))
    return refusalReply(`There is no project ${JSON.stringify(project)} that you may work in.`);
  if (isFull(context)) return refusalReply(tooMany());
  // It always works in the project itself: a branch of its own would wait for a person who lands it.
  return [{ kind: 'start', mode: person.role === 'reader' ? 'talk' : 'agent', task }];
}

function steerActions(id: SessionId, words: string, context: CommandContext): readonly Action[] {
  const session = sessionHere(context, id);
  if (session === undefined) return noSuchTask(id);
  if (!isAtRest(session)) return [{ kind: 'steer', session: id, text: words }];
  if (isFull(context)) return refusalReply(tooMany());
  return resumeActions(session, { extraMicroUsd: 0, instructions: words }, context);
}

function cancelActions(id: SessionId, context: CommandContext): readonly Action[] {
  const session = sessionHere(context, id);
  if (session === undefined) return noSuchTask(id);
  return isAtRest(session) ? [] : [{ kind: 'cancel', session: id }];
}

function isFull(context: CommandContext): boolean {
  return openSessions(context).length >= MAX_OPEN;
}

function tooMany(): string {
  return `${MAX_OPEN} of your tasks are open already. Wait for one to end, or cancel one.`;
}

function noSuchTask(id: SessionId): readonly Action[] {
  return refusalReply(`You have no task ${id}. list_tasks shows yours.`);
}

function refusalReply(text: string): readonly Action[] {
  return [{ kind: 'reply', text }];
}
