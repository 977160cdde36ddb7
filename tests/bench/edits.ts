import { planEdit } from '../../src/tools/edit/plan-edit.ts';
import { unifiedDiff } from '../../src/tools/edit/unified-diff.ts';
import type { Figure } from './figure.ts';
import { preciseNowMs } from './running.ts';
import { quantile } from './statistics.ts';

const BYTES = 2 * 1024 * 1024;
const ROUNDS = 15;
const MAX_MS = 300;

/** Lines around the place of the edit, in the middle of the file. */
const SEARCH = [
  'if (entry.key === "middle") {',
  '  total += entry.amount;',
  '  return describe(entry, total);',
  '}',
];

interface Attempt {
  readonly name: string;
  readonly text: string;
  readonly search: string;
  readonly replace: string;
}

/** What an edit of a large file takes, from its text to the new text and the diff, beside a bare search and replace. */
export async function editFigures(): Promise<readonly Figure[]> {
  const plain = largeFile();
  const search = SEARCH.map((line) => `    ${line}`).join('\n');
  const attempts: readonly Attempt[] = [
    attempt('found as it stands', plain, search),
    attempt('found without its indentation', plain, SEARCH.join('\n')),
    attempt(
      'found behind line numbers',
      plain,
      SEARCH.map((line, index) => `${index + 9}|    ${line}`).join('\n'),
    ),
    attempt('found among typographic quotes', plain.replaceAll('"', '\u201d'), search),
    attempt('found nowhere', plain, search.replace('describe', 'explain')),
  ];
  return attempts.map(figureOf);
}

function attempt(name: string, text: string, search: string): Attempt {
  return { name, text, search, replace: search.replace('+=', '-=') };
}

function figureOf({ name, text, search, replace }: Attempt): Figure {
  const at = SEARCH[1] ?? '';
  const ours = timed(() => {
    const planned = plannedText({ name, text, search, replace });
    return planned === undefined ? 0 : unifiedDiff('a.ts', text, planned).added;
  });
  const bare = timed(() => (text.indexOf(at) === -1 ? text : text.replace(at, () => replace)).length);
  return { name: `an edit in 2 MB, ${name}`, unit: 'ms', ours, bare, bar: { of: 'ours', limit: MAX_MS } };
}

/** Undefined where it is refused, which is what one of the attempts is about. */
function plannedText({ text, search, replace }: Attempt): string | undefined {
  try {
    return planEdit({ path: 'a.ts', text, search, replace, all: false }).text;
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') return undefined;
    throw error;
  }
}

function timed(work: () => number): number {
  const taken = Array.from({ length: ROUNDS }, () => {
    const beganAtMs = preciseNowMs();
    work();
    return preciseNowMs() - beganAtMs;
  });
  return quantile(taken, 0.5);
}

function largeFile(): string {
  const middle = SEARCH.map((line) => `    ${line}\n`).join('');
  const lines: string[] = [];
  let bytes = 0;
  for (let index = 0; bytes < BYTES / 2; index += 1) {
    const line = `    const value${index} = compute("${index.toString(36)}", ${index % 7}); // kept as it is\n`;
    lines.push(line);
    bytes += line.length;
  }
  const half = lines.join('');
  return half + middle + half.replaceAll('value', 'other');
}
