import { trustedKindOf } from '../../claude-files/trusted-kind.ts';
import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { TrustedFile } from '../../contracts/grants.ts';
import type { CommandVerdict } from '../../contracts/policy.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store, Transactions } from '../../contracts/store.ts';
import { SECOND_MS } from '../../core/clock.ts';
import { sha256 } from '../../core/json.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { texts } from '../../core/texts/texts.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import { reviewFiles, type TrustChange, trustHandler, trustWord } from '../../gateway/people/trust-step.ts';
import { escapeHidden } from '../../policy/display.ts';
import { type Hook, type HooksFile, type HooksOf, type ProjectHooks, trustName } from './hook.ts';
import { bindingOf, type HookRunnerParts, judgeHook } from './running/run-hook.ts';
import { type HookMessages, SessionHooks, type SessionHooksParts } from './running/session-hooks.ts';
import { type HookTexts, hookTexts } from './texts/texts.ts';

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

const MAX_MATCHER_LENGTH = 60;

type HookAction =
  /** Shows the hooks of the project, or accepts them if they are those that were shown. */
  { readonly kind: 'hooks.review'; readonly isYes: boolean } | TrustChange<'hooks.trust'>;

interface HookActionParts extends Pick<HookRunnerParts, 'policy'> {
  readonly hooksOf: HooksOf;
  readonly store: Pick<Store, 'trust'>;
}

/** What owners answer about the hooks of a project: the exact commands first, then a yes to exactly these. */
function hookActions({ hooksOf, policy, store }: HookActionParts): HandlersOf<HookAction> {
  return {
    'hooks.review': {
      grants: ({ isYes }) => isYes,
      refusal: ownersOnly,
      async perform({ isYes }, { context }) {
        const { workspace, program } = context;
        const found = program.workspaces.isWorkspace(workspace) ? await hooksOf(workspace) : NONE;
        const shown: ShownFile[] = [];
        for (const file of found.files) {
          const binding = await bindingOf(file, workspace, { policy });
          const isAccepted = store.trust.isAccepted(trustedFile({ file, binding }, context));
          const judged = await Promise.all(file.hooks.map((hook) => judgeHook(hook, workspace, { policy })));
          shown.push({ file, binding, isAccepted, judged });
        }
        const files = shown.map((one) => trustedFile(one, context));
        const { chat } = hookTexts(context.texts);
        const said = {
          question: hooksText(shown, found, context),
          accepted: chat.accepted(files.map(({ path }) => path).join(', ')),
          changed: chat.changed,
        };
        return reviewFiles({ kind: 'hooks.trust', files, said }, isYes, store);
      },
    },
    'hooks.trust': trustHandler(store.trust),
  };
}

const NONE: ProjectHooks = { files: [], broken: [] };

function trustedFile(
  { file, binding }: Pick<ShownFile, 'file' | 'binding'>,
  { workspace, sender, nowMs }: CommandContext,
): TrustedFile {
  return { workspace, name: trustName(file), path: file.path, hash: binding, person: sender, atMs: nowMs };
}

/** A file with what an owner would accept of it. */
interface ShownFile {
  readonly file: HooksFile;
  /** See `bindingOf`. */
  readonly binding: string;
  readonly isAccepted: boolean;
  /** The policy's verdict on each hook, in their order. */
  readonly judged: readonly CommandVerdict[];
}

/** Every command in full, with the moment at which it would run: nobody accepts what they were not shown. */
function hooksText(
  shown: readonly ShownFile[],
  { broken }: Pick<ProjectHooks, 'broken'>,
  { texts }: Pick<CommandContext, 'texts'>,
): string {
  const { chat, fault } = hookTexts(texts);
  const unusable = broken.map((one) => chat.unusable(inlineCode(one.path), fault[one.fault]));
  if (shown.length === 0) return unusable.length === 0 ? chat.none : unusable.join('\n');
  const isAccepted = shown.every((one) => one.isAccepted);
  return [
    ...shown.flatMap((one) => fileLines(one, chat)),
    ...unusable,
    chat.reach,
    isAccepted ? chat.already : chat.confirm,
  ].join('\n');
}

function fileLines({ file, judged, isAccepted }: ShownFile, chat: HookTexts['chat']): readonly string[] {
  return [
    chat.title[isAccepted ? 'runs' : 'wants'](inlineCode(file.path)),
    ...file.hooks.map((hook, at) => hookLine(hook, judged[at], chat)),
    ...(file.ignored === 0 ? [] : [chat.ignored(String(file.ignored))]),
  ];
}

function hookLine(hook: Hook, judged: CommandVerdict | undefined, chat: HookTexts['chat']): string {
  const what =
    hook.matcher.trim() === '' || hook.matcher === '*' ? chat.anyCall : inlineCode(shownMatcher(hook));
  const facts = [
    chat.seconds(String(hook.timeoutMs / SECOND_MS)),
    ...(judged?.execution?.access?.network === true ? [chat.network] : []),
    ...(judged?.verdict.kind === 'deny' ? [chat.refused] : []),
  ];
  const when = chat.when[hook.event];
  return `• ${typeof when === 'string' ? when : when(what)}: ${inlineCode(escapeHidden(hook.command))} (${facts.join(', ')})`;
}

function shownMatcher({ matcher }: Hook): string {
  return escapeHidden(oneLine(matcher, MAX_MATCHER_LENGTH));
}
