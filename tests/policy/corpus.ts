import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Lines as they are met, one a line under a heading: `== allow`, `== ask`, `== deny`, or `== never` (asked or denied),
 * with `windows` behind it where it is meant. `json:` goes before a line that cannot be written plainly.
 */
export interface Line {
  readonly text: string;
  readonly wanted: 'allow' | 'ask' | 'deny' | 'never';
  readonly platform: 'posix' | 'windows';
}

const HEADING = /^== (allow|ask|deny|never)(?: (windows))?$/;

/** The lines of a file under `fixtures/`. */
export function linesOf(file: string): readonly Line[] {
  const text = readFileSync(path.join(import.meta.dirname, 'fixtures', file), 'utf8');
  let heading: Pick<Line, 'wanted' | 'platform'> = { wanted: 'never', platform: 'posix' };
  return text.split('\n').flatMap((line) => {
    const [, wanted, windows] = HEADING.exec(line) ?? [];
    if (wanted !== undefined) {
      heading = { wanted: wanted as Line['wanted'], platform: windows === undefined ? 'posix' : 'windows' };
    }
    if (line === '' || line.startsWith('##') || line.startsWith('== ')) return [];
    const written = line.startsWith('json:') ? String(JSON.parse(line.slice(5))) : line;
    return [{ text: written, ...heading }];
  });
}
