import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import {
  type CopiedPeople,
  createPeopleRows,
  inviteInCluster,
  type NewInvitation,
  readPeople,
  removePerson,
} from '../../cluster/people/people.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import type { OpenStore } from '../../store/open.ts';
import { withCluster } from './with-cluster.ts';

type LocalPeopleStore = Pick<OpenStore, 'database' | 'people'>;

/**
 * Opens one invitation for all machines: its code may go to any front. Throws Failure `unavailable` while PostgreSQL
 * is away.
 */
export async function inviteForAll(
  host: CliHost,
  store: LocalPeopleStore,
  invitation: NewInvitation,
): Promise<void> {
  await withCluster(host, async ({ db }) => {
    await readPeople(db, copyIn(store));
    await inviteInCluster(db, invitation);
  });
}

/**
 * False when no person came in with this number. Throws Failure `unavailable` while PostgreSQL is away: nothing
 * changed then.
 */
export async function removeForAll(host: CliHost, store: LocalPeopleStore, phone: string): Promise<boolean> {
  return await withCluster(host, async ({ db }) => {
    // This adds the people whom this machine let in when it was alone.
    await readPeople(db, copyIn(store));
    const isRemoved = await removePerson(db, phone);
    await readPeople(db, copyIn(store));
    return isRemoved;
  });
}

function copyIn({ database, people }: LocalPeopleStore): CopiedPeople {
  const readsCodes = createRelayRows(database).cell() === undefined;
  return {
    rows: createPeopleRows(database),
    invitedHere: () => people.all(),
    readsCodes,
    clock: systemClock,
  };
}
