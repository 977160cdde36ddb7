import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WorktreeStart } from '../../contracts/worktrees.ts';
import { isFailure } from '../../core/failure.ts';
import { waitsFor } from '../../gateway/tasks/places.ts';
import { newName, queuedLines } from '../../gateway/tasks/start-task.ts';
import { planAsOf, writtenAsOf } from './as-of-round.ts';
import type { RewindAction } from './rewind.ts';
import { type RoundStores, roundsOf } from './rounds.ts';
import { rewindTexts } from './texts/texts.ts';

export interface ForkPorts {
  readonly store: RoundStores & Pick<Store, 'sessions'>;
  readonly checkpoints: Pick<Checkpoints, 'readLeftFiles'>;
}

type ForkAction = Extract<RewindAction, { kind: 'rewind.fork' }>;

/** Begins a copy of the task as it was at the end of that round, in a worktree beside it, with other words. */
export async function forkOf(
  { session: id, round: number, words, question }: ForkAction,
  context: CommandContext,
  { store, checkpoints }: ForkPorts,
): Promise<readonly Action[]> {
  const texts = rewindTexts(context.texts);
  const session = store.sessions.get(id);
  const round = session && roundsOf(session, store).all.find((one) => one.number === number);
  if (session === undefined || round === undefined) return [{ kind: 'reply', text: texts.gone }];
  const start = await startAt(number, session, { store, checkpoints });
  if (start === 'gone') return [{ kind: 'reply', text: texts.filesGone }];
  const calls = store.calls.listCurrent(id);
  const task = `${words} (${session.task})`;
  const closing: readonly RewindAction[] =
    question === undefined ? [] : [{ kind: 'rewind.close-question', question }];
  return [
    ...closing,
    {
      kind: 'start',
      mode: 'agent',
      task,
      worktree: { kind: 'branch', start },
      copy: {
        source: id,
        toMessage: round.end,
        words,
        plan: planAsOf(number, calls),
        written: writtenAsOf(number, calls, store.ledger.listWritten(id)),
      },
    },
    { kind: 'reply', text: forkedLines(task, number, context).join('\n') },
  ];
}

/**
 * The start of the worktree: the commit that was checked out at the end of the round, and the task's own changes until
 * then. When undefined, only the project's last commit.
 */
async function startAt(
  number: number,
  session: SessionRecord,
  { store, checkpoints }: ForkPorts,
): Promise<WorktreeStart | 'gone' | undefined> {
  const rounds = new Map(store.calls.listCurrent(session.id).map(({ id, round }) => [id, round]));
  const steps = store.checkpoints.listCurrent(session.id);
  const isLater = (call: (typeof steps)[number]['call']): boolean => (rounds.get(call) ?? 0) > number;
  const next = steps.find(({ call }) => isLater(call));
  try {
    const earlier = steps.filter(({ call }) => !isLater(call));
    const { head, files } = await checkpoints.readLeftFiles(session.workspace, earlier);
    const commit = head ?? next?.before?.git?.head ?? undefined;
    return commit === undefined ? undefined : { workspace: session.workspace, commit, files };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return 'gone';
  }
}

const NEW = { mode: 'agent', workspace: '' } as const;

/** Its folder is its own: only the chat's limit can make it wait. */
function forkedLines(task: string, round: number, context: CommandContext): readonly string[] {
  const name = newName(task, true, context);
  const wait = waitsFor({ ...NEW, conversation: context.conversation }, context);
  const forked = rewindTexts(context.texts).forked(name, round);
  return wait === undefined ? [forked] : [forked, ...queuedLines(name, wait, context)];
}
