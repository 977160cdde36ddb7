import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { SpokenMessage, WebForm, WebRequest } from '../../../contracts/web-page.ts';
import { commandName } from '../../../core/texts/texts.ts';
import type { VisitorChat } from '../../../gateway/people/console-visitors.ts';
import { workspaceOf } from '../../../gateway/tasks/projects.ts';
import { idempotencyKey } from '../../../web-server/idempotency-key.ts';
import { type OrderContext, type ReadOrder, readOrder } from '../commands/read-order.ts';
import { cronTexts } from '../texts/texts.ts';
import type { SchedulesParts } from './schedule-commands.ts';

/** Longest words for a new schedule, in UTF-16 code units. */
export const MAX_ORDER = 4200;

export interface OrderParts extends SchedulesParts {
  readonly program: Pick<ProgramFacts, 'timezone' | 'workspaces'>;
}

/** Words for a new schedule, with what the chat's `/cron add` understands by them. */
export interface LookedAtOrder {
  readonly words: string;
  readonly chat: VisitorChat;
  readonly context: OrderContext;
  readonly order: ReadOrder;
}

/** What stands in the address; undefined while nothing is written, or where nothing can be scheduled. */
export function orderIn(request: WebRequest, parts: OrderParts): LookedAtOrder | undefined {
  const words = request.query('words').trim().slice(0, MAX_ORDER);
  const chat = chatNamed(request.query('chat'), request, parts);
  return words === '' || chat === undefined ? undefined : lookAt(words, { chat, request, parts });
}

interface OrderScope {
  readonly chat: VisitorChat;
  readonly request: WebRequest;
  readonly parts: OrderParts;
}

function lookAt(words: string, { chat, request, parts }: OrderScope): LookedAtOrder {
  const { visitor, texts, nowMs } = request;
  const { store, program, rows } = parts;
  const { conversation, sender } = chat;
  const context: OrderContext = {
    conversation,
    sender,
    person: { role: visitor.role },
    workspace: workspaceOf(conversation, { store, program }),
    texts,
    nowMs,
    program,
    store,
  };
  return { words, chat, context, order: readOrder(words, context, rows) };
}

/** The chat of this name, and without a name the first one. */
export function chatNamed(
  key: string,
  { visitor }: Pick<WebRequest, 'visitor'>,
  { visitors }: Pick<SchedulesParts, 'visitors'>,
): VisitorChat | undefined {
  const chats = visitors.chats(visitor);
  return key === '' ? chats[0] : chats.find((chat) => chat.key === key);
}

/** The fields that set exactly what was shown: nothing in them has to be interpreted once more. */
export function fieldsOf(
  { chat }: Pick<LookedAtOrder, 'chat'>,
  { request }: Extract<ReadOrder, { kind: 'planned' }>,
): WebForm {
  return { chat: chat.key, schedule: request.schedule, what: request.message };
}

/**
 * The chat's own command for what the preview has shown: with the exact schedule it is set as it is. Words that no
 * table reads go to the model, which asks before it sets anything.
 */
export function orderMessage(
  request: WebRequest,
  form: WebForm,
  parts: OrderParts,
): SpokenMessage | undefined {
  const chat = chatNamed(form.chat ?? '', request, parts);
  if (chat === undefined) return undefined;
  const typed = form.command === 'think' ? (form.words ?? '').trim() : `"${form.schedule}" ${form.what}`;
  const { order } = lookAt(typed, { chat, request, parts });
  const isMeant = form.command === 'think' ? order.kind === 'unread' : isExact(order);
  if (!isMeant) return undefined;
  const { command, verbs } = cronTexts(request.texts);
  const { conversation, sender } = chat;
  return {
    conversation,
    sender,
    key: idempotencyKey(request, form, 'cron', conversation, form.command ?? '', typed),
    text: `${commandName(command)} ${verbs.add} ${typed}`,
  };
}

/** A schedule that has become impossible since the preview is refused by the chat, in words. */
function isExact(order: ReadOrder): boolean {
  return order.kind === 'refused' || (order.kind === 'planned' && order.isExact);
}
