import type { Clock } from '../../core/clock.ts';
import type { ConsoleVisitors } from '../../gateway/people/console-visitors.ts';
import type { Visits } from '../../web-server/console-parts.ts';
import type { VisitStore } from './rows/visit-store.ts';

interface VisitParts {
  readonly rows: VisitStore;
  readonly visitors: Pick<ConsoleVisitors, 'visitor'>;
  /** True when nothing may be shown to this person now. */
  isShutTo(sender: string): boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Sessions from rows, as far as their people may still write: a person who is removed has no session any more. */
export function visitsOf({ rows, visitors: { visitor }, isShutTo, clock }: VisitParts): Visits {
  const present = (person: string | undefined): ReturnType<Visits['visitor']> => {
    if (person === undefined) return undefined;
    const found = visitor(person);
    if (found === undefined) rows.endOf(person);
    return found;
  };
  return {
    enter: (code) => rows.enter(code, clock.nowMs()),
    visitor: (secret) => present(rows.person(secret, clock.nowMs())),
    reader: (token) => present(rows.reader(token)),
    leave: rows.leave,
    isLocked: ({ sender }) => isShutTo(sender),
  };
}
