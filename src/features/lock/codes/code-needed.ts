import type { InboundMessage } from '../../../contracts/channel.ts';
import {
  type Action,
  type CommandContext,
  type FeatureAction,
  isFeatureAction,
} from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import { reachesOthers } from '../../../policy/irreversible.ts';
import type { LockAction, LockLookup } from '../lock.ts';
import { lockTexts } from '../texts/texts.ts';
import { codeText } from './code-text.ts';

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
