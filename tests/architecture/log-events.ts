import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The name of an event behind a method of `Log`; one name is promised to operators, and two parts write it. */
const EVENT = /\b(?:debug|info|warn|error)\(\s*'(?!agent\.process\.gc')([a-z_]+)\.[a-z_.]+'/g;

/**
 * A sentence for every event under `root` that is not called after a folder or the file that writes it: who reads a log
 * looks for the first word in the tree.
 */
export function misnamedEventsIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) =>
      misnamedIn(file.split(path.sep).join('/'), readFileSync(path.join(root, file), 'utf8')),
    );
}

function misnamedIn(file: string, text: string): readonly string[] {
  const names = file
    .replace(/\.tsx?$/, '')
    .replaceAll('-', '_')
    .split('/');
  return [...text.matchAll(EVENT)].flatMap(([, part = '']) =>
    names.some((name) => name === part || name === `${part}s`)
      ? []
      : [
          `src/${file} writes an event of "${part}". Call it after its folder or feature: ${names.join(', ')}.`,
        ],
  );
}
