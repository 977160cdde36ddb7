import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import {
  type CopiedPeople,
  createPeopleRows,
  inviteInCluster,
  readPeople,
  removePerson,
} from '../../cluster/people.ts';
import { systemClock } from '../../core/clock.ts';
import type { OpenSharedPeople } from '../../features/people/cli/people.ts';
import type { OpenStore } from '../../store/open.ts';
import { isOfCluster } from './of-cluster.ts';
import { withCluster } from './with-cluster.ts';

/** The people of all machines, for one of them. */
export const openSharedPeople: OpenSharedPeople = async (host, store) => {
  if (!isOfCluster(store.database)) return undefined;
  return {
    invite: (invitation) =>
      withCluster(host, async ({ db }) => {
        await readPeople(db, copyIn(store));
        await inviteInCluster(db, invitation);
      }),
    remove: (phone) =>
      withCluster(host, async ({ db }) => {
        // This adds the people whom this machine let in when it was alone.
        await readPeople(db, copyIn(store));
        const isRemoved = await removePerson(db, phone);
        await readPeople(db, copyIn(store));
        return isRemoved;
      }),
  };
};

function copyIn({ database, people }: Pick<OpenStore, 'database' | 'people'>): CopiedPeople {
  const readsCodes = createRelayRows(database).cell() === undefined;
  return {
    rows: createPeopleRows(database),
    invitedHere: () => people.all(),
    readsCodes,
    clock: systemClock,
  };
}
