import { trustedKindOf } from '../../claude-files/trusted-kind.ts';
import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Transactions } from '../../contracts/store.ts';
import { sha256 } from '../../core/json.ts';
import { oneLine } from '../../core/text.ts';
import { texts } from '../../core/texts/texts.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { trustWord } from '../../gateway/people/trust-step.ts';
import { escapeHidden } from '../../policy/display.ts';
import { type HookAction, hookActions } from './actions.ts';
import { type HookMessages, SessionHooks, type SessionHooksParts } from './running/session-hooks.ts';
import { hookTexts } from './texts/texts.ts';

/** Longest message of a hook to a person, in UTF-16 code units. */
const MAX_MESSAGE = 300;

export interface HooksFeatureParts extends Omit<SessionHooksParts, 'store' | 'notify'> {
  readonly store: SessionHooksParts['store'] & Transactions;
  readonly outgoing: Pick<OutgoingMessages, 'outbox' | 'nudge'>;
  /** Whether a session is an owner's. */
  isOwners(session: SessionRecord): boolean;
}

/**
 * Hooks of `.claude/settings.json`: commands that a project runs around the steps of a task, once an owner has accepted
 * them.
 */
export function hooksFeature(parts: HooksFeatureParts): Feature {
  const { hooksOf, rows, policy, supervisor, store, transcriptOf, clock, log } = parts;
  const notify = createHookMessages(parts);
  const hooks = new SessionHooks({
    hooksOf,
    rows,
    policy,
    supervisor,
    store,
    transcriptOf,
    notify,
    clock,
    log,
  });
  return {
    name: 'hooks',
    commands: [hooksCommand],
    actions: hookActions({ hooksOf, policy, store }),
    calls: hooks,
    async sessionNotes(session, signal) {
      // Asked once, when the session begins.
      if (isPlanned(session) || session.prompt.system !== undefined) return [];
      return hooks.beforeStart(session, signal);
    },
  };
}

/** The key of each message is made from its content, so that it is sent only once. */
function createHookMessages({
  store,
  outgoing,
  isOwners,
}: Pick<HooksFeatureParts, 'store' | 'outgoing' | 'isOwners'>): HookMessages {
  const add = ({ conversation }: SessionRecord, key: string, text: string): void => {
    store.atomically(() => outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text } }));
    outgoing.nudge();
  };
  return {
    notAccepted(session, { path, hash }) {
      // No other person could accept them.
      if (!isOwners(session)) return;
      const { chat } = hookTexts(texts(session.locale));
      add(session, `hooks:${session.conversation}:${hash}`, chat.notAccepted(path));
    },
    said(session, text) {
      const { chat } = hookTexts(texts(session.locale));
      const shown = escapeHidden(oneLine(text, MAX_MESSAGE));
      add(session, `hook-said:${session.id}:${sha256(shown)}`, chat.said(shown));
    },
  };
}

/** Shows the hooks of the project with their exact commands, accepts them, switches them off. */
const hooksCommand: ChatCommand = {
  name: 'hooks',
  takesYes: true,
  aliases: ['hook'],
  topic: 'projects',
  describe: (texts) => hookTexts(texts).command,
  run(rest, context): readonly (Action | HookAction)[] {
    const { person, isGroup, texts } = context;
    if (person.role !== 'owner') return [{ kind: 'reply', text: texts.replies.ownersOnly }];
    if (isGroup) return [{ kind: 'reply', text: texts.trust.notInGroup }];
    const said = trustWord(rest.trim());
    if (said === 'off') return switchOff(context);
    return [{ kind: 'hooks.review', isYes: said === 'yes' }];
  },
};

/** Also where the files are gone. */
function switchOff({ store, workspace, texts }: CommandContext): readonly (Action | HookAction)[] {
  const { chat } = hookTexts(texts);
  const files = store.trust.list(workspace).filter(({ path }) => trustedKindOf(path) === 'hooks');
  if (files.length === 0) return [{ kind: 'reply', text: chat.notOn }];
  return [
    ...files.map((file) => ({ kind: 'hooks.trust', change: 'revoke', file }) as const),
    { kind: 'reply', text: chat.off },
  ];
}
