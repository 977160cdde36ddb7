import type { Action, CommandContext } from '../../../contracts/commands.ts';
import { AT_REST, type SessionRecord } from '../../../contracts/session.ts';
import type { WorktreeChoice, WorktreeRecord } from '../../../contracts/worktrees.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import type { WorktreeAction } from '../actions.ts';
import { worktreeTexts } from '../texts/texts.ts';
import { choiceLine, choicesFor } from './choices.ts';

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
