import { readRegular } from '../core/file-access.ts';
import { jsonIn } from '../core/json.ts';
import { unlessRefused } from './unless-refused.ts';

/** Contents of another program's JSON file, to be parsed by a schema; undefined when it is missing or not JSON. */
export function jsonInFile(file: string): unknown {
  const text = unlessRefused(() => readRegular(file));
  return text === undefined ? undefined : jsonIn(text);
}
