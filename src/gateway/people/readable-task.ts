import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WebRequest } from '../../contracts/web-page.ts';
import { sessionIdOf } from '../../core/ids.ts';
import type { ConsoleVisitors } from './console-visitors.ts';

export interface ReadableTasks {
  readonly store: Pick<Store, 'sessions'>;
  readonly visitors: Pick<ConsoleVisitors, 'mayRead'>;
}

/** The task with this id, if this visitor may see it: what is not theirs is not there. */
export function readableTask(
  id: string,
  { visitor }: Pick<WebRequest, 'visitor'>,
  { store, visitors }: ReadableTasks,
): SessionRecord | undefined {
  const known = sessionIdOf(id);
  const session = known && store.sessions.get(known);
  return session !== undefined && visitors.mayRead(visitor, session) ? session : undefined;
}
