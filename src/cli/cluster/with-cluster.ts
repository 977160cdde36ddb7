import { type ClusterDatabase, openClusterDatabase } from '../../cluster/cluster-database.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { SECOND_MS, systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { silentLog } from '../../core/log.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { withTimeLimit } from '../../core/waiting.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { type ClusterTexts, clusterWords } from './texts/texts.ts';

/** A person waits for it. */
const WITHIN_MS = 5 * SECOND_MS;

export interface OpenCluster {
  readonly db: ClusterDatabase;
  readonly words: ClusterTexts;
  readonly locale: Locale;
}

/**
 * With PostgreSQL as a command needs it: now, or not at all.
 * @throws Failure `invalid` without DATABASE_URL, `unavailable` when PostgreSQL does not answer in time
 */
export async function withCluster<T>(
  { packageRoot }: CliHost,
  work: (cluster: OpenCluster) => Promise<T>,
): Promise<T> {
  const settings = await readSettings({ packageRoot });
  const { locale = 'en' } = settings;
  const { cluster: words } = clusterWords(locale);
  const url = clusterUrl(settings, words);
  const db = await openClusterDatabase({
    url,
    name: 'wasap cluster',
    supervises: false,
    clock: systemClock,
    log: silentLog,
  });
  try {
    if ((await withTimeLimit(db.ready, WITHIN_MS, systemClock)) === 'late')
      throw new Failure('unavailable', words.away(WITHIN_MS / SECOND_MS));
    return await work({ db, words, locale });
  } finally {
    await db.close();
  }
}

/** @throws Failure `invalid` without an address of a PostgreSQL; it never shows one */
export function clusterUrl({ databaseUrl }: Pick<Settings, 'databaseUrl'>, words: ClusterTexts): string {
  if (databaseUrl === undefined) throw new Failure('invalid', words.noUrl);
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) throw new Failure('invalid', words.wrongUrl);
  return databaseUrl;
}
