import { jsonIn } from '../../base/json.ts';
import { readRegular } from '../../base/regular-file.ts';
import { unlessRefused } from './unless-refused.ts';

/** What a file that somebody else wrote holds, to be read by a schema; undefined without such a file, and for no JSON. */
export function jsonInFile(file: string): unknown {
  const text = unlessRefused(() => readRegular(file));
  return text === undefined ? undefined : jsonIn(text);
}
