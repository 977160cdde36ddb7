import { Failure } from '../../core/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ClusterTexts } from './texts/texts.ts';

/** @throws Failure `invalid` without an address of a PostgreSQL; it never shows one */
export function clusterUrl({ databaseUrl }: Pick<Settings, 'databaseUrl'>, words: ClusterTexts): string {
  if (databaseUrl === undefined) throw new Failure('invalid', words.noUrl);
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) throw new Failure('invalid', words.wrongUrl);
  return databaseUrl;
}
