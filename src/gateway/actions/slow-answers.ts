import { metricsText } from '../../commands/metrics.ts';
import type { OutboundBody } from '../../contracts/channel.ts';
import type { Action, CommandContext, ProgramFacts } from '../../contracts/commands.ts';
import type { Store } from '../../contracts/store.ts';
import type { ConversationId } from '../../core/ids.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { unreachable } from '../../core/unreachable.ts';
import type { Cause } from '../cause.ts';

const SLOW = ['add-up', 'check-up'] as const satisfies readonly Action['kind'][];

/** What takes longer than a transaction may; done twice it comes to the same. */
export type SlowAction = Extract<Action, { kind: (typeof SLOW)[number] }>;

export function isSlow(action: Action): action is SlowAction {
  const kinds: readonly Action['kind'][] = SLOW;
  return kinds.includes(action.kind);
}

/** One message; `place` tells apart those of one cause. */
export interface SlowMessage {
  readonly conversation: ConversationId;
  readonly place: string;
  readonly body: OutboundBody;
}

/** `reply` belongs under the message that asked; the others stand on their own. */
export interface SlowAnswer {
  readonly messages: readonly SlowMessage[];
  readonly reply: string | undefined;
}

export interface SlowParts {
  readonly store: Store;
  readonly program: ProgramFacts;
  checkUp(locale: Locale): Promise<string>;
}

/** What has to be told once it is known. Stores nothing. */
export async function slowAnswer(
  action: SlowAction,
  { cause, context }: { readonly cause: Cause; readonly context: CommandContext },
  parts: SlowParts,
): Promise<SlowAnswer> {
  switch (action.kind) {
    case 'add-up':
      return replied(await metricsText(action, context));
    case 'check-up':
      return checkUp(cause, context, parts);
    default:
      return unreachable(action);
  }
}

/** What is found names people and places: a group learns no more than that the answer went elsewhere. */
async function checkUp(
  { locale }: Cause,
  { person, isGroup }: CommandContext,
  { store, checkUp: look }: SlowParts,
): Promise<SlowAnswer> {
  const { toDirectChat, notInGroup } = texts(locale).doctor;
  if (!isGroup) return replied(await look(locale));
  const conversation = store.people.directChat(person.phone);
  if (conversation === undefined) return replied(notInGroup);
  const body = { kind: 'text', text: await look(locale) } as const;
  return { messages: [{ conversation, place: 'check-up', body }], reply: toDirectChat };
}

function replied(text: string): SlowAnswer {
  return { messages: [], reply: text };
}
