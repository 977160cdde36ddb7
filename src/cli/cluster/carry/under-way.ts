import * as z from 'zod';
import type { ConversationId, InstanceId, SessionId } from '../../../core/ids.ts';
import { createJobStore } from '../../../features/jobs/rows/job-store.ts';
import { createRewindStore } from '../../../features/rewind/rewind.ts';
import { createRoutingStore } from '../../../features/secretary/rows/routing-store.ts';
import { createUndoStore } from '../../../features/undo/undo.ts';
import { createNewWorkspaceStore } from '../../../features/workspaces/new-workspace.ts';
import type { OpenStore } from '../../../store/open.ts';
import { cleanForPostgres } from './copied-words.ts';

const About = z.object({
  /** The task that it belongs to, and the number of that task on its machine. */
  session: z.string().optional(),
  number: z.int().optional(),
  /** The project, the branch, or the words of the request. */
  name: z.string().optional(),
  url: z.string().optional(),
});

/** Work beside the tasks of a chat, which only its own machine can finish. */
export const UnderWay = About.extend({
  kind: z.enum(['project', 'undo', 'rewind', 'merge', 'pull-request', 'put-away', 'plan', 'routing']),
});
export type UnderWay = z.infer<typeof UnderWay>;

/** The copy of another machine. Entries of a kind that only a later version knows are left out. */
export const AllUnderWay = z
  .array(z.unknown())
  .transform((all) => all.flatMap((one) => UnderWay.safeParse(one).data ?? []));

const OF_CHOICE = {
  apply: 'merge',
  merge: 'merge',
  'pull-request': 'pull-request',
  keep: 'put-away',
  discard: 'put-away',
} as const;

/**
 * What is under way beside the tasks of a chat. It is copied, so that another machine can name it if this one is lost.
 */
export function underWayIn({
  store,
  instance,
}: {
  readonly store: Pick<OpenStore, 'database' | 'sessions' | 'worktrees'>;
  readonly instance: InstanceId;
}): (conversation: ConversationId) => readonly UnderWay[] {
  const { database, sessions, worktrees } = store;
  const projects = createNewWorkspaceStore(database);
  const undos = createUndoStore(database);
  const rewinds = createRewindStore(database);
  const jobs = createJobStore(database);
  const routings = createRoutingStore(database);
  return (conversation) => {
    const own = <T extends { readonly conversation: ConversationId }>(all: readonly T[]): readonly T[] =>
      all.filter((one) => one.conversation === conversation);
    const ofTask = (session: SessionId) => ({ session, number: sessions.get(session)?.number });
    return [
      ...projects.listOpen(conversation).map(({ name, url }) => ({ kind: 'project' as const, name, url })),
      ...own(undos.listUnfinished(instance)).map(({ session }) => ({
        kind: 'undo' as const,
        ...ofTask(session),
      })),
      ...own(rewinds.listUnfinished(instance)).map(({ session }) => ({
        kind: 'rewind' as const,
        ...ofTask(session),
      })),
      ...worktrees
        .listUnfinished(instance)
        .filter(({ session }) => sessions.get(session)?.conversation === conversation)
        .map(({ session, branch, choice = 'keep' }) => ({
          kind: OF_CHOICE[choice],
          name: branch,
          ...ofTask(session),
        })),
      ...own(jobs.listUnfinished(instance)).map(({ request }) => ({
        kind: 'plan' as const,
        name: cleanForPostgres(request),
      })),
      ...own(routings.listUnfinished(instance)).map(({ request }) => ({
        kind: 'routing' as const,
        name: cleanForPostgres(request),
      })),
    ];
  };
}
