import type { CodeCheck, InboundMessage } from '../../contracts/channel.ts';
import {
  type Action,
  type CommandContext,
  type FeatureAction,
  isFeatureAction,
} from '../../contracts/commands.ts';
import type { EarlyDecision } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { unreachable } from '../../core/failure.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { reachesOthers } from '../../policy/irreversible.ts';
import { ANSWER_WAITS_MS } from './arriving-code.ts';
import { waitLeft } from './decide-lock.ts';
import type { LockAction, LockLookup, WaitingAnswers } from './lock.ts';
import { lockTexts } from './texts/texts.ts';

export interface CodeNeededParts extends Pick<NeedsCodeParts, 'grants'> {
  readonly rows: LockLookup;
}

/** The actions, or the question for a code where one of them cannot be taken back. */
export function withCode(
  actions: readonly Action[],
  { code }: InboundMessage,
  context: CommandContext,
  { rows, grants }: CodeNeededParts,
): readonly (Action | LockAction)[] {
  const factor = rows.factor();
  if (factor === undefined || code === 'right') return actions;
  const { person, store, texts } = context;
  if (!actions.some((action) => needsCode(action, { store, grants }))) return actions;
  if (code !== undefined) return [{ kind: 'reply', text: codeText(code, context, rows) }];
  const words = lockTexts(texts);
  // Nobody else has the code.
  if (person.role !== 'owner') return [{ kind: 'reply', text: texts.replies.ownersOnly }];
  return [
    { kind: 'lock.wait', actions },
    { kind: 'reply', text: words.needed[factor.kind] },
  ];
}

interface NeedsCodeParts {
  readonly store: { readonly approvals: Pick<Store['approvals'], 'get'> };
  /** The answer of the action's handler; see `ActionHandler.grants`. */
  grants(action: FeatureAction): boolean;
}

/**
 * True when a yes cannot be taken back: a push to the default branch or with force, an effect that others see at once,
 * or one that lasts, such as a permission or trust in a project's files. Where the facts do not say, true.
 */
export function needsCode(action: Action, { store, grants }: NeedsCodeParts): boolean {
  if (isFeatureAction(action)) return grants(action);
  if (action.kind !== 'answer' || action.scope === undefined) return false;
  if (action.scope === 'always' || action.scope === 'prefix') return true;
  const approval = store.approvals.get(action.approval);
  return approval === undefined || reachesOthers(approval.question);
}

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
): EarlyDecision | undefined {
  if (message.scheduled !== undefined) return undefined;
  if (rows.findPerson(context.person.phone)?.locked !== undefined) return inLocked(message, context, rows);
  const isOnlyCode = message.code !== undefined && message.text.trim() === '';
  return isOnlyCode ? done(onlyCode(message, context, rows)) : undefined;
}

function inLocked({ code, text }: InboundMessage, context: CommandContext, rows: LockLookup): EarlyDecision {
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

function refuseLocked(text: string): EarlyDecision {
  const said: LockAction = { kind: 'lock.say', text };
  return { actions: [said], refused: LOCKED };
}

function done(actions: readonly (Action | LockAction)[]): EarlyDecision {
  return { actions, refused: undefined };
}

/** The reply to a code that opened nothing. */
function codeText(
  code: Exclude<CodeCheck, 'right'>,
  { person, nowMs, texts }: Pick<CommandContext, 'person' | 'nowMs' | 'texts'>,
  rows: LockLookup,
): string {
  const { codes } = lockTexts(texts);
  const known = rows.findPerson(person.phone);
  const leftMs = waitLeft(known, nowMs);
  switch (code) {
    case 'wrong':
      return leftMs === 0 ? codes.wrong : codes.wrongWait(formatDuration(leftMs));
    case 'too-soon':
      return leftMs === 0 ? codes.again : codes.tooSoon(formatDuration(leftMs));
    case 'used':
    case 'lost':
    case 'uncounted':
    case 'unusable':
      return codes[code];
    default:
      return unreachable(code);
  }
}
