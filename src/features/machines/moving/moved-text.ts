import type { ChatArrival } from '../../../channels/relay/chat-mover.ts';
import type { ClusterDatabase } from '../../../cluster/cluster-database.ts';
import { type CellName, channelOfFront, conversationKey, queueOutOf } from '../../../cluster/names.ts';
import { jobIdOf } from '../../../cluster/queues/queues.ts';
import { type OutboundJob, WIRE_VERSION } from '../../../cluster/queues/wire.ts';
import type { UnfinishedWork, UnfinishedWorks } from '../../../contracts/machines.ts';
import { type Clock, MINUTE_MS } from '../../../core/clock.ts';
import { messageIdOf } from '../../../core/ids.ts';
import { shorten } from '../../../core/text.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import { type MachinesTexts, machinesTexts } from '../texts/texts.ts';
import { cloneUrl } from './copy-facts.ts';

/** What the people of a chat read about one of its tasks. */
export interface MovedTask {
  readonly number: number;
  readonly task: string;
  readonly project: string;
  readonly remote: string | undefined;
  readonly branch: string | undefined;
  /** Files that it changed and did not commit. */
  readonly unsaved: readonly string[];
  /** True if it had not ended, or its report was not sent. */
  readonly isOpen: boolean;
  readonly state: 'here' | 'no-project' | 'too-large' | 'not-begun' | 'unreadable';
  /** True if a command in the chat can bring its project. */
  readonly canBeAdded: boolean;
  /** The closing words of a task that had ended while its report may not have been read. */
  readonly lastWords: string | undefined;
}

/** What the people of a chat read when it has come from another machine. */
export interface MovedChat {
  /** The tasks whose end was not reported to the people, oldest first. */
  readonly tasks: readonly MovedTask[];
  /** The project that it worked in, and the one that it works in now; undefined if unknown. */
  readonly project: { readonly name: string; readonly here: string; readonly isHere: boolean } | undefined;
  /** Lines of features about what came along. */
  readonly told: readonly string[];
  /** The number of lasting permissions, which stay on the old machine. */
  readonly permissions: number;
  /** True if some of its settings could not be read here. */
  readonly lacksSettings: boolean;
  /** Texts about the work that the other machine did beside its tasks. */
  readonly unfinished: readonly string[];
}

const MAX_SHOWN_TASKS = 5;
const MAX_SHOWN_UNFINISHED = 5;
const MAX_FILES = 5;
const MAX_TASK_LENGTH = 60;
/** Longest closing words of a task, in UTF-16 code units, as in a report. */
const MAX_WORDS_LENGTH = 1500;

/** One message: which tasks can go on here, and what is missing here. */
export function movedText(chat: MovedChat, locale: Locale): string {
  const { tasks, project, told } = chat;
  const { arrived } = machinesTexts(texts(locale));
  const newest = tasks.slice(-MAX_SHOWN_TASKS);
  const open = newest.filter(({ lastWords }) => lastWords === undefined);
  const going = open.filter(
    ({ state, canBeAdded }) => state === 'here' || (state === 'no-project' && canBeAdded),
  );
  const lines = [
    arrived.title,
    ...(going.length === 0
      ? [arrived.nothingOpen]
      : [arrived.goesOn, ...going.map((task) => taskLine(task))]),
    ...(tasks.length > newest.length ? [arrived.more(tasks.length - newest.length)] : []),
    ...(project === undefined ? [] : [chatProjectLine(project, arrived)]),
    ...projectLines(open, locale),
    ...told,
    ...settingLines(chat, arrived),
    arrived.missing,
    ...newest.flatMap((task) => missingLines(task, locale)),
    ...newest.flatMap((task) => endLines(task, arrived)),
    ...unfinishedLines(chat.unfinished, arrived),
  ];
  return lines.join('\n');
}

/** Where what came along could not be stored. */
export function movedWithoutTasksText(locale: Locale): string {
  const { title, failed } = machinesTexts(texts(locale)).arrived;
  return [title, failed].join('\n');
}

function taskLine({ number, task }: MovedTask): string {
  return `/agent-resume ${number} · ${taskTitle(task)}`;
}

function taskTitle(task: string): string {
  const [first = ''] = task.split('\n', 1);
  const words = first.length > MAX_TASK_LENGTH ? `${first.slice(0, MAX_TASK_LENGTH - 1)}…` : first;
  return escapeHidden(words);
}

type ArrivedTexts = MachinesTexts['arrived'];

function chatProjectLine(
  { name, here, isHere }: NonNullable<MovedChat['project']>,
  { worksIn, worksElsewhere }: ArrivedTexts,
): string {
  return isHere ? worksIn(escapeHidden(here)) : worksElsewhere(escapeHidden(name), escapeHidden(here));
}

/** The settings of the old machine that this one does not have. */
function settingLines(
  { permissions, lacksSettings }: MovedChat,
  { asksAgain, settings }: ArrivedTexts,
): readonly string[] {
  return [
    ...(lacksSettings ? [settings] : []),
    ...(permissions === 0 ? [] : [asksAgain(String(permissions))]),
  ];
}

/** One line for each project that is not here. */
function projectLines(tasks: readonly MovedTask[], locale: Locale): readonly string[] {
  const { arrived } = machinesTexts(texts(locale));
  const absent = new Map(
    tasks.filter(({ state }) => state === 'no-project').map((task) => [task.project, task] as const),
  );
  return [...absent.values()].map(({ project, remote, canBeAdded }) => {
    const name = escapeHidden(project);
    const url = cloneUrl(remote);
    if (url === undefined) return arrived.noProject(name);
    return canBeAdded ? arrived.addProject(name, url) : arrived.cloneProject(name, url);
  });
}

function missingLines({ number, task, unsaved, state }: MovedTask, locale: Locale): readonly string[] {
  const { arrived } = machinesTexts(texts(locale));
  const files = unsaved.slice(0, MAX_FILES).map(escapeHidden).join(', ');
  const rest = unsaved.length - MAX_FILES;
  return [
    ...(unsaved.length === 0 ? [] : [arrived.unsaved(number, rest > 0 ? `${files} +${rest}` : files)]),
    ...(state === 'too-large' || state === 'unreadable' ? [arrived.stays(number)] : []),
    // The message that asked for it comes again, unless a schedule or an answer had begun it: that is not known here.
    ...(state === 'not-begun' ? [arrived.notBegun(number, taskTitle(task))] : []),
  ];
}

function unfinishedLines(all: readonly string[], { unfinished }: ArrivedTexts): readonly string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_SHOWN_UNFINISHED).map((one) => `• ${one}`);
  const rest = all.length - shown.length;
  return [unfinished, ...shown, ...(rest > 0 ? [`… +${rest}`] : [])];
}

/** @param number of its task on this machine */
export function unfinishedText(
  { kind, name = '', url }: UnfinishedWork,
  number: number | undefined,
  works: UnfinishedWorks,
  locale: Locale,
): string {
  const task = number === undefined ? '' : `#${number}`;
  return works.line({ kind, task, name: taskTitle(name), url: cloneUrl(url) }, locale);
}

/**
 * The report itself is made of records that only the other machine has; the words are quoted, so that none looks like
 * a line of the program.
 */
function endLines(
  { number, task, lastWords }: MovedTask,
  { ended, saidAtEnd }: ArrivedTexts,
): readonly string[] {
  if (lastWords === undefined) return [];
  const words = escapeHiddenInLines(shorten(lastWords.trim(), MAX_WORDS_LENGTH));
  const quoted = words === '' ? [] : [saidAtEnd, ...words.split('\n').map((line) => `> ${line}`)];
  return [ended(number, taskTitle(task)), ...quoted];
}

/** A shorter wait is not announced. */
const WAITS_SILENTLY_MS = MINUTE_MS;

interface WaitNoticeParts {
  readonly cell: CellName;
  readonly cluster: ClusterDatabase;
  readonly clock: Pick<Clock, 'upMs'>;
}

/** Informs the people of a chat that it cannot be taken over yet, because this machine's disk is full. */
export class WaitNotice {
  readonly #parts: WaitNoticeParts;
  /** Since when each chat waits, and its epoch: a chat that arrives again starts a new wait. */
  readonly #since = new Map<string, { readonly epoch: number; readonly upMs: number }>();

  constructor(parts: WaitNoticeParts) {
    this.#parts = parts;
  }

  /**
   * Announces it once, when the chat has waited for a minute. It goes straight to the front's queue, because the
   * outbox lies on the full disk; sent twice, the job has the same id, and PostgreSQL keeps one.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  async stillWaits({ chat, front, epoch }: ChatArrival, locale: Locale): Promise<void> {
    const { cell, cluster, clock } = this.#parts;
    const known = this.#since.get(chat);
    if (known?.epoch !== epoch) this.#since.set(chat, { epoch, upMs: clock.upMs() });
    if (known?.epoch !== epoch || clock.upMs() - known.upMs < WAITS_SILENTLY_MS) return;
    const id = messageIdOf(`${cell} has no room for ${chat} ${epoch}`);
    const body = { kind: 'text', text: machinesTexts(texts(locale)).arrived.waits } as const;
    const data: OutboundJob = {
      v: WIRE_VERSION,
      cell,
      epoch,
      answers: [],
      item: { kind: 'send', message: { id, chat, body, mayRepeat: false } },
    };
    const queue = { name: queueOutOf(front), wakes: channelOfFront(front) };
    const job = { id: jobIdOf(`${cell} ${id}`), key: conversationKey(front, chat), data };
    await cluster.transaction((sql) => cluster.queues.add(sql, queue, [job]));
  }

  over(chat: string): void {
    this.#since.delete(chat);
  }
}
