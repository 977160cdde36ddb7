import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorkspaceState } from '../../../src/contracts/checkpoints.ts';
import type { LandingPlan, MadeWorktree, Worktrees } from '../../../src/contracts/worktrees.ts';
import { type CallId, conversationId, newSessionId, type SessionId } from '../../../src/core/ids.ts';
import { settled } from '../../support/fake-clock.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  INSTANCE,
  type RigOptions,
} from '../../support/gateway-rig.ts';
import { sessionRecord } from '../../support/session-record.ts';

const state = (tree: string): WorkspaceState => ({
  trees: [{ root: '', tree }],
  skipped: [],
  moreSkipped: 0,
  exclude: '',
  git: { head: tree, branch: null, index: null },
});

export const MADE: MadeWorktree = {
  baseCommit: 'aaaaaaaaaaaa',
  baseBranch: 'refs/heads/main',
  base: state('aaaaaaaaaaaa'),
  uncommitted: [],
  linked: [],
  dependencies: [],
  setup: null,
};

export const BRANCH = 'wasap/notes';
const PROJECT = '/projects/shop';

const COMMIT = { hash: 'bbbbbbbbbbbbbbbb', subject: 'feat: notes' };

export const POSSIBLE: Extract<LandingPlan, { kind: 'possible' }> = {
  kind: 'possible',
  change: {
    files: [],
    kept: [],
    repository: {
      commits: [COMMIT],
      references: [{ name: 'refs/heads/main', from: 'a', to: 'b' }],
      index: [],
    },
    unknownSteps: 0,
  },
  commits: [COMMIT],
  untested: [],
};

export interface Hands {
  readonly rig: GatewayRig;
  /** What was done to worktrees, in order. */
  readonly done: string[];
  /** A task on a branch of its own, as if another one worked in the project. */
  branch(task?: string): Promise<readonly string[]>;
  /** What is answered to a message. */
  ask(text: string, change?: Parameters<GatewayRig['say']>[1]): Promise<readonly string[]>;
  restart(change?: Parameters<GatewayRig['restart']>[0]): Promise<Hands>;
}

export interface HandsOptions extends RigOptions {
  /** False: tasks change nothing. */
  readonly changes?: boolean;
}

const folders: string[] = [];
const rigs: GatewayRig[] = [];

export function removeRigs(): void {
  for (const rig of rigs.splice(0)) rig.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A gateway whose tasks work apart, with worktrees that are only noted. */
export async function worktreeRig(options: HandsOptions = {}): Promise<Hands> {
  const home = mkdtempSync(path.join(tmpdir(), 'wasap-apart-'));
  folders.push(home);
  const done: string[] = [];
  let note: (id: SessionId, isChange: boolean) => void = () => undefined;
  const run: FakeRun = async (session, agent) => {
    note(session.id, options.changes ?? true);
    return agent.end({ kind: 'done', text: 'All done.' });
  };
  const rig = await gatewayRig({
    run,
    locale: 'en',
    ...options,
    program: {
      worktrees: {
        folderOf: (id) => path.join(home, id),
        maxParallelTasks: 3,
        hasRepository: () => true,
        canOpenPullRequests: false,
      },
      ...options.program,
    },
    checkpoints: {
      take: async () => state('project'),
      diff: async () => ({ diff: '', leftOut: 0 }),
      ...options.checkpoints,
    },
    worktrees: { ...noted(done), ...options.worktrees },
  });
  rigs.push(rig);
  let calls = 0;
  const noteIn = (store: GatewayRig['store']) => (session: SessionId, isChange: boolean) => {
    calls += 1;
    const about = { session, call: `call-${calls}` as CallId, problem: undefined };
    store.checkpoints.begin({ ...about, before: state('aaaaaaaaaaaa') });
    store.checkpoints.end({ ...about, after: state(isChange ? 'cccccccccccccccc' : 'aaaaaaaaaaaa') });
  };
  note = noteIn(rig.store);
  return portsOf(rig, { home, done });
}

function noted(done: string[]): Worktrees {
  return {
    async make({ folder, branch, withChanges }) {
      mkdirSync(folder, { recursive: true });
      done.push(`make ${branch ?? '-'}${withChanges ? ' with changes' : ''}`);
      return MADE;
    },
    async planApply() {
      done.push('plan apply');
      return POSSIBLE;
    },
    async planMerge({ branch }) {
      done.push(`plan merge ${branch}`);
      return POSSIBLE;
    },
    async land() {
      done.push('land');
      return { files: ['src/a.ts'], commits: [COMMIT], left: [] };
    },
    async commitRest(_folder, message) {
      done.push(`commit ${message}`);
      return COMMIT;
    },
    countBehind: async () => 0,
    async remove({ folder, branch }) {
      rmSync(folder, { recursive: true, force: true });
      done.push(`remove ${branch ?? '-'}`);
    },
  };
}

function portsOf(rig: GatewayRig, { home, done }: { readonly home: string; readonly done: string[] }): Hands {
  const ask: Hands['ask'] = async (text, change) => {
    const since = rig.phone.texts.length;
    await rig.say(text, change);
    await settled();
    return rig.phone.texts.slice(since);
  };
  return {
    rig,
    done,
    ask,
    async branch(task = 'write notes') {
      const { store, clock } = rig;
      const id = newSessionId(clock.nowMs());
      const conversation = conversationId('phone', 'ana');
      const folder = path.join(home, id);
      const atMs = clock.nowMs();
      const number = store.taskNumbers.nextFree(conversation);
      store.atomically(() => {
        store.sessions.create(
          sessionRecord({
            id,
            conversation,
            owner: ANA,
            task,
            number,
            instance: INSTANCE,
            workspace: folder,
            project: PROJECT,
            origin: { createdAtMs: atMs },
            state: { updatedAtMs: atMs },
          }),
        );
        store.worktrees.add({
          session: id,
          kind: 'branch',
          project: PROJECT,
          folder,
          branch: BRANCH,
          createdAtMs: atMs,
        });
      });
      return ask('/sessions');
    },
    async restart(change) {
      const next = await rig.restart(change);
      await settled();
      return portsOf(next, { home, done });
    },
  };
}
