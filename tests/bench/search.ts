import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { timeOf } from './commands.ts';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';
import { median } from './statistics.ts';

const FILES = 10_000;
const REPEATS = 15;
const LIMIT = 100;
const PATTERN = 'needle_in_it';
/** One file in so many holds it. */
const RARE = 500;

/**
 * What `search_source_code` takes in a project of many files, against ripgrep alone on the same folder with the same
 * pattern, its output read to the end; in turn, both with warm file caches.
 */
export async function searchFigures({ folder }: Rig): Promise<readonly Figure[]> {
  const root = path.join(folder, `project-of-${FILES}-to-search`);
  makeProject(root);
  const ripgrep = findProgram('rg', process.env.PATH ?? '');
  const guard = createPathGuard({ root });
  const name = `a search through ${FILES} files`;
  const searching = (searchProgram: string | undefined) => async () => {
    const files = createWorkspaceFiles({ guard, searchProgram });
    const { signal } = new AbortController();
    const found = await files.search({
      pattern: PATTERN,
      isRegex: false,
      caseSensitive: true,
      limit: LIMIT,
      signal,
    });
    if (found.matches.length !== FILES / RARE) throw new Error(`${found.matches.length} matches`);
  };
  if (ripgrep === undefined) {
    return [{ name: `${name}, no ripgrep here`, unit: 'ms', ours: await medianOf(searching(undefined)) }];
  }
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    bare.push(await timeOf(() => ripgrepAlone(ripgrep, root)));
    ours.push(await timeOf(searching(ripgrep)));
  }
  const bar = { of: 'ratio', limit: 1.3 } as const;
  return [
    { name: `${name}, against ripgrep alone`, unit: 'ms', ours: median(ours), bare: median(bare), bar },
    {
      name: `${name}, without ripgrep`,
      unit: 'ms',
      ours: await medianOf(searching(undefined)),
      bare: median(bare),
    },
  ];
}

async function medianOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) times.push(await timeOf(work));
  return median(times);
}

/** As one starts it by hand: it finds the files itself and uses as many threads as it likes. */
async function ripgrepAlone(program: string, root: string): Promise<void> {
  const options = ['--no-config', '--line-number', '--no-heading', '--fixed-strings', '--', PATTERN, '.'];
  const child = spawn(program, options, { cwd: root, env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  let lines = 0;
  child.stdout.on('data', (bytes: Buffer) => {
    lines += bytes.toString('utf8').split('\n').length - 1;
  });
  await once(child, 'close');
  if (lines !== FILES / RARE) throw new Error(`${lines} lines`);
}

/** About 40 MB of code in 100 folders. */
function makeProject(root: string): void {
  for (let n = 0; n < FILES; n += 1) {
    const folder = path.join(root, `folder-${n % 100}`);
    mkdirSync(folder, { recursive: true });
    const lines = Array.from(
      { length: 80 },
      (_, line) => `export const value_${n}_${line} = compute(${line}, "some text");`,
    );
    if (n % RARE === 0) lines[40] = `const ${PATTERN} = ${n};`;
    writeFileSync(path.join(folder, `file-${n}.ts`), `${lines.join('\n')}\n`);
  }
  mkdirSync(path.join(root, '.git'), { recursive: true });
  writeFileSync(path.join(root, '.gitignore'), 'built/\n');
}
