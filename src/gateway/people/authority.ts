import { basename } from 'node:path';
import {
  type Action,
  type CommandContext,
  type CoreAction,
  isFeatureAction,
} from '../../contracts/commands.ts';
import type { FeatureInChats } from '../../contracts/feature.ts';
import type { SessionId } from '../../core/ids.ts';
import { handlerOf } from '../feature-actions.ts';
import { isTheirs } from '../tasks/conversation-sessions.ts';
import { workspacesFor } from '../tasks/projects.ts';
import { mayWorkIn } from './person.ts';

/**
 * Decides what a message may do, from its author and from the effects that it would have, whichever command or words
 * led to them. All or nothing; a refusal is a reply in words.
 */
export function withinAuthority(
  actions: readonly Action[],
  context: CommandContext,
  features: readonly FeatureInChats[],
): readonly Action[] {
  for (const action of actions) {
    const refusal = isFeatureAction(action)
      ? handlerOf(action, features).refusal?.(action, context)
      : coreRefusal(action, context);
    if (refusal !== undefined) return [{ kind: 'reply', text: refusal }];
  }
  return actions;
}

/** The refusal of an action that is for owners alone. */
export function ownersOnly(
  _action: unknown,
  { person, texts }: Pick<CommandContext, 'person' | 'texts'>,
): string | undefined {
  return person.role === 'owner' ? undefined : texts.replies.ownersOnly;
}

function coreRefusal(action: CoreAction, context: CommandContext): string | undefined {
  switch (action.kind) {
    case 'start':
      return startRefusal(action, context);
    case 'resume':
    case 'steer':
    case 'cancel':
    case 'compact':
    case 'rewrite-task':
      return sessionRefusal(action.session, context);
    default:
      // Replies and the person's own words change nothing; each question names the people who may answer it.
      return undefined;
  }
}

/** Why this person may not begin a session here. */
export function startRefusal(
  { mode }: Pick<Extract<Action, { kind: 'start' }>, 'mode'>,
  context: CommandContext,
): string | undefined {
  const { person, workspace, texts } = context;
  if (person.role === 'reader' && mode === 'agent') return texts.replies.readersOnlyAsk;
  return projectRefusal(workspace, context);
}

/** Why this person may not work in this project, or learn what is in it. */
export function projectRefusal(workspace: string, context: CommandContext): string | undefined {
  const { person, isGroup, texts } = context;
  if (mayWorkIn(person, workspace)) return undefined;
  const [other] = isGroup ? [] : workspacesFor(context).found;
  return [
    texts.replies.notYourProject(basename(workspace), projectNames(person)),
    ...(other === undefined ? [] : [texts.projects.howToSwitch(other.name)]),
  ].join('\n');
}

/** Names of the projects that a person may work in, where they are limited. */
export function projectNames({ workspaces = [] }: CommandContext['person']): string {
  return workspaces.join(', ');
}

/** Why this person may not act on that session. */
export function sessionRefusal(id: SessionId, context: CommandContext): string | undefined {
  const { person, store, texts } = context;
  const session = store.sessions.get(id);
  if (person.role === 'owner' || session === undefined) return undefined;
  if (!isTheirs(session, context)) return texts.replies.notYourTask;
  return person.role === 'reader' && session.mode === 'agent' ? texts.replies.readersOnlyAsk : undefined;
}
