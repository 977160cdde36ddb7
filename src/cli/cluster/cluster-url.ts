import { Failure } from '../../core/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { clusterTexts } from './texts/texts.ts';

/** @throws Failure `invalid` without an address of a PostgreSQL; it never shows one */
export function clusterUrl({ databaseUrl, locale }: Pick<Settings, 'databaseUrl' | 'locale'>): string {
  const words = clusterTexts(locale ?? 'en');
  if (databaseUrl === undefined) throw new Failure('invalid', words.noUrl);
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) throw new Failure('invalid', words.wrongUrl);
  return databaseUrl;
}
