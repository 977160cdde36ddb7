import type { CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';

/**
 * Works with open sessions that are read once: many parts of a decision ask for the same rows, and nothing changes
 * while it is made. A context that is kept reads anew when the work is over.
 */
export function withOpenSessionsOnce<Result>(
  given: CommandContext,
  work: (context: CommandContext) => Result,
): Result {
  const { store } = given;
  const { listOpen, listOpenIn } = store.sessions;
  let known: Map<string, readonly SessionRecord[]> | undefined = new Map();
  const once = <Key extends string>(name: string, read: (key: Key) => readonly SessionRecord[]) => {
    return (key: Key): readonly SessionRecord[] => {
      const rows = known?.get(`${name} ${key}`) ?? read(key);
      known?.set(`${name} ${key}`, rows);
      return rows;
    };
  };
  const sessions = {
    ...store.sessions,
    listOpen: once('chat', listOpen),
    listOpenIn: once('folder', listOpenIn),
  };
  try {
    return work({ ...given, store: { ...store, sessions } });
  } finally {
    known = undefined;
  }
}
