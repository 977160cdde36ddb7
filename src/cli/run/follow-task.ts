import type { App } from '../../app.ts';
import { CONSOLE, consoleMessage, PLAIN_CONSOLE, textOfBody } from '../../channels/console/console.ts';
import type { Channel, ChannelReceiver } from '../../contracts/channel.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { ApprovalQuestion, ApprovalRecord } from '../../contracts/store.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import type { ApprovalId, ConversationId } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import { unlessAborted } from '../../core/waiting.ts';
import { questionLine } from '../../gateway/questions/question-text.ts';
import { listBlockingSessions } from '../../gateway/tasks/task-queue.ts';
import { endedLine, type Reporter } from './events.ts';
import { EXIT_CODES, nextStep, type RunOutcome } from './outcome.ts';
import { permissionFor } from './permissions.ts';
import type { RunTexts } from './texts/texts.ts';

interface FollowParts {
  readonly app: App;
  readonly channel: RunChannel;
  readonly conversation: ConversationId;
  permits(asked: ApprovalQuestion): boolean;
  readonly reporter: Reporter;
  readonly interruptions: Interruptions;
  readonly words: RunTexts;
}

interface TaskRequest {
  /** Empty only when an earlier task is resumed. */
  readonly task: string;
  readonly resumed: SessionRecord | undefined;
}

/** How long to wait before the rows are read again while a task waits for its turn. */
const LOOK_AGAIN_MS = 500;

interface TaskEnd {
  readonly outcome: RunOutcome;
  readonly asked?: ApprovalRecord | undefined;
  /** What no report says. */
  readonly problem?: string | undefined;
}

/**
 * Hands the task in, answers what was permitted beforehand, and closes the program at the end.
 * @returns the exit code
 */
export async function followTask(parts: FollowParts, request: TaskRequest): Promise<number> {
  const { app, reporter } = parts;
  let end: TaskEnd;
  let last: readonly [line: ReturnType<typeof endedLine>, text: string | undefined];
  try {
    await app.gateway.start();
    await beginTask(parts, request);
    end = await untilEnd(parts);
    last = endingLines(end, parts);
  } finally {
    await app.close();
  }
  reporter.ended(...last);
  return EXIT_CODES[end.outcome];
}

async function beginTask(
  { app, channel, words }: FollowParts,
  { task, resumed }: TaskRequest,
): Promise<void> {
  if (resumed === undefined) return await channel.say(`/agent ${task}`);
  // A command of the chat, such as /merge or /undo.
  if (task.startsWith('/')) return await channel.say(task);
  const session = app.store.sessions.get(resumed.id) ?? resumed;
  switch (session.state.status) {
    case 'queued':
    case 'running':
    case 'paused':
      if (session.instance !== app.instance) throw new Failure('conflict', words.elsewhere(session.id));
      break;
    case 'waiting':
      break;
    case 'done':
      if (task === '') throw new Failure('invalid', words.alreadyDone(session.id));
      return await channel.say(`/agent-resume ${session.id} ${task}`);
    case 'parked':
    case 'failed':
    case 'cancelled':
      return await channel.say(`/agent-resume ${session.id} ${task}`.trim());
  }
  // It goes on by itself; words answer its question, or reach it at its next step.
  if (task !== '') await channel.say(task);
}

async function untilEnd(parts: FollowParts): Promise<TaskEnd> {
  const { app, channel } = parts;
  const { cancel, end } = parts.interruptions;
  const answered = new Set<ApprovalId>();
  // Once it was cancelled, only a request to end cuts short what is left to do.
  let signal = AbortSignal.any([cancel, end]);
  for (;;) {
    await unlessAborted(app.gateway.idle(), signal);
    if (end.aborted) return { outcome: cancel.aborted ? 'cancelled' : 'interrupted' };
    if (cancel.aborted && signal !== end) {
      signal = end;
      await channel.say('/cancel');
      continue;
    }
    const ended = await takeStep(parts, { answered, signal });
    if (ended !== undefined) return ended;
  }
}

interface FollowTaskState {
  /** Questions that were answered in this run. */
  readonly answered: Set<ApprovalId>;
  /** Ends a wait. */
  readonly signal: AbortSignal;
}

/** Undefined while the task goes on. */
async function takeStep(
  parts: FollowParts,
  { answered, signal }: FollowTaskState,
): Promise<TaskEnd | undefined> {
  const step = nextStep({
    state: sessionOf(parts)?.state,
    open: openQuestions(parts),
    // An answer that was not taken is not given again.
    permits: (asked) => parts.permits(asked.question) && !answered.has(asked.id),
  });
  switch (step.kind) {
    case 'end':
      return step;
    case 'wait':
      if (isBlocked(parts)) return await giveUp(parts);
      await systemClock.sleep(LOOK_AGAIN_MS, signal);
      return undefined;
    case 'answer':
      answered.add(step.asked.id);
      parts.reporter.question(step.asked, permissionFor(step.asked.question), 'yes');
      await parts.channel.say(`/approve ${step.asked.id}`);
      return undefined;
  }
}

function sessionOf({
  app,
  conversation,
}: Pick<FollowParts, 'app' | 'conversation'>): SessionRecord | undefined {
  return app.store.sessions.listNewest(conversation, 1)[0];
}

/** A task of a program that has ended is in the way: only the next `wasap start` takes it up. */
function isBlocked(parts: FollowParts): boolean {
  const { store } = parts.app;
  const session = sessionOf(parts);
  if (session?.state.status !== 'queued') return false;
  return listBlockingSessions(session, { store }).some(
    ({ instance }) => store.instances.isHeld(instance) === false,
  );
}

/** A task that has not begun must not begin by itself later. */
async function giveUp({ app, channel, words }: FollowParts): Promise<TaskEnd> {
  await channel.say('/cancel');
  await app.gateway.idle();
  return { outcome: 'not-begun', problem: words.blocked };
}

function openQuestions(parts: FollowParts): readonly ApprovalRecord[] {
  const session = sessionOf(parts);
  return parts.app.store.approvals
    .listPending(parts.conversation)
    .filter((approval) => approval.session === session?.id);
}

/** The last line for programs, and what people read beyond the report. */
function endingLines(
  { outcome, asked, problem }: TaskEnd,
  parts: FollowParts,
): readonly [ReturnType<typeof endedLine>, string | undefined] {
  const { app, reporter, words } = parts;
  const session = sessionOf(parts);
  const permission = asked && permissionFor(asked.question);
  if (asked !== undefined) reporter.question(asked, permission, 'none');
  const goOn = session && goOnFor(session, outcome, { asked, permission });
  const line = endedLine({ outcome, exitCode: EXIT_CODES[outcome], session, goOn, problem }, app.store);
  return [line, problem ?? textFor(outcome, { asked, goOn }, words)];
}

/** The command that goes on with this session. */
export function goOnWith({ id }: Pick<SessionRecord, 'id'>): string {
  return `wasap run --resume ${id}`;
}

function goOnFor(
  session: SessionRecord,
  outcome: RunOutcome,
  { asked, permission }: { asked: ApprovalRecord | undefined; permission: string | undefined },
): string | undefined {
  if (outcome === 'done') return undefined;
  if (asked === undefined) return goOnWith(session);
  return `${goOnWith(session)} ${permission === undefined ? '"yes"' : `--yes=${permission}`}`;
}

function textFor(
  outcome: RunOutcome,
  { asked, goOn }: { readonly asked: ApprovalRecord | undefined; readonly goOn: string | undefined },
  words: RunTexts,
): string | undefined {
  if (asked !== undefined && goOn !== undefined) return words.asked(questionLine(asked), goOn);
  if (outcome === 'not-begun') return goOn === undefined ? words.notBegun : words.notDone(goOn);
  if (outcome === 'interrupted' && goOn !== undefined) return words.interrupted(goOn);
  return (outcome === 'not-done' || outcome === 'cancelled') && goOn !== undefined
    ? words.notDone(goOn)
    : undefined;
}

interface RunChannel extends Channel {
  /** Handed in as if the person had written it. */
  say(text: string): Promise<void>;
}

/**
 * The chat of one `wasap run`: nobody writes in it but the program itself. Other chats of the console are not shown
 * here; what is for them waits for the next `wasap start`.
 * @param print called with each message
 */
export function createRunChannel(
  chat: string,
  { clock, print }: { readonly clock: Clock; readonly print: (text: string) => Promise<void> },
): RunChannel {
  let receiver: ChannelReceiver | undefined;
  return {
    name: CONSOLE,
    capabilities: { ...PLAIN_CONSOLE, maxLength: 1_000_000 },
    ended: new Promise(() => undefined),
    async start(actual) {
      receiver = actual;
    },
    async say(text) {
      await receiver?.receive({ ...consoleMessage(text, clock.nowMs()), chat });
    },
    async send({ chat: to, body }) {
      if (to !== chat) throw new Failure('unavailable', fault('one-chat'));
      const text = textOfBody(body);
      if (text !== undefined) await print(text);
    },
    setTyping: () => undefined,
    stop: async () => undefined,
  };
}

/** Requests from outside to end early. */
export interface Interruptions {
  /** Ctrl-C: the task is to be cancelled, and its report to be shown. */
  readonly cancel: AbortSignal;
  /** SIGTERM, SIGHUP, a second Ctrl-C, or nobody reads the output any more: end at the next step. */
  readonly end: AbortSignal;
  release(): void;
}

/** @param unread resolves when nobody reads the output any more */
export function watchInterruptions(unread: Promise<void>): Interruptions {
  const [cancel, end] = [new AbortController(), new AbortController()];
  const onEnd = (): void => end.abort();
  const onCancel = (): void => (cancel.signal.aborted ? end : cancel).abort();
  process.on('SIGINT', onCancel).on('SIGTERM', onEnd).on('SIGHUP', onEnd);
  void unread.then(onEnd);
  return {
    cancel: cancel.signal,
    end: end.signal,
    release: () => void process.off('SIGINT', onCancel).off('SIGTERM', onEnd).off('SIGHUP', onEnd),
  };
}
