import type { Outcome } from '../../src/contracts/session.ts';
import type { MadeWorktree } from '../../src/contracts/worktrees.ts';
import { settled } from './fake-clock.ts';
import type { FakeRun, RigOptions } from './gateway-rig.ts';

const MADE: MadeWorktree = {
  baseCommit: 'c0ffee',
  baseBranch: 'refs/heads/main',
  base: { trees: [], skipped: [], git: undefined } as never,
  uncommitted: [],
  linked: [],
  dependencies: [],
  setup: null,
};

/** A rig in which tasks may work side by side: worktrees are made in no time, and of nothing. */
export function sideBySide(maxParallelTasks = 3): Pick<RigOptions, 'program' | 'worktrees'> {
  return {
    program: {
      worktrees: {
        folderOf: (session) => `/nowhere/worktrees/${session}`,
        maxParallelTasks,
        hasRepository: () => true,
        canOpenPullRequests: false,
      },
    },
    worktrees: { make: async () => MADE, remove: async () => undefined },
  };
}

export interface HeldRuns {
  readonly run: FakeRun;
  /** Folders in which a run is under way. */
  readonly folders: ReadonlyMap<string, string>;
  finish(task: string, outcome?: Outcome): Promise<void>;
  /** As if the program was killed: nothing comes of them any more. */
  forget(): void;
}

/** Runs that end when the test says so, or when they are stopped. */
export function heldRuns(): HeldRuns {
  const enders = new Map<string, (outcome: Outcome) => void>();
  const folders = new Map<string, string>();
  return {
    folders,
    run: (session, agent, { signal }) =>
      new Promise((resolve) => {
        folders.set(session.task, session.workspace);
        enders.set(session.task, (outcome) => {
          folders.delete(session.task);
          enders.delete(session.task);
          if (outcome.kind === 'waiting') agent.ask();
          else if (outcome.kind !== 'suspended') agent.end(outcome);
          resolve(outcome);
        });
        signal.addEventListener('abort', () => {
          const outcome: Outcome = signal.reason === 'cancel' ? { kind: 'cancelled' } : { kind: 'suspended' };
          enders.get(session.task)?.(outcome);
        });
      }),
    async finish(task, outcome = { kind: 'done', text: '' }) {
      enders.get(task)?.(outcome);
      await settled();
    },
    forget: () => enders.clear(),
  };
}
