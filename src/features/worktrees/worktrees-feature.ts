import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { ProgramFacts } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { worktreeActions } from './actions.ts';
import { repeatedWorktreeAnswer } from './choices/answer.ts';
import { undecidedLines, worktreeCommands } from './choices/commands.ts';
import { discardedObstacle } from './choices/discarded.ts';
import { dryRunCommand } from './dry-run.ts';
import { worktreeQuestions } from './questions.ts';
import { worktreeReports } from './report/report.ts';
import { type TidyParts, tidyWorktrees } from './tidy.ts';
import { WorktreeWorker, type WorktreeWorkerParts } from './work/worktree-worker.ts';

export interface WorktreesFeatureParts extends Omit<WorktreeWorkerParts, 'canOpenPullRequests'> {
  readonly program: Pick<ProgramFacts, 'workspaces' | 'worktrees'>;
  readonly checkpoints: Pick<Checkpoints, 'take' | 'diff'>;
  readonly removeStrayWorktrees: TidyParts['removeStrayWorktrees'];
}

/** Tasks that work apart, as a dry run or beside another one, and what becomes of their work. */
export function worktreesFeature(parts: WorktreesFeatureParts): Feature {
  const { store, program, checkpoints, outgoing, instance, clock, log, removeStrayWorktrees } = parts;
  const { canOpenPullRequests, mostParallel } = program.worktrees;
  const worker = new WorktreeWorker({ ...parts, canOpenPullRequests });
  const { channels, postbox } = outgoing;
  const diffs = { store, mostParallel, checkpoints };
  return {
    name: 'worktrees',
    commands: [dryRunCommand, ...worktreeCommands],
    actions: worktreeActions({ store, instance, clock, worker }),
    questions: worktreeQuestions,
    // Whoever answers a question twice is told again what came of it.
    answers: [repeatedWorktreeAnswer],
    messages: { obstacle: discardedObstacle },
    runs: {
      around: (run) => worker.around(run),
      isBusy: ({ id, workspace }) => store.worktrees.isBusy(id, workspace),
    },
    reports: worktreeReports({ store, channels, postbox, canOpenPullRequests, diffs }),
    workers: [
      {
        recover: () => worker.recover(),
        idle: () => worker.idle(),
        unfinished: () => store.worktrees.unfinished(instance).length,
      },
    ],
    statusLines: undecidedLines,
    tidy: () => tidyWorktrees({ store, worker, log, removeStrayWorktrees }),
  };
}
