import {
  type Action,
  type ChatCommand,
  type CommandContext,
  replyAction,
} from '../../../contracts/commands.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { WorktreeChoice } from '../../../contracts/worktrees.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { noSuchTask, statusLine } from '../../../gateway/tasks/task-meant.ts';
import { sessionNamed } from '../../../gateway/tasks/task-name.ts';
import { worktreeTexts } from '../texts/texts.ts';
import { choiceLine, choicesFor } from './choices.ts';
import { chooseActions } from './choose.ts';

/** One command for each choice about a task in a worktree. */
export const worktreeCommands: readonly ChatCommand[] = [
  choiceCommand('apply', { name: 'apply', aliases: ['aplicar'] }),
  choiceCommand('merge', { name: 'merge', aliases: ['fusionar'] }),
  choiceCommand('pull-request', { name: 'pr', aliases: ['pull-request', 'subir'] }),
  choiceCommand('keep', { name: 'keep', aliases: ['guardar'] }),
  choiceCommand('discard', { name: 'discard', aliases: ['descartar'] }),
];

interface WorktreeCommandName {
  readonly name: 'apply' | 'merge' | 'pr' | 'keep' | 'discard';
  readonly aliases: readonly string[];
}

function choiceCommand(choice: WorktreeChoice, { name, aliases }: WorktreeCommandName): ChatCommand {
  return {
    name,
    aliases,
    topic: 'results',
    describe: (texts) => texts.commands[name],
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
