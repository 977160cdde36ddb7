import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Action, ChatCommand, CommandContext, ProgramFacts } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { sessionIdOf } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { newName, queuedLines, withModelOption } from '../../gateway/tasks/start-task.ts';
import { waitsFor } from '../../gateway/tasks/task-queue.ts';
import { undecidedLines, worktreeActions, worktreeCommands } from './commands.ts';
import { repeatedWorktreeAnswer, worktreeQuestions } from './questions.ts';
import { worktreeReports } from './report.ts';
import { worktreeTexts } from './texts/texts.ts';
import { WorktreeWorker, type WorktreeWorkerParts } from './work/worktree-worker.ts';

export interface WorktreesFeatureParts extends Omit<WorktreeWorkerParts, 'canOpenPullRequests'> {
  readonly program: Pick<ProgramFacts, 'workspaces' | 'worktrees'>;
  readonly checkpoints: Pick<Checkpoints, 'take' | 'diff'>;
  readonly removeStrayWorktrees: TidyParts['removeStrayWorktrees'];
}

/** Tasks that work in a worktree, as a dry run or beside another task, and the choices about their work. */
export function worktreesFeature(parts: WorktreesFeatureParts): Feature {
  const { store, program, checkpoints, outgoing, instance, clock, log, removeStrayWorktrees } = parts;
  const { canOpenPullRequests, maxParallelTasks } = program.worktrees;
  const worker = new WorktreeWorker({
    store,
    worktrees: parts.worktrees,
    checkpoints,
    outgoing,
    endCommands: (session) => parts.endCommands(session),
    landed: (session) => parts.landed(session),
    program,
    canOpenPullRequests,
    instance,
    clock,
    log,
    wake: () => parts.wake(),
  });
  const { channels, outbox } = outgoing;
  const diffs = { store, maxParallelTasks, checkpoints };
  return {
    name: 'worktrees',
    commands: [dryRunCommand, ...worktreeCommands],
    actions: worktreeActions({ store, instance, clock, worker }),
    questions: worktreeQuestions,
    // A person who answers a question twice gets its result again.
    answers: [repeatedWorktreeAnswer],
    messages: { findObstacle: discardedObstacle },
    runs: {
      wrapRun: (run) => worker.around(run),
      isBusy: ({ id, workspace }) => store.worktrees.isBusy(id, workspace),
    },
    reports: worktreeReports({ store, channels, outbox, canOpenPullRequests, diffs }),
    workers: [
      {
        recover: () => worker.recover(),
        idle: () => worker.idle(),
        countUnfinished: () => store.worktrees.listUnfinished(instance).length,
      },
    ],
    statusLines: undecidedLines,
    tidy: () => tidyWorktrees({ store, worker, log, removeStrayWorktrees }),
  };
}

interface TidyParts {
  readonly store: Pick<Store, 'sessions'>;
  readonly worker: Pick<WorktreeWorker, 'takeUp'>;
  readonly log: Log;
  /** Removes worktrees that no row knows; `isKnown` decides by a folder's name. Returns how many. */
  removeStrayWorktrees(isKnown: (name: string) => boolean): Promise<number>;
}

/** Begins what is due for worktrees, and removes folders that belong to nothing. */
export async function tidyWorktrees({ store, worker, log, removeStrayWorktrees }: TidyParts): Promise<void> {
  worker.takeUp();
  const count = await removeStrayWorktrees((name) => isSession(name, store));
  if (count > 0) log.info('worktrees.removed', { count });
}

/** The row of a known task decides about its folder; folders without a row are unused. */
function isSession(name: string, { sessions }: Pick<Store, 'sessions'>): boolean {
  const id = sessionIdOf(name);
  return id === undefined || sessions.get(id) !== undefined;
}

/** The question mark is part of the name: it asks what a task would do. */
const dryRunCommand: ChatCommand = {
  name: 'agent?',
  aliases: ['agente?'],
  topic: 'tasks',
  asked: sentencePattern(
    'try (?:a task|something) (?:first|in a copy|without changing anything|without changes)',
    '(?:pruebo|probar|ensayo|ensayar) (?:una tarea|algo) (?:antes|en una copia|sin cambiar nada|sin cambios)',
  ),
  describe: (texts) => worktreeTexts(texts).commands['agent?'],
  run: (rest, context) => withModelOption(rest, context, (task) => dryRunActions(task, context)),
};

/**
 * It has a worktree of its own, so it need not wait for a task in the workspace, as long as the chat has room for one
 * more.
 */
function dryRunActions(task: string, context: CommandContext): readonly Action[] {
  const { texts, program } = context;
  const { ask } = worktreeTexts(texts).commands['agent?'];
  if (task === '') return [{ kind: 'reply', text: [ask, worktreeTexts(texts).usage].join('\n') }];
  if (!program.worktrees.hasRepository(context.workspace))
    return [{ kind: 'reply', text: worktreeTexts(texts).noRepository }];
  const begin: Action = { kind: 'start', mode: 'agent', task, worktree: { kind: 'dry-run' } };
  const name = newName(task, true, context);
  // Its folder is its own: only the chat's limit can make it wait.
  const wait = waitsFor({ ...NEW, conversation: context.conversation }, context);
  if (wait === undefined && program.writeEnabled)
    return [begin, { kind: 'reply', text: worktreeTexts(texts).started(name), instead: 'card' }];
  const lines = wait === undefined ? [worktreeTexts(texts).started(name)] : queuedLines(name, wait, context);
  const readOnly = program.writeEnabled ? [] : [texts.status.writesOff];
  return [begin, { kind: 'reply', text: [...lines, ...readOnly].join('\n') }];
}

const NEW = { mode: 'agent', workspace: '' } as const;

/** A task whose worktree was discarded with its contents cannot go on. */
function discardedObstacle(action: Action, { store, texts }: CommandContext): string | undefined {
  if (action.kind !== 'resume') return undefined;
  const session = store.sessions.get(action.session);
  const record = store.worktrees.get(action.session);
  if (session === undefined || session.workspace !== record?.folder) return undefined;
  const isGone = record.choice === 'discard' && record.landing !== 'refused';
  return isGone ? worktreeTexts(texts).gone(taskLine(session)) : undefined;
}
