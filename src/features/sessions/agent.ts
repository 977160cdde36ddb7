import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { DOUBTED, type SessionRecord } from '../../contracts/session.ts';
import { type SessionId, sessionIdOf } from '../../core/ids.ts';
import { commandName } from '../../core/texts/texts.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { atWork, isTheirs, openSessions, sessionHere } from '../../gateway/tasks/conversation-sessions.ts';
import { noSuchTask, readLeadingTask, resolveTask } from '../../gateway/tasks/resolve-task.ts';
import { type ResumeInstructions, resumeActions } from '../../gateway/tasks/resume-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { startActions, withModelOption } from '../../gateway/tasks/start-task.ts';
import { readNumbered } from '../../gateway/tasks/task-name.ts';
import { listBlockingNewTask, placementNow, type TaskPlacement } from '../../gateway/tasks/task-queue.ts';
import { statusLine, statusLines } from '../../gateway/tasks/task-status.ts';
import { sessionTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:start|begin|give you|assign you) (?:a|my first|another|a new) task',
  '(?:make|get) you (?:to )?(?:work|do something|change something)',
  '(?:(?:te )?(?:doy|asigno|encargo|pido|paso)|(?:dar|asignar|encargar|pedir|pasar)(?:te)?) (?:una|otra|mi primera) tarea',
  '(?:empiezo|empezar|inicio|iniciar|comienzo|comenzar) (?:una|otra|mi primera) tarea',
  'te pido algo|pedirte algo',
);

export const agentCommand: ChatCommand = {
  name: 'agent',
  aliases: ['agente'],
  topic: 'tasks',
  asked: QUESTION_PATTERN,
  describe: (texts) => sessionTexts(texts).commands.agent,
  run(rest, context) {
    // Some keyboards put the space first: `/agent ?task`.
    const dryRun = rest.startsWith('?') && context.commands.find(({ name }) => name === 'agent?');
    if (dryRun) return dryRun.run(rest.slice(1).trim(), context);
    return withModelOption(rest, context, (task) =>
      task === ''
        ? [{ kind: 'reply', text: statusOf(context) }]
        : startActions(task, placementNow(context), context),
    );
  },
};

/** Running tasks in full, then the queued ones. */
function statusOf(context: CommandContext): string {
  const working = atWork(context);
  if (working.length === 0) return sessionTexts(context.texts).commands.agent.ask;
  const behind = openSessions(context).filter(({ id }) => working.every((session) => session.id !== id));
  return [
    ...working.flatMap((session) => statusLines(session, context)),
    ...behind.map((session) => statusLine(session, context)),
  ].join('\n');
}

export const queueCommand: ChatCommand = {
  name: 'queue',
  aliases: ['cola'],
  topic: 'tasks',
  describe: (texts) => sessionTexts(texts).commands.queue,
  run(rest, context) {
    return withModelOption(rest, context, (task) =>
      task === ''
        ? [{ kind: 'reply', text: sessionTexts(context.texts).commands.queue.ask }]
        : startActions(task, inLine(context), context),
    );
  },
};

/** In the workspace, after the session that works there. */
function inLine(context: CommandContext): TaskPlacement {
  const [behind] = listBlockingNewTask(context);
  return behind === undefined ? { kind: 'workspace' } : { kind: 'queue', behind, why: undefined };
}

/** How many sessions are searched for the latest task when no id is given. */
const MAX_SESSIONS_SEARCHED = 50;

/** See `ChatCommand.asked`. */
const RESUME_QUESTION_PATTERN = sentencePattern(
  'continue|resume|(?:let|make) you continue',
  '(?:continue|resume|restart) (?:(?:a|the|this|that|my) (?:stopped |paused |old |last )?task|where you (?:stopped|left off))',
  'continuo|continuar|reanudo|reanudar|(?:continuo|continuar|sigo|seguir) con (?:una|la|esta|esa|mi) tarea',
  '(?:continuo|continuar|reanudo|reanudar|retomo|retomar) (?:una|la|esta|esa|mi) tarea(?: detenida| parada| anterior)?',
);

export const agentResumeCommand: ChatCommand = {
  name: 'agent-resume',
  aliases: ['resume', 'continue', 'continuar', 'seguir', 'reanudar'],
  topic: 'tasks',
  asked: RESUME_QUESTION_PATTERN,
  describe: (texts) => texts.commands['agent-resume'],
  run(rest, context) {
    const request = requestIn(rest, context);
    if (request.session === undefined) return resumeImpliedTask(request, context);
    const known = context.store.sessions.get(request.session);
    if (known === undefined) return [{ kind: 'restore', session: request.session }];
    const session = sessionHere(context, request.session);
    if (session === undefined) return [{ kind: 'reply', text: noSuchTask(request.session, context) }];
    return resumeActions(session, request, context);
  },
};

/** A number that no task of this chat ever had is part of the text: `#12 is the issue`. */
function requestIn(rest: string, context: CommandContext): ResumeRequest {
  const named = readLeadingTask(rest, context);
  const request = readResumeRequest(rest);
  if (named !== undefined) return { ...request, session: named.session.id };
  return request.number === undefined
    ? request
    : { session: undefined, extraMicroUsd: 0, instructions: rest };
}

/**
 * The running task, or the one that is replied to; else the newest that stopped, and when there are words for it, the
 * newest however it ended. The command alone never continues a finished task: it would be unclear what else the task
 * should do.
 */
function resumeImpliedTask(request: ResumeRequest, context: CommandContext): readonly Action[] {
  const meant = resolveTask('', commandName(context.texts.commands['agent-resume']), context);
  if (meant.kind === 'reply') return [{ kind: 'reply', text: meant.text }];
  if (meant.kind === 'task' && meant.session.mode === 'agent')
    return resumeActions(meant.session, request, context);
  const { replies } = context.texts;
  const tasks = ownTasks(context);
  const [newest] = tasks;
  const isAlone = request.instructions === undefined && request.extraMicroUsd === 0;
  const stopped = request.instructions === undefined ? tasks.find(hasStopped) : undefined;
  const session = stopped ?? (isAlone ? undefined : newest);
  if (session !== undefined) return resumeActions(session, request, context);
  if (newest === undefined) return [{ kind: 'reply', text: replies.nothingToResume }];
  return [{ kind: 'reply', text: replies.nothingStopped(taskLine(newest), nameToType(newest, context)) }];
}

/** Tasks of the sender; if they have none, those that they may act on. Newest first. */
function ownTasks(context: CommandContext): readonly SessionRecord[] {
  const { conversation, sender, store } = context;
  const tasks = store.sessions
    .listNewest(conversation, MAX_SESSIONS_SEARCHED)
    .filter((session) => session.mode === 'agent' && isTheirs(session, context));
  const own = tasks.filter(({ owner }) => owner === sender);
  return own.length > 0 ? own : tasks;
}

/** Not done, or reported as not done. */
function hasStopped({ state: { status, reason } }: SessionRecord): boolean {
  return status !== 'done' || DOUBTED.includes(reason);
}

/** Its number, while that names it; else its id. */
function nameToType(
  { id, conversation, number }: SessionRecord,
  { store }: Pick<CommandContext, 'store'>,
): string {
  return store.taskNumbers.findHolder(conversation, number)?.id === id ? `#${number}` : id;
}

/** The arguments of `/agent-resume`: `[id | #n] [+dollars] [instructions]`. */
interface ResumeRequest extends ResumeInstructions {
  readonly session: SessionId | undefined;
  /** `#2` in place of an id. */
  readonly number?: number | undefined;
}

// A plain word such as "documentation" could be an id by its letters: only the form of this program's ids counts.
const GIVEN_ID = /^\d{8}-[0-9a-f]{8}$/;
const MONEY = /^\+\$?(\d{1,3}(?:[.,]\d{1,6})?)\$?$/;

export function readResumeRequest(text: string): ResumeRequest {
  const numbered = readNumbered(text);
  if (numbered !== undefined) {
    const { number, words } = numbered;
    return { ...readResumeRequest(words), number };
  }
  const [id, afterId] = takeWord(text.trim(), (word) =>
    GIVEN_ID.test(word) ? sessionIdOf(word) : undefined,
  );
  const [money, instructions] = takeWord(afterId, microUsdIn);
  return {
    session: id,
    extraMicroUsd: money ?? 0,
    instructions: instructions === '' ? undefined : instructions,
  };
}

/** The first word, if `read` accepts it, and the rest of the text. */
function takeWord<T>(text: string, read: (word: string) => T | undefined): readonly [T | undefined, string] {
  const word = text.split(/\s/, 1)[0] ?? '';
  const value = read(word);
  return value === undefined ? [undefined, text] : [value, text.slice(word.length).trim()];
}

function microUsdIn(word: string): number | undefined {
  const digits = MONEY.exec(word)?.[1];
  return digits === undefined ? undefined : Math.round(Number(digits.replace(',', '.')) * 1_000_000);
}
