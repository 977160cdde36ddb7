import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { createTranscripts } from '../../agent/transcript.ts';
import { projectFolders, projectNames } from '../../app/host-context.ts';
import { workspaceFolder } from '../../app/reading.ts';
import type { LinkParts, ProgramLinkParts } from '../../app.ts';
import { LOCAL } from '../../channels/console/console.ts';
import { createRelayChannel } from '../../channels/relay/relay.ts';
import type { RelayChannel } from '../../channels/relay/relay-channel.ts';
import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import { answerQuestions } from '../../cluster/ask-cells.ts';
import {
  type ClusterBackgroundTask,
  type ClusterDatabase,
  openClusterDatabase,
} from '../../cluster/cluster-database.ts';
import { type CellName, cellName } from '../../cluster/names.ts';
import { createSnapshotRows, watchCluster } from '../../cluster/overview/cluster-snapshot.ts';
import type { CellSnapshot } from '../../cluster/overview/look-at-cluster.ts';
import { copyPeople, createPeopleRows } from '../../cluster/people.ts';
import { createSpendingRows, shareSpending } from '../../cluster/spending/share-spending.ts';
import type { MovingFeature } from '../../contracts/machines.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import type { Workspaces } from '../../contracts/workspaces.ts';
import { type Clock, MINUTE_MS, startOfUtcDay, systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { conversationId, type SessionId } from '../../core/ids.ts';
import { createLockStore } from '../../features/lock/lock.ts';
import { createCellMover } from '../../features/machines/moving/cell-mover.ts';
import { placeIn } from '../../features/machines/moving/moved-transcript.ts';
import { type MovingFeatureParts, movingFeatures } from '../../features/moving.ts';
import { createIsOwners, outsideName } from '../../gateway/people/person.ts';
import { openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { SESSIONS } from '../../store/data-folder.ts';
import type { Database } from '../../store/database.ts';
import type { ProgramLinks } from '../program-link.ts';
import { startWith } from '../start/run-start.ts';
import { machinesOfCell, type OpenCell } from './machines-of-cell.ts';
import { type ClusterTexts, clusterWords } from './texts/texts.ts';
import { clusterUrl } from './with-cluster.ts';

export interface CellOptions {
  readonly name?: string;
}

/** @returns the exit code */
export async function runCell(host: CliHost, { name }: CellOptions): Promise<number> {
  const { packageRoot, version } = host;
  const settings = await readSettings({ packageRoot });
  const { cluster: words } = clusterWords(settings.terminalLocale);
  const url = clusterUrl(settings, words);
  const projects = projectFolders(settings);
  const link = cellLink({
    name: cellNamed(name, hostname(), words),
    url,
    version,
    projectNames: () => projectNames(projects),
    projects,
    transcriptOf: createTranscripts(join(settings.folders.data, SESSIONS)).pathOf,
    settings,
    words,
  });
  try {
    // People write on WhatsApp, whichever machine has its link.
    return await startWith({ ...settings, channels: ['whatsapp'] }, host, { links: link });
  } finally {
    await link.close();
  }
}

/**
 * The typed name, else that of the machine, which need not be one: a container's often begins with a digit.
 * @throws Failure `invalid` when it can be no name in the cluster
 */
export function cellNamed(typed: string | undefined, machine: string, words: ClusterTexts): CellName {
  const text = typed ?? machine.toLowerCase().replace(/\..*$/, '');
  const name = cellName(text);
  if (name !== undefined) return name;
  throw new Failure('invalid', typed === undefined ? words.wrongMachineName(text) : words.wrongName(text));
}

/** What connects a cell with its fronts, in place of a phone of its own. */
interface CellLink extends ProgramLinks {
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

function cellLink({ name, url, version, words, ...parts }: CellParts): CellLink {
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
      const program = `wasap cell ${name}`;
      const cluster = await openClusterDatabase({ url, name: program, supervises: false, clock, log });
      const mover = createCellMover({
        cell: name,
        cluster,
        rows,
        store,
        transcriptOf,
        projects,
        instance,
        moving: movingHere({ store, instance, notify }, { projects, settings }),
        locale: settings.locale,
        clock,
        log,
        notify,
        onArrival: machines.noteArrival,
      });
      const watch = watchCluster({ db: cluster, rows: createSnapshotRows(store.database), clock, log });
      const answering = answerQuestions({ db: cluster, cell: name, answers: machines.answered, clock, log });
      const beside = [watch, answering, ...startBackgroundTasks({ cluster, store, cell: name, log })];
      relay = createRelayChannel({
        cell: name,
        cluster,
        rows,
        version,
        facts: snapshotsOf(store.database, projectNames, clock),
        beside,
        openSessions: (chat) =>
          openSessions({ conversation: conversationId('whatsapp', chat), store }).map(({ id }) => id),
        mover,
        clock,
        log,
      });
      open = { relay, rows, mover, cluster, watch };
      return [relay];
    },
    async close() {
      await relay?.stop();
    },
  };
}

function movingHere(
  { store, instance, notify }: Pick<ProgramLinkParts, 'instance' | 'notify' | 'store'>,
  { projects, settings }: Pick<CellParts, 'projects' | 'settings'>,
): readonly MovingFeature[] {
  return movingFeatures({
    store,
    instance,
    clock: systemClock,
    placeOf: (project) => placeIn(projects, project),
    owners: ownersHere(settings, store),
    followedRepository: followedRepository(settings),
    notify,
  });
}

function ownersHere(
  { access, folders }: CellParts['settings'],
  { people, outsideAgents }: LinkParts['store'],
): MovingFeatureParts['owners'] {
  const isOwners = createIsOwners({ access: access.list, people, outsideAgents });
  return { folder: workspaceFolder(folders), isOwner: (owner) => isOwners({ owner }) };
}

function followedRepository({ github: { token, repository } }: CellParts['settings']): string | undefined {
  return token === undefined || repository === undefined
    ? undefined
    : `${repository.owner}/${repository.name}`;
}

interface BackgroundTaskParts extends Pick<LinkParts, 'store' | 'log'> {
  readonly cluster: ClusterDatabase;
  readonly cell: CellName;
}

/** The parts that share knowledge between cells. */
function startBackgroundTasks({
  cluster: db,
  store,
  cell,
  log,
}: BackgroundTaskParts): readonly ClusterBackgroundTask[] {
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

/**
 * A waiting message tries again within a minute, so a disk that is still full refuses again before this time is over.
 */
const FULL_FOR_MS = 2 * MINUTE_MS;

/** Reads from the cell's own disk what it reports to all machines; cheap enough for every few seconds. */
export function snapshotsOf(
  database: Database,
  projects: () => readonly string[],
  clock: Pick<Clock, 'nowMs' | 'upMs'>,
): () => CellSnapshot {
  const counts = database.read(
    `SELECT status, count(*) AS count FROM sessions WHERE status IN ('running', 'queued', 'waiting') GROUP BY status`,
    z.object({ status: z.string(), count: z.int() }),
  );
  const audit = database.read(
    'SELECT seq AS newest, hash FROM audit_chain ORDER BY seq DESC LIMIT 1',
    z.object({ newest: z.int(), hash: z.string() }),
  );
  const verified = database.read(
    'SELECT at_ms AS atMs, newest, hash FROM audit_verified',
    z.object({ atMs: z.int(), newest: z.int().nullable(), hash: z.string().nullable() }),
  );
  const money = createSpendingRows(database);
  const isFull = refusesLately(database, clock);
  return () => {
    const sum = (isCounted: (status: string) => boolean): number =>
      counts.all({}).reduce((all, { status, count }) => all + (isCounted(status) ? count : 0), 0);
    const spent = money.here(startOfUtcDay(clock.nowMs()));
    return {
      projects: [...projects()],
      tasks: {
        running: sum((status) => status === 'running'),
        waiting: sum((status) => status !== 'running'),
      },
      spentTodayMicroUsd: spent.reduce((all, { microUsd }) => all + microUsd, 0),
      audit: audit.get({}) ?? null,
      verified: verifiedOf(verified.get({})),
      isFull: isFull(),
    };
  };
}

/**
 * No write to find out: where the log of the database can be written over, a small one is taken by a full disk, too.
 */
function refusesLately(database: Pick<Database, 'refusals'>, clock: Pick<Clock, 'upMs'>): () => boolean {
  let known = database.refusals();
  let untilUpMs = Number.NEGATIVE_INFINITY;
  return () => {
    const refusals = database.refusals();
    if (refusals > known) untilUpMs = clock.upMs() + FULL_FOR_MS;
    known = refusals;
    return clock.upMs() < untilUpMs;
  };
}

function verifiedOf(
  row: { readonly atMs: number; readonly newest: number | null; readonly hash: string | null } | undefined,
): CellSnapshot['verified'] {
  if (row === undefined) return null;
  const { atMs, newest, hash } = row;
  return { atMs, head: newest === null || hash === null ? null : { newest, hash } };
}
