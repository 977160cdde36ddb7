import type { InboundMessage } from '../../contracts/channel.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { commandName } from '../../core/texts/texts.ts';
import { plainWords, sentencePattern, withoutCourtesy } from '../../gateway/questions/plain-words.ts';
import { addressableSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { projectName } from '../../gateway/tasks/projects.ts';
import { resolveTask, resolveTaskAmong, type TaskResolution } from '../../gateway/tasks/resolve-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { cancelFor, nameFor } from '../../gateway/tasks/task-name.ts';
import { undoTexts } from './texts/texts.ts';
import type { UndoAction, UndoStore } from './undo.ts';

/** How many sessions are searched for the latest task that changed something. */
const MAX_SESSIONS_SEARCHED = 50;

/** See `ChatCommand.asked`. */
const ASKED_UNDO = sentencePattern(
  'undo|take back (?:your changes|what you did)',
  '(?:undo|revert) (?:(?:a|the|the last|this|that|my|my last|your|your last) task|your (?:last )?changes?|(?:everything|all|what) (?:that )?you (?:did|changed|have done|just did))',
  'deshago|deshacer|deshace',
  '(?:deshago|deshacer|deshace|revierto|revertir|revierte) (?:(?:una|la|la ultima|esta|esa|mi ultima) tarea|(?:tus|tus ultimos) cambios|(?:todo )?lo que (?:hiciste|has hecho|cambiaste|acabas de hacer))',
);

const ASKED_DIFF = sentencePattern(
  '(?:see|view|show|check|review|look at) (?:your (?:changes|diff)|what you (?:did|changed|have changed)|what (?:a|the) task changed)',
  '(?:veo|ver|reviso|revisar|miro|mirar) (?:tus cambios|lo que (?:hiciste|cambiaste|has cambiado|has hecho)|los cambios de (?:una|la) tarea)',
);

/** `/undo` and `/diff`, each about the newest task that changed something unless another one is named. */
export function undoCommands(rows: UndoStore): readonly ChatCommand[] {
  return [
    {
      name: 'undo',
      aliases: ['deshacer'],
      topic: 'results',
      asked: ASKED_UNDO,
      describe: (texts) => undoTexts(texts).commands.undo,
      run(rest, context) {
        const command = commandName(undoTexts(context.texts).commands.undo);
        const { nothingHere } = undoTexts(context.texts);
        return aboutTask(rest, command, context, {
          withTask: (session) => undoActions(session, context, rows),
          withoutTask: nothingHere,
        });
      },
    },
    {
      name: 'diff',
      aliases: ['cambios'],
      topic: 'results',
      asked: ASKED_DIFF,
      describe: (texts) => undoTexts(texts).commands.diff,
      run(rest, context) {
        const command = commandName(undoTexts(context.texts).commands.diff);
        const { nothingToShow } = undoTexts(context.texts);
        return aboutTask(rest, command, context, {
          withTask: ({ id }): readonly UndoAction[] => [{ kind: 'undo.show-diff', session: id }],
          withoutTask: nothingToShow,
        });
      },
    },
  ];
}

/** The reaction on a report or a card undoes its task. */
export function undoByReaction(
  { gesture }: Pick<InboundMessage, 'gesture'>,
  context: CommandContext,
  rows: UndoStore,
): readonly Action[] | undefined {
  if (gesture?.kind !== 'reaction' || !isUndo(gesture.emoji)) return undefined;
  const session = context.store.sessions.findByReport(context.conversation, gesture.target);
  return session && undoActions(session, context, rows);
}

/**
 * Plain words that ask to undo, where nothing works in the chat and a task changed something: they are asked about
 * first. Undefined for words that are for a task or for the model.
 */
export function undoInWords(
  message: InboundMessage,
  context: CommandContext,
  rows: UndoStore,
): readonly Action[] | undefined {
  if (!asksForUndo(message) || addressableSessions(context).length > 0 || changedTasks(context).length === 0)
    return undefined;
  const command = commandName(undoTexts(context.texts).commands.undo);
  const actions = aboutTask('', command, context, {
    withTask: (session) => undoActions(session, context, rows),
    withoutTask: undoTexts(context.texts).nothingHere,
  });
  return actions.map((action) => (isBegin(action) ? { ...action, kind: 'undo.ask' } : action));
}

function isBegin(action: Action): action is Extract<UndoAction, { readonly kind: 'undo.begin' }> {
  return action.kind === 'undo.begin';
}

/** The sign with or without the variation selector for emoji. */
function isUndo(emoji: string): boolean {
  return emoji.replace('\uFE0F', '') === '↩';
}

interface UndoAnswers {
  readonly withTask: (session: SessionRecord) => readonly Action[];
  readonly withoutTask: string;
}

function aboutTask(
  rest: string,
  command: string,
  context: CommandContext,
  { withTask, withoutTask }: UndoAnswers,
): readonly Action[] {
  const meant = rest === '' ? newestChanged(command, context) : resolveTask(rest, command, context);
  switch (meant.kind) {
    case 'task':
      return withTask(meant.session);
    case 'reply':
      return [{ kind: 'reply', text: meant.text }];
    case 'none':
      return [{ kind: 'reply', text: withoutTask }];
  }
}

/** The newest task that changed something in this chat's project; another project only if it is named. */
function newestChanged(command: string, context: CommandContext): TaskResolution {
  const all = changedTasks(context);
  const here = all.filter(({ project }) => project === context.workspace);
  const [other] = all;
  if (here.length > 0 || context.meant !== undefined || other === undefined)
    return resolveTaskAmong(command, here, context);
  const { onlyElsewhere } = undoTexts(context.texts);
  const task = `${taskLine(other)} (${projectName(other.project)})`;
  return {
    kind: 'reply',
    text: onlyElsewhere(projectName(context.workspace), task, `${command} ${other.id}`),
  };
}

/** Tasks of the chat that changed something, newest first. */
function changedTasks({ conversation, store }: CommandContext): readonly SessionRecord[] {
  return store.sessions
    .listNewest(conversation, MAX_SESSIONS_SEARCHED)
    .filter((session) => session.mode === 'agent' && store.checkpoints.hasAny(session.id));
}

/** Why a task in a worktree has nothing to undo: it changed nothing in the project, or its folder is gone. */
function whyNowhere(session: SessionRecord, { store, texts }: CommandContext): string | undefined {
  const worktree = store.worktrees.get(session.id);
  if (worktree?.folder !== session.workspace) return undefined;
  if (worktree.kind === 'dry-run') return undoTexts(texts).ofDryRun(taskLine(session));
  return worktree.state === 'gone' ? undoTexts(texts).putAway(taskLine(session)) : undefined;
}

/** Not while anything works in these files. An undone task stays undone: only later changes can be undone again. */
function undoActions(session: SessionRecord, context: CommandContext, rows: UndoStore): readonly Action[] {
  const { store, texts } = context;
  const undo = undoTexts(texts);
  const reply = (text: string): readonly Action[] => [{ kind: 'reply', text }];
  const nowhere = whyNowhere(session, context);
  if (nowhere !== undefined) return reply(nowhere);
  const last = rows.findLast(session.id);
  if (last?.state === 'wanted' || last?.state === 'acting') return reply(undo.underWay(taskLine(session)));
  const [busy] = store.sessions.listHolders(session.workspace);
  if (busy !== undefined) return reply(undo.busy(nameFor(busy, context), cancelFor(busy, context)));
  // Another undo of these files only comes first; everything else that changes them has to end.
  const isOtherBusy = context.isBusy(session) && !rows.isBusy(session.workspace);
  if (isOtherBusy || store.worktrees.isBusy(session.id, session.workspace))
    return reply(texts.replies.filesBusy);
  const through = store.checkpoints.listCurrent(session.id).at(-1)?.seq;
  if (through === undefined) {
    return reply(
      last?.state === 'done' ? undo.already(taskLine(session)) : undo.nothingChanged(taskLine(session)),
    );
  }
  const begin: UndoAction = { kind: 'undo.begin', session: session.id, through };
  return [begin];
}

/** Longer messages say more than this. In UTF-16 code units. */
const MAX_LENGTH = 60;

// As `plainWords` gives them: lower case, no accents, no punctuation.
const WHAT =
  '(?:it|that|this|it all|all (?:of )?(?:it|that|this)|everything|(?:the|your|those|these|my) (?:last )?changes?|' +
  'what you (?:did|changed|just did)|everything you (?:did|changed)|(?:the|that|this|the last) task)';
const ESO =
  '(?:eso|esto|todo|todo (?:eso|esto)|(?:los|tus|esos|estos) cambios|lo que (?:hiciste|cambiaste)|todo lo que hiciste|' +
  '(?:la|esa|esta|la ultima) tarea|lo ultimo)';
const UNDO = sentencePattern(
  'undo',
  `(?:(?:can|could|would) you (?:please )?)?(?:undo|revert) ${WHAT}`,
  '(?:(?:can|could|would) you (?:please )?)?take (?:it|that|this) back',
  'deshacer|deshazlo|deshacelo|deshazla|deshacela|reviertelo|revertilo|reviertela|revertila',
  `(?:deshaz|deshace|revierte|reverti) ${ESO}`,
  `(?:puedes|podes|podrias) (?:deshacer|revertir) ${ESO}`,
  '(?:lo |la )?(?:puedes|podes|podrias) (?:deshacer(?:lo|la)?|revertir(?:lo|la)?)',
);

/**
 * True for words that ask to undo what a task did, and say nothing besides: `undo that pls`, `no, revert it`,
 * `deshaz eso porfa`. `undo that and add tests` and `undo the rename` are tasks.
 */
export function saysUndo(text: string): boolean {
  if (text.length > MAX_LENGTH || text.trim().startsWith('/') || /[`"'\d\n]/.test(text)) return false;
  // `no, undo it` undoes; without the comma, `no undo` says the opposite.
  const words = plainWords(text.replace(/^\s*no\s*[,.;:!-]+/iu, ''));
  return UNDO.test(withoutCourtesy(words.split(' ')).join(' '));
}

/** True for a message that consists of such words, typed in the chat by its sender just now. */
function asksForUndo({ text, gesture, forwarded, scheduled, enclosed = [] }: InboundMessage): boolean {
  const isTheirs = gesture === undefined && forwarded !== true && scheduled === undefined;
  return isTheirs && enclosed.every(({ kind }) => kind === 'voice') && saysUndo(text);
}
