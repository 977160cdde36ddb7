import { join } from 'node:path';
import { storedLink } from '../../channels/whatsapp/stored-link.ts';
import type { LinkCheck } from '../../channels/whatsapp/whatsapp-channel.ts';
import type { AccessList, Person } from '../../contracts/access.ts';
import type { LeaseRow } from '../../contracts/whatsapp-store.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../core/clock.ts';
import { isFailure, sentenceIn } from '../../core/failure.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { hostPrograms } from '../../processes/program-table.ts';
import { IN_MEMORY, openDatabase } from '../../store/database.ts';
import { type Inspection, inspectDatabase } from '../../store/inspect.ts';
import type { DatabaseFacts, LeaseFacts, LinkFacts, LiveLink } from './facts.ts';

const SOUND_WITHIN_MS = 5 * SECOND_MS;
const LATELY_MS = 7 * DAY_MS;

/** Asks the program with the link: this one, or the running one. Undefined when none has one. */
export type LinkSource = () => Promise<
  { readonly live: LiveLink; readonly check: LinkCheck | undefined } | undefined
>;

export interface RecordFacts {
  readonly database: DatabaseFacts;
  readonly link: LinkFacts;
  /** People from invitations. */
  readonly invited: readonly Person[];
  /** Names of other agents that may give tasks over MCP. */
  readonly outsideAgents: readonly string[];
}

export interface RecordSources {
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
  return { pid, isAlive: (await hostPrograms().sightOf({ pid, mark })) !== 'gone' };
}
