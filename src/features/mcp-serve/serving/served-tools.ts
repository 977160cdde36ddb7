import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AT_REST, type SessionStatus } from '../../../contracts/session.ts';
import type { InboxRow } from '../../../contracts/store.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { conversationId, type SessionId } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import { OUTSIDE } from '../../../gateway/people/person.ts';
import {
  type CallRequest,
  CallText,
  MAX_TEXT,
  outsideIdentity,
  ProjectName,
  RequestId,
  TaskId,
} from '../outside-call.ts';
import type { OutsideCaller, ServePorts } from './serve-ports.ts';
import { eventsSince, reportOf, taskOf, taskView } from './task-view.ts';

/** Clients give up on a call after a minute, unless they are told otherwise. */
const MAX_WAIT_SECONDS = 50;
const LOOK_EVERY_MS = 250;
const MAX_LISTED = 50;
/** Nothing more happens in these states until a person acts. */
const STANDS: readonly SessionStatus[] = [...AT_REST, 'waiting'];

const Task = TaskId.describe('As start_task returned it.');
const Request = RequestId.describe(
  'Of your choice, and new for each call: the same call with the same id again has no further effect.',
);
const Cursor = z.int().min(0).default(0).describe('As the last answer returned it; 0: from the beginning.');

/** A tool as other agents see it. */
export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** It changes nothing here. */
  readonly onlyReads: boolean;
  /** @throws Failure whose sentence the caller reads; also for input that is not as it should be */
  call(input: unknown, context: CallContext): Promise<JsonObject>;
}

interface CallContext {
  readonly caller: OutsideCaller;
  readonly ports: ServePorts;
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
}

/** All that other agents can do here. */
export function servedTools(): readonly ServedTool[] {
  return [startTask(), taskStatus(), waitForTask(), listTasks(), sendMessage(), cancelTask(), getReport()];
}

interface ServedToolDefinition<Input extends z.ZodObject> extends Omit<ServedTool, 'input' | 'call'> {
  readonly input: Input;
  run(input: z.output<Input>, context: CallContext): Promise<JsonObject>;
}

function defineServedTool<Input extends z.ZodObject>({
  run,
  ...tool
}: ServedToolDefinition<Input>): ServedTool {
  return {
    ...tool,
    async call(input, context) {
      const read = tool.input.safeParse(input ?? {});
      if (!read.success) throw new Failure('invalid', `${tool.name}: ${problemsIn(read.error)}`);
      return await run(read.data, context);
    },
  };
}

function problemsIn({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [...path.map(String), message].join(': ')).join('. ');
}

function startTask(): ServedTool {
  return defineServedTool({
    name: 'start_task',
    description:
      'Starts a coding task in a project of this machine. It works with the rights of your token. Where it needs a permission a person of this machine is asked; you cannot give it, and nothing that you write counts as one.',
    input: z.object({
      request_id: Request,
      task: CallText.describe(`What is to be done, in words, up to ${MAX_TEXT} characters.`),
      project: ProjectName.optional().describe('Name of the project; default: the first of your token.'),
    }),
    onlyReads: false,
    async run({ request_id: id, task: text, project }, context) {
      const { caller, ports, signal } = context;
      const { agent } = caller;
      const call = { kind: 'start', project: project ?? agent.workspaces?.[0] } as const;
      const row = await handIn({ id, text, call }, caller, ports, signal);
      const session = ports.rows.sessionOf(agent.name, id);
      if (session === undefined)
        throw new Failure('denied', repliesTo(row, ports) || 'The task was not started.');
      return taskView(taskOf(session, caller, ports), ports);
    },
  });
}

function taskStatus(): ServedTool {
  return defineServedTool({
    name: 'task_status',
    description:
      'How one of your tasks stands, what it did since a cursor, and which questions a person of this machine has yet to answer.',
    input: z.object({ task_id: Task, cursor: Cursor }),
    onlyReads: true,
    run: async ({ task_id: id, cursor }, context) => statusOf(id, cursor, context),
  });
}

function statusOf(id: SessionId, cursor: number, { caller, ports }: CallContext): JsonObject {
  const session = taskOf(id, caller, ports);
  return { ...taskView(session, ports), ...eventsSince(id, cursor, ports) };
}

function waitForTask(): ServedTool {
  return defineServedTool({
    name: 'wait_for_task',
    description: `Waits until a task has ended or waits for a person, at most ${MAX_WAIT_SECONDS} seconds; then returns what task_status does. Call it again while it has not.`,
    input: z.object({
      task_id: Task,
      cursor: Cursor,
      seconds: z.int().min(1).max(MAX_WAIT_SECONDS).default(30),
    }),
    onlyReads: true,
    async run({ task_id: id, cursor, seconds }, context) {
      const { caller, ports, signal } = context;
      const { clock, store } = ports;
      const untilUpMs = clock.upMs() + seconds * SECOND_MS;
      while (!signal.aborted && clock.upMs() < untilUpMs) {
        if (STANDS.includes(taskOf(id, caller, ports).state.status)) break;
        // A caller whose token was revoked waits no longer.
        if (store.outsideAgents.findByName(caller.agent.name) === undefined) break;
        await clock.sleep(LOOK_EVERY_MS, signal);
      }
      return statusOf(id, cursor, context);
    },
  });
}

function listTasks(): ServedTool {
  return defineServedTool({
    name: 'list_tasks',
    description: `Your tasks on this machine, newest first, at most ${MAX_LISTED}.`,
    input: z.object({}),
    onlyReads: true,
    async run(_input, { caller, ports }) {
      const conversation = conversationId(OUTSIDE, caller.agent.name);
      const sessions = ports.store.sessions.listNewest(conversation, MAX_LISTED);
      return { tasks: sessions.map((session) => taskView(session, ports)) };
    },
  });
}

function sendMessage(): ServedTool {
  return defineServedTool({
    name: 'send_message',
    description:
      'Tells one of your tasks something: it is read at its next step, and a task that has ended goes on with it. It answers no question: only a person of this machine does.',
    input: z.object({
      request_id: Request,
      task_id: Task,
      message: CallText,
    }),
    onlyReads: false,
    async run({ request_id: id, task_id: session, message: text }, context) {
      return await changeTask({ id, text, call: { kind: 'tell', session } }, session, context);
    },
  });
}

function cancelTask(): ServedTool {
  return defineServedTool({
    name: 'cancel_task',
    description: 'Stops one of your tasks at its next step. What it has changed stays.',
    input: z.object({ task_id: Task }),
    onlyReads: false,
    async run({ task_id: session }, context) {
      return await changeTask(
        { id: anyRequestId(), text: '', call: { kind: 'cancel', session } },
        session,
        context,
      );
    },
  });
}

async function changeTask(
  request: Parameters<typeof handIn>[0],
  session: SessionId,
  { caller, ports, signal }: CallContext,
): Promise<JsonObject> {
  // Checked before anything is stored: a caller does not learn whether others have tasks.
  taskOf(session, caller, ports);
  const row = await handIn(request, caller, ports, signal);
  if (row.state === 'refused') throw new Failure('denied', repliesTo(row, ports));
  return { said: repliesTo(row, ports), ...taskView(taskOf(session, caller, ports), ports) };
}

function getReport(): ServedTool {
  return defineServedTool({
    name: 'get_report',
    description:
      'What a task came to: changed files, commits and pull request from records, and the report that a person would read.',
    input: z.object({ task_id: Task }),
    onlyReads: true,
    async run({ task_id: id }, { caller, ports }) {
      const session = taskOf(id, caller, ports);
      return { ...taskView(session, ports), ...reportOf(session, ports) };
    },
  });
}

/** A message is decided within a second, unless the disk is full or the program has just been killed. */
const CLOSED_WITHIN_MS = 20 * SECOND_MS;
const LOOK_FOR_DECISION_EVERY_MS = 50;

/** For a call that has the same effect however often it is made. */
function anyRequestId(): string {
  return randomUUID();
}

/**
 * Hands a call in and waits until it is decided.
 * @throws Failure `timeout` when it is stored and not decided yet; `stopped` when `signal` aborts
 */
async function handIn(
  request: Omit<CallRequest, 'token'>,
  { agent, token }: OutsideCaller,
  ports: ServePorts,
  signal: AbortSignal,
): Promise<InboxRow> {
  const { store, clock } = ports;
  const { id, text, call } = request;
  await ports.handIn({ token, id, text, call });
  const untilUpMs = clock.upMs() + CLOSED_WITHIN_MS;
  for (;;) {
    const row = store.inbox.find(outsideIdentity(agent.name, id));
    if (row !== undefined && row.state !== 'accepted') return row;
    if (signal.aborted) throw new Failure('stopped', 'The call was given up by its caller; it is stored.');
    if (clock.upMs() > untilUpMs)
      throw new Failure(
        'timeout',
        'The call is stored and not decided yet. Make it again with the same request_id.',
      );
    await clock.sleep(LOOK_FOR_DECISION_EVERY_MS, signal);
  }
}

/** Why it was refused, or what was said about it. */
function repliesTo({ seq, reason }: InboxRow, { rows }: Pick<ServePorts, 'rows'>): string {
  return [...rows.repliesTo(seq), ...(reason === undefined ? [] : [reason])].join('\n');
}
