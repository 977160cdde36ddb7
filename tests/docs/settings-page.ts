import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isMap, isScalar, type Pair, parseDocument, stringify } from 'yaml';
import { Variables } from '../../src/settings/variables.ts';
import { type Page, row } from './page.ts';

const AGENT_FILE = path.resolve(import.meta.dirname, '../../config/agent.yaml');

/** Every variable, and every setting of `agent.yaml` with its default and what its comment says. */
export function settingsPage(): Page {
  return [
    '# Settings',
    'The first place that has a setting wins: the command line, the environment, `.env` in CONFIG_DIR, `.env` next to the program. No settings are read from the project I work on.',
    '## Variables',
    'For the environment or a `.env` file. Only the key is required. `.env.example` has them all, ready to fill in.',
    [
      row('variable', 'what it is'),
      row('---', '---'),
      ...Object.entries(Variables.shape).map(([name, { description = '' }]) =>
        row(`\`${name}\``, description),
      ),
    ],
    '## agent.yaml',
    'Your `agent.yaml` in CONFIG_DIR changes these defaults: maps are merged, lists and single values replaced. Variables win over both. What each model costs and can do is in `config/agent.yaml`, under `models`.',
    [row('setting', 'default', 'what it is'), row('---', '---', '---'), ...settingsOf()],
  ];
}

function settingsOf(): readonly string[] {
  const { contents } = parseDocument(readFileSync(AGENT_FILE, 'utf8'));
  if (!isMap(contents)) throw new Error('agent.yaml is no map');
  return contents.items.filter((pair) => nameOf(pair) !== 'models').flatMap((pair) => rowsOf(pair, ''));
}

/** The comment of a section stands with its first setting. */
function rowsOf(pair: Pair, above: string, ofSection = ''): readonly string[] {
  const name = `${above}${nameOf(pair)}`;
  const own = commentOf(pair.key);
  const comment = [ofSection, own].filter((text) => text !== '').join(' ');
  const { value } = pair;
  if (!isMap(value)) {
    const shown = stringify(value, { flow: true }).trim();
    return [row(`\`${name}\``, `\`${shown}\``, comment || 'see the line above')];
  }
  return value.items.flatMap((inner, index) =>
    rowsOf(inner, `${name}.`, index === 0 ? sectionComment(value, comment) : ''),
  );
}

/** YAML keeps the comment below a section's name with the map, not with its first key. */
function sectionComment(
  { commentBefore }: { readonly commentBefore?: string | null },
  above: string,
): string {
  return [above, inOneLine(commentBefore ?? '')].filter((text) => text !== '').join(' ');
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function commentOf(key: unknown): string {
  return isScalar(key) ? inOneLine(key.commentBefore ?? '') : '';
}

/** Paragraphs above the last one are about the file. */
function inOneLine(comment: string): string {
  const [last = ''] = comment.split(/\n\s*\n/).slice(-1);
  return last
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}
