import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import type { SpokenMessage, WebForm, WebRequest } from '../../../contracts/web-page.ts';
import { commandName, type Texts } from '../../../core/texts/texts.ts';
import type { ConsoleVisitors, VisitorChat } from '../../../gateway/people/console-visitors.ts';
import { workspaceOf } from '../../../gateway/tasks/projects.ts';
import { idempotencyKey } from '../../../web-server/render-page.ts';
import { type CronCommandContext, type CronCommandPlan, planCronCommand } from '../commands/add.ts';
import { type CronLookup, type CronRecord, UNDELETE_MS } from '../cron.ts';
import { beginsTask, parseCronAction } from '../schedule/plan-cron.ts';
import { type CronTexts, cronTexts } from '../texts/texts.ts';

/** What a page of schedules reads, and by whose rights. */
export interface SchedulesParts {
  readonly rows: CronLookup;
  readonly store: Pick<Store, 'chosenWorkspaces' | 'conversations' | 'inbox' | 'sessions'>;
  readonly visitors: Pick<ConsoleVisitors, 'actsAs' | 'chats' | 'mayRead'>;
}

export type ScheduleCommand = keyof CronTexts['page']['buttons'];

const POLICIES: readonly ScheduleCommand[] = ['once', 'skip', 'all'];
/** What stops one from coming: a reader may start no task, but may still do that to their own. */
const STOPS: readonly ScheduleCommand[] = ['pause', 'delete'];

export function isPolicy(command: ScheduleCommand): boolean {
  return POLICIES.includes(command);
}

/** The schedule, if this visitor may see it: what is not theirs is not there. */
export function scheduleOf(
  { param, visitor }: Pick<WebRequest, 'param' | 'visitor'>,
  { rows, visitors }: Pick<SchedulesParts, 'rows' | 'visitors'>,
): CronRecord | undefined {
  const id = param('id');
  // The cast is safe: only the primary key is read with it.
  const cron = /^\d{1,15}$/.test(id) ? rows.get(Number(id) as CronRecord['id']) : undefined;
  return cron !== undefined && visitors.mayRead(visitor, { owner: cron.sender }) ? cron : undefined;
}

/** What this visitor can do with it now, as buttons. */
export function commandsFor(
  cron: CronRecord,
  request: Pick<WebRequest, 'nowMs' | 'visitor'>,
  parts: Pick<SchedulesParts, 'rows' | 'visitors'>,
): readonly ScheduleCommand[] {
  const { visitor } = request;
  if (parts.visitors.actsAs(visitor, { owner: cron.sender }) === undefined) return [];
  if (cron.deletedAtMs !== undefined) return isDeletedLast(cron, request, parts) ? ['undo'] : [];
  const mayStart = isTheirsToStart(cron, request);
  const isAtWork = cron.last?.outcome === 'pending';
  return [
    ...(cron.state === 'active' ? (['pause'] as const) : []),
    ...(cron.state === 'paused' && mayStart ? (['resume'] as const) : []),
    ...(mayStart && !isAtWork ? (['run'] as const) : []),
    'delete',
    ...(cron.kind === 'at' || cron.state === 'ended' || !mayStart
      ? []
      : POLICIES.filter((policy) => policy !== cron.policy)),
  ];
}

function isTheirsToStart({ message }: CronRecord, { visitor }: Pick<WebRequest, 'visitor'>): boolean {
  return visitor.role !== 'reader' || !beginsTask(parseCronAction(message));
}

/** `/cron undo` brings back the one that was deleted last, of those that its sender may bring back. */
function isDeletedLast(
  { id, conversation }: CronRecord,
  { nowMs, visitor }: Pick<WebRequest, 'nowMs' | 'visitor'>,
  { rows, visitors }: Pick<SchedulesParts, 'rows' | 'visitors'>,
): boolean {
  const [last] = rows
    .listDeletedSince(conversation, nowMs - UNDELETE_MS + 1)
    .filter(({ sender }) => visitors.actsAs(visitor, { owner: sender }) !== undefined);
  return last?.id === id;
}

/** The command as it is typed in the chat of the schedule, which says what became of one that comes too late. */
export function commandFor(
  request: WebRequest,
  form: WebForm,
  parts: SchedulesParts,
): SpokenMessage | undefined {
  const cron = scheduleOf(request, parts);
  const wanted = cron && acceptedCommands(cron, request, parts).find((one) => one === form.command);
  const sender = cron && parts.visitors.actsAs(request.visitor, { owner: cron.sender });
  if (cron === undefined || wanted === undefined || sender === undefined) return undefined;
  return {
    conversation: cron.conversation,
    sender,
    key: idempotencyKey(request, form, 'cron', String(cron.id), wanted),
    text: commandText(wanted, cron, request.texts),
  };
}

function acceptedCommands(
  cron: CronRecord,
  request: WebRequest,
  parts: SchedulesParts,
): readonly ScheduleCommand[] {
  if (!isTheirsToStart(cron, request)) return STOPS;
  // Said once more, it would bring back another one.
  const undo = commandsFor(cron, request, parts).filter((command) => command === 'undo');
  return [...STOPS, 'resume', 'run', ...POLICIES, ...undo];
}

function commandText(wanted: ScheduleCommand, { name }: Pick<CronRecord, 'name'>, texts: Texts): string {
  const { command, verbs } = cronTexts(texts);
  const cron = commandName(command);
  switch (wanted) {
    case 'undo':
      return `${cron} ${verbs.undo}`;
    case 'once':
    case 'skip':
    case 'all':
      return `${cron} ${verbs.missed} ${name} ${wanted}`;
    default:
      return `${cron} ${verbs[wanted]} ${name}`;
  }
}

/** Longest words for a new schedule, in UTF-16 code units. */
export const MAX_TYPED_LENGTH = 4200;

export interface AddCronParts extends SchedulesParts {
  readonly program: Pick<ProgramFacts, 'timezone' | 'workspaces'>;
}

/** Words for a new schedule, with what the chat's `/cron add` understands by them. */
export interface CronPreview {
  readonly words: string;
  readonly chat: VisitorChat;
  readonly context: CronCommandContext;
  readonly plan: CronCommandPlan;
}

/** What stands in the address; undefined while nothing is written, or where nothing can be scheduled. */
export function previewCron(request: WebRequest, parts: AddCronParts): CronPreview | undefined {
  const words = request.query('words').trim().slice(0, MAX_TYPED_LENGTH);
  const chat = chatNamed(request.query('chat'), request, parts);
  return words === '' || chat === undefined ? undefined : previewWords(words, { chat, request, parts });
}

function previewWords(
  words: string,
  { chat, request, parts }: { chat: VisitorChat; request: WebRequest; parts: AddCronParts },
): CronPreview {
  const { visitor, texts, nowMs } = request;
  const { store, program, rows } = parts;
  const { conversation, sender } = chat;
  const context: CronCommandContext = {
    conversation,
    sender,
    person: { role: visitor.role },
    workspace: workspaceOf(conversation, { store, program }),
    texts,
    nowMs,
    program,
    store,
  };
  return { words, chat, context, plan: planCronCommand(words, context, rows) };
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
  { chat }: Pick<CronPreview, 'chat'>,
  { request }: Extract<CronCommandPlan, { kind: 'planned' }>,
): WebForm {
  return { chat: chat.key, schedule: request.schedule, what: request.message };
}

/**
 * The chat's own command for what the preview has shown: with the exact schedule it is set as it is. Words that no
 * table reads go to the model, which asks before it sets anything.
 */
export function addCommandFor(
  request: WebRequest,
  form: WebForm,
  parts: AddCronParts,
): SpokenMessage | undefined {
  const chat = chatNamed(form.chat ?? '', request, parts);
  if (chat === undefined) return undefined;
  const typed = form.command === 'think' ? (form.words ?? '').trim() : `"${form.schedule}" ${form.what}`;
  const { plan } = previewWords(typed, { chat, request, parts });
  const isMeant = form.command === 'think' ? plan.kind === 'unread' : isExact(plan);
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
function isExact(plan: CronCommandPlan): boolean {
  return plan.kind === 'refused' || (plan.kind === 'planned' && plan.isExact);
}
