import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { storedLink } from '../../channels/whatsapp/stored-link.ts';
import type { LinkCheck } from '../../channels/whatsapp/whatsapp-channel.ts';
import type { AccessList, Person } from '../../contracts/access.ts';
import type { LeaseRow } from '../../contracts/whatsapp-store.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../core/clock.ts';
import { isFailure, sentenceIn } from '../../core/failure.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { isKnownZone } from '../../core/time-zone.ts';
import { hostPrograms } from '../../processes/process-table.ts';
import { IN_MEMORY, openDatabase } from '../../store/database.ts';
import { type Inspection, inspectDatabase } from '../../store/inspect.ts';
import type { DatabaseFacts, LeaseFacts, LinkFacts, LiveLink, PortFacts } from './facts.ts';

const SOUND_WITHIN_MS = 5 * SECOND_MS;
const LATELY_MS = 7 * DAY_MS;

/** Asks the program with the link: this one, or the running one. Undefined when none has one. */
export type LinkSource = () => Promise<
  { readonly live: LiveLink; readonly check: LinkCheck | undefined } | undefined
>;

interface RecordFacts {
  readonly database: DatabaseFacts;
  readonly link: LinkFacts;
  /** People from invitations. */
  readonly invited: readonly Person[];
  /** Names of other agents that may give tasks over MCP. */
  readonly outsideAgents: readonly string[];
}

interface RecordSources {
  /** DATA_DIR. */
  readonly folder: string;
  readonly access: AccessList;
  readonly linkSource: LinkSource;
  readonly clock: Clock;
  /** Language of the sentences about what failed. */
  readonly locale: Locale;
}

/** Facts from the database, and from the program with the link. */
export async function measureRecords(sources: RecordSources): Promise<RecordFacts> {
  const path = join(sources.folder, 'wasap.db');
  const unusable = sqliteProblem(sources.locale);
  if (unusable !== undefined) return { ...NOTHING, database: { kind: 'unusable', why: unusable } };
  try {
    const opened = inspectDatabase(path);
    if (opened === undefined) return { ...NOTHING, database: { kind: 'none' } };
    try {
      return await recordsOf(opened, sources);
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { ...NOTHING, database: { kind: 'unreadable', why: sentenceIn(sources.locale, error) } };
  }
}

/** Whether SQLite works at all is tested with a database in memory, apart from the file's state. */
function sqliteProblem(locale: Locale): string | undefined {
  try {
    openDatabase(IN_MEMORY).close();
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return sentenceIn(locale, error);
  }
}

const NOTHING: Omit<RecordFacts, 'database'> = {
  invited: [],
  outsideAgents: [],
  link: {
    device: { kind: 'none' },
    lease: undefined,
    live: undefined,
    check: undefined,
    owners: [],
    pending: [],
  },
};

async function recordsOf(
  opened: Inspection,
  { access, linkSource, clock }: RecordSources,
): Promise<RecordFacts> {
  const { bytes, walBytes } = opened;
  const stored = storedLink(opened.whatsapp);
  const [soundness, source, lease] = await Promise.all([
    opened.soundness({ clock, limitMs: SOUND_WITHIN_MS }),
    askLink(linkSource),
    leaseOf(stored.lease, clock.nowMs()),
  ]);
  const owners = access.people.filter(({ role }) => role === 'owner');
  return {
    database: { kind: 'opened', soundness, bytes, walBytes },
    invited: opened.listInvited(),
    outsideAgents: opened.outsideAgents(),
    link: {
      device: stored.device,
      lease,
      live: source?.live,
      check: source?.check,
      owners: owners.map(({ phone }) => ({ phone, lid: stored.lidOf(phone) })),
      pending: opened.pendingSenders(clock.nowMs() - LATELY_MS),
    },
  };
}

/** The program has another version, or does not answer: the lease shows which one it is. */
async function askLink(ask: LinkSource): ReturnType<LinkSource> {
  try {
    return await ask();
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

async function leaseOf(row: LeaseRow | undefined, nowMs: number): Promise<LeaseFacts | undefined> {
  if (row === undefined || row.expiresAtMs <= nowMs) return undefined;
  const { pid, startTime: mark } = row;
  return { pid, isAlive: (await hostPrograms().livenessOf({ pid, mark })) !== 'gone' };
}

const PROBE_TIMEOUT_MS = 2 * SECOND_MS;
/** Prefix of all our metrics. */
const OURS = 'wasap_';

/** What is served on METRICS_PORT, and to whom; undefined when it is not set. */
export async function metricsPortOf(port: number | undefined): Promise<PortFacts | undefined> {
  if (port === undefined) return undefined;
  const [served, elsewhere] = await Promise.all([probePort(port), openAddress(port)]);
  if (served === 'served' && elsewhere !== undefined) return { at: 'open', port, address: elsewhere };
  return { at: served, port };
}

async function probePort(port: number): Promise<'served' | 'free' | 'taken'> {
  if (!(await takesConnections(port, '127.0.0.1'))) return 'free';
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const answer = fetch(`http://127.0.0.1:${port}/metrics`, { signal, redirect: 'manual' });
  const text = answer.then((response) => (response.ok ? response.text() : ''));
  // Not HTTP, or no answer in time: another program, whatever it claims to be.
  return (await text.catch(() => '')).includes(OURS) ? 'served' : 'taken';
}

/** An address of this machine that others can reach and that accepts connections, too. */
async function openAddress(port: number): Promise<string | undefined> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
    .map(({ address }) => address);
  const open = await Promise.all(addresses.map((address) => takesConnections(port, address)));
  return addresses.find((_, at) => open[at]);
}

function takesConnections(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, end(false));
    socket.once('connect', end(true));
    socket.once('error', end(false));
  });
}

/** The value of TZ if it is not a known time zone. */
export function wrongZoneIn(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const zone = environment.TZ?.replace(/^:/, '');
  return zone === undefined || zone === '' || isKnownZone(zone) ? undefined : zone;
}
