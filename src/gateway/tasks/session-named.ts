import type { SessionRecord } from '../../contracts/session.ts';
import { Failure } from '../../core/failure.ts';
import { sessionIdOf } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import type { SessionFinder } from '../../store/open-records.ts';
import { readNumbered } from './task-name.ts';

/**
 * Finds a session by its id as /sessions shows it, or by `#2` if only one chat has a task 2.
 * @throws Failure `not-found`; `invalid` for a number of several chats
 */
export function findAnySession(name: string, sessions: SessionFinder): SessionRecord {
  const numbered = readNumbered(/^\d{1,4}$/.test(name) ? `#${name}` : name);
  const id = sessionIdOf(name);
  const found = numbered?.words === '' ? ofNumber(numbered.number, sessions) : id && sessions.ofId(id);
  if (found !== undefined) return found;
  throw new Failure('not-found', fault('task-unknown', name));
}

function ofNumber(number: number, sessions: SessionFinder): SessionRecord | undefined {
  const found = sessions.ofNumber(number);
  if (found.length < 2) return found[0];
  const ids = found.map(({ id, conversation }) => `${id} (${conversation})`).join(', ');
  throw new Failure('invalid', fault('task-of-several-chats', number, ids));
}
