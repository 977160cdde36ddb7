import {
  type Action,
  type ChatCommand,
  type CommandContext,
  type FeatureAction,
  replyAction,
} from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import { AT_REST, type SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WorktreeChoice, WorktreeRecord } from '../../contracts/worktrees.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId, SessionId } from '../../core/ids.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { sessionRefusal } from '../../gateway/people/authority.ts';
import { noSuchTask, sessionNamed } from '../../gateway/tasks/resolve-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { statusLine } from '../../gateway/tasks/task-status.ts';
import { choiceLine, choicesFor } from './choices.ts';
import { worktreeTexts } from './texts/texts.ts';
import type { WorktreeWorker } from './work/worktree-worker.ts';

/** One command for each choice about a task in a worktree. */
export const worktreeCommands: readonly ChatCommand[] = [
  choiceCommand('apply', { name: 'apply', aliases: ['aplicar'] }),
  choiceCommand('merge', { name: 'merge', aliases: ['fusionar'] }),
  choiceCommand('pull-request', { name: 'pr', aliases: ['pull-request', 'subir'] }),
  choiceCommand('keep', { name: 'keep', aliases: ['guardar'] }),
  choiceCommand('discard', { name: 'discard', aliases: ['descartar'] }),
];

function choiceCommand(
  choice: WorktreeChoice,
  { name, aliases }: { name: 'apply' | 'merge' | 'pr' | 'keep' | 'discard'; aliases: readonly string[] },
): ChatCommand {
  return {
    name,
    aliases,
    topic: 'results',
    describe: (texts) => worktreeTexts(texts).commands[name],
    run: (rest, context) => runChoice(choice, rest, context),
  };
}

function runChoice(choice: WorktreeChoice, rest: string, context: CommandContext): readonly Action[] {
  const { texts } = context;
  if (rest !== '') {
    const session = sessionNamed(rest, context);
    return session === undefined
      ? [{ kind: 'reply', text: noSuchTask(rest, context) }]
      : chooseActions(session, choice, context);
  }
  const undecided = undecidedTasks(context);
  const open = undecided.filter((session) => mayBeMeant(session, choice, context));
  const [only] = open;
  if (only === undefined) return [noneReply(choice, undecided, context)];
  if (open.length === 1) return chooseActions(only, choice, context);
  return [replyAction([worktreeTexts(texts).which, ...waitingLines(open, context)].join('\n'))];
}

/** Tasks of the sender in this chat whose worktree waits for a choice, oldest first. */
export function undecidedTasks({ conversation, sender, store }: CommandContext): readonly SessionRecord[] {
  return store.worktrees
    .listUndecided(conversation)
    .flatMap(({ session }) => store.sessions.get(session) ?? [])
    .filter(({ owner }) => owner === sender);
}

export function mayBeMeant(
  { id }: SessionRecord,
  choice: WorktreeChoice,
  { store, program }: CommandContext,
): boolean {
  const record = store.worktrees.get(id);
  return record !== undefined && choicesFor(record, program.worktrees).includes(choice);
}

/** Nothing waits for this choice: what waits for others, or what to do instead. */
function noneReply(
  choice: WorktreeChoice,
  undecided: readonly SessionRecord[],
  context: CommandContext,
): Action {
  const { instead, nothingOpen, noGitHub, others } = worktreeTexts(context.texts);
  const isUnable = choice === 'pull-request' && !context.program.worktrees.canOpenPullRequests;
  const head = isUnable ? [noGitHub] : [nothingOpen[choice]];
  if (undecided.length > 0)
    return replyAction([...head, others, ...waitingLines(undecided, context)].join('\n'));
  return replyAction((isUnable ? head : [...head, instead[choice]]).join('\n'));
}

/** Each task with its choices: which one is meant is never guessed. */
function waitingLines(
  sessions: readonly SessionRecord[],
  { store, program, texts }: CommandContext,
): readonly string[] {
  return sessions.flatMap((session) => {
    const record = store.worktrees.get(session.id);
    const choices = record === undefined ? '' : choiceLine(record, program.worktrees, texts);
    return [`#${session.number} ${taskLine(session)}`, `   ${choices}`];
  });
}

/** Their tasks in worktrees that are finished, and the choices for them. */
export function undecidedLines(context: CommandContext): readonly string[] {
  const { store, program, texts } = context;
  return undecidedTasks(context).flatMap((session) => {
    const record = store.worktrees.get(session.id);
    const choices = record === undefined ? [] : [`   ${choiceLine(record, program.worktrees, texts)}`];
    return [statusLine(session, context), ...choices];
  });
}

/**
 * The actions of a choice about this task's worktree. Only the person who started the task may choose; not while it
 * works, and nothing is applied to files that another task works in: then the choice stays open.
 */
export function chooseActions(
  session: SessionRecord,
  choice: WorktreeChoice,
  context: CommandContext,
): readonly Action[] {
  const { sender, store, program, texts } = context;
  const reply = (text: string): readonly Action[] => [{ kind: 'reply', text }];
  if (session.owner !== sender) return reply(texts.replies.notYours);
  const record = store.worktrees.get(session.id);
  const closed = whyClosed({ session, record, wanted: choice }, texts);
  if (closed !== undefined || record === undefined) return reply(closed ?? '');
  if (!choicesFor(record, program.worktrees).includes(choice)) {
    const { noGitHub, notOffered } = worktreeTexts(texts);
    const why = choice === 'pull-request' && record.kind === 'branch' ? noGitHub : notOffered;
    return reply([why, choiceLine(record, program.worktrees, texts)].join('\n'));
  }
  const obstacle = landsIn(choice) ? obstacleIn(record, context) : undefined;
  if (obstacle !== undefined) return reply(obstacle);
  const chosen: WorktreeAction = { kind: 'worktrees.choose', session: session.id, choice };
  return choice === 'pull-request' ? [chosen, ...pullRequest(session, record, texts)] : [chosen];
}

interface ChoiceRequest {
  readonly session: SessionRecord;
  readonly record: WorktreeRecord | undefined;
  readonly wanted: WorktreeChoice;
}

function whyClosed({ session, record, wanted }: ChoiceRequest, texts: Texts): string | undefined {
  const worktrees = worktreeTexts(texts);
  const name = taskLine(session);
  if (record === undefined) return worktrees.noWorktree(name);
  const { landing, choice, state } = record;
  if (landing === 'wanted' || landing === 'acting') return worktrees.underWay(name);
  if (landing === 'done' && choice !== undefined) return worktrees.chosen[choice](name);
  if (!AT_REST.includes(session.state.status)) return worktrees.atWork(name);
  if (session.workspace !== record.folder) return worktrees.noWorktree(name);
  return state === 'ready' ? undefined : worktrees.nothingOpen[wanted];
}

function landsIn(choice: WorktreeChoice): boolean {
  return choice === 'apply' || choice === 'merge';
}

/** Any other session that works in the workspace, or is about to. */
function obstacleIn(
  { session, project }: WorktreeRecord,
  { store, texts, isBusy }: CommandContext,
): string | undefined {
  const [worker] = store.sessions.listHolders(project);
  if (worker !== undefined) return worktreeTexts(texts).busy(taskLine(worker));
  return isBusy({ id: session, workspace: project }) ? texts.replies.filesBusy : undefined;
}

/** The task itself pushes its branch and opens the pull request, asks for both, and has it followed. */
function pullRequest(
  { id }: SessionRecord,
  { branch = '' }: WorktreeRecord,
  texts: Texts,
): readonly Action[] {
  const worktrees = worktreeTexts(texts);
  return [
    {
      kind: 'resume',
      session: id,
      extraMicroUsd: 0,
      instructions: worktrees.pullRequestInstructions(branch),
    },
    { kind: 'reply', text: worktrees.pullRequest(branch) },
  ];
}

/** A choice about the work of a task in a worktree. */
interface WorktreeAction extends FeatureAction {
  readonly kind: 'worktrees.choose';
  readonly session: SessionId;
  readonly choice: WorktreeChoice;
}

interface WorktreeActionPorts {
  readonly store: Pick<Store, 'worktrees' | 'sessions'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly worker: Pick<WorktreeWorker, 'takeUp'>;
}

/** Carries out what people choose about worktrees. */
export function worktreeActions({
  store,
  instance,
  clock,
  worker,
}: WorktreeActionPorts): HandlersOf<WorktreeAction> {
  return {
    'worktrees.choose': {
      grants: () => false,
      refusal: ({ session }, context) => sessionRefusal(session, context),
      // The row comes first: the program that stored it carries it out.
      apply({ session, choice }, { row }) {
        if (!store.worktrees.choose(session, choice, row.message.sender))
          throw new Error(`something else was chosen about ${session} when it was to become ${choice}`);
        store.sessions.update(session, { instance, atMs: clock.nowMs() });
        return [() => worker.takeUp()];
      },
    },
  };
}
