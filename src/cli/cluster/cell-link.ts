import { workspaceFolder } from '../../app/reading.ts';
import type { LinkParts } from '../../app.ts';
import { LOCAL } from '../../channels/console/console.ts';
import { createRelayChannel } from '../../channels/relay/relay.ts';
import type { RelayChannel } from '../../channels/relay/relay-channel.ts';
import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import { answerQuestions } from '../../cluster/asking/answer-questions.ts';
import { type ClusterDatabase, openClusterDatabase } from '../../cluster/cluster-database.ts';
import type { Companion } from '../../cluster/companion.ts';
import type { CellName } from '../../cluster/names.ts';
import { createSeenRows } from '../../cluster/overview/seen-cluster.ts';
import { watchCluster } from '../../cluster/overview/watch-cluster.ts';
import { copyPeople } from '../../cluster/people/copy-people.ts';
import { createPeopleRows } from '../../cluster/people/people-rows.ts';
import { shareSpending } from '../../cluster/spending/share-spending.ts';
import { createSpendingRows } from '../../cluster/spending/spending-rows.ts';
import type { Workspaces } from '../../contracts/workspaces.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { conversationId, type SessionId } from '../../core/ids.ts';
import { createLockStore } from '../../features/lock/lock.ts';
import { createNoteFiles } from '../../features/notes/notes.ts';
import { outsideName } from '../../gateway/people/outside-agent.ts';
import { createIsOwners } from '../../gateway/people/person.ts';
import { openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ProgramLinks } from '../program-link.ts';
import { type CarryingParts, createCarrying } from './carry/carrying.ts';
import { machinesOfCell, type OpenCell } from './machines-of-cell.ts';
import { snapshotsOf } from './take-snapshot.ts';
import type { ClusterTexts } from './texts/texts.ts';

/** What connects a cell with its fronts, in place of a phone of its own. */
export interface CellLink extends ProgramLinks {
  /** Closes the connections if the program did not start far enough to close them itself. */
  close(): Promise<void>;
}

interface CellParts {
  readonly name: CellName;
  readonly url: string;
  readonly version: string;
  /** The names of the projects here, as the cluster shows them. */
  readonly projectNames: () => readonly string[];
  readonly projects: Pick<Workspaces, 'findByName' | 'root' | 'usual'>;
  readonly transcriptOf: (session: SessionId) => string;
  readonly settings: Pick<Settings, 'access' | 'folders' | 'github' | 'locale'>;
  readonly words: Pick<ClusterTexts, 'otherCell' | 'noLock'>;
}

export function cellLink({ name, url, version, words, ...parts }: CellParts): CellLink {
  const { projectNames, projects, transcriptOf, settings } = parts;
  let relay: RelayChannel | undefined;
  let open: OpenCell | undefined;
  const machines = machinesOfCell(name, () => open);
  return {
    machines,
    current: () => undefined,
    async cellFacts() {
      if (relay === undefined) return undefined;
      const { cell, isHeld, awayMs } = relay.report();
      const away = awayMs === undefined ? undefined : { ms: awayMs };
      return { name: cell, isHeld, away, seen: await machines.readCluster() };
    },
    async linked({ store, log, instance, notify }) {
      const rows = createRelayRows(store.database);
      const earlier = rows.cell();
      // Chats and tasks of one cell must not go on under the name of another.
      if (earlier !== undefined && earlier !== name)
        throw new Failure('conflict', words.otherCell(earlier, name));
      // Codes of a lock would lie in the front's journal and in PostgreSQL before they could be taken out.
      if (createLockStore(store.database).factor() !== undefined) throw new Failure('denied', words.noLock);
      if (earlier === undefined) rows.nameCell(name);
      const clock = systemClock;
      const cluster = await openClusterDatabase({
        url,
        name: `wasap cell ${name}`,
        supervises: false,
        clock,
        log,
      });
      const carrying = createCarrying({
        cell: name,
        cluster,
        rows,
        store,
        transcriptOf,
        projects,
        instance,
        ...ofSettings(settings, store),
        clock,
        log,
        notify,
        onArrival: machines.noteArrival,
      });
      const watch = watchCluster({ db: cluster, rows: createSeenRows(store.database), clock, log });
      const answering = answerQuestions({ db: cluster, cell: name, answers: machines.answered, clock, log });
      const beside = [watch, answering, ...companionsOf({ cluster, store, cell: name, log })];
      relay = createRelayChannel({
        cell: name,
        cluster,
        rows,
        version,
        facts: snapshotsOf(store.database, projectNames, clock),
        beside,
        openSessions: (chat) =>
          openSessions({ conversation: conversationId('whatsapp', chat), store }).map(({ id }) => id),
        carrying,
        clock,
        log,
      });
      open = { relay, rows, carrying, cluster, watch };
      return [relay];
    },
    async close() {
      await relay?.stop();
    },
  };
}

/** The settings here that decide about states that come with a chat. */
function ofSettings(
  { access, folders, github: { token, repository }, locale }: CellParts['settings'],
  { people, outsideAgents }: LinkParts['store'],
): Pick<CarryingParts, 'followedRepository' | 'locale' | 'owners'> {
  const isOwners = createIsOwners({ access: access.list, people, outsideAgents });
  const follows = token !== undefined && repository !== undefined;
  return {
    locale,
    followedRepository: follows ? `${repository.owner}/${repository.name}` : undefined,
    owners: {
      noteFiles: createNoteFiles(workspaceFolder(folders)),
      isOwner: (owner) => isOwners({ owner }),
    },
  };
}

interface CompanionParts extends Pick<LinkParts, 'store' | 'log'> {
  readonly cluster: ClusterDatabase;
  readonly cell: CellName;
}

/** The parts that share knowledge between cells. */
function companionsOf({ cluster: db, store, cell, log }: CompanionParts): readonly Companion[] {
  const clock = systemClock;
  const money = createSpendingRows(store.database);
  const people = createPeopleRows(store.database);
  const invitedHere = () => store.people.all();
  return [
    shareSpending({ db, rows: money, cell, isShared, clock, log }),
    copyPeople({ db, rows: people, invitedHere, readsCodes: false, clock, log }),
  ];
}

/** The person at a terminal, and agents with a token of a machine, are different ones on each machine. */
function isShared(person: string): boolean {
  return person !== LOCAL && outsideName(person) === undefined;
}
