import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import type { Figure } from './figure.ts';
import { preciseNowMs } from './running.ts';

const FOLDER = path.join(process.cwd(), 'dist/code-reading');
const LINES = 5_000;
const ROUNDS = 30;

/**
 * What `get_file_outline` and the look for syntax errors after an edit take, without the round around them. Fastest of
 * many, because other work on the machine only adds. One file is whole, one ends in the middle: then what its open
 * brackets swallowed is looked for.
 */
export async function outlineFigures(): Promise<readonly Figure[]> {
  const sources = [
    readFileSync('src/code-reading/thread-reader.ts', 'utf8'),
    readFileSync('src/processes/supervisor.ts', 'utf8'),
  ];
  const whole = sources.join('').repeat(Math.ceil(LINES / sources.join('').split('\n').length));
  const cut = repeated(sources.join('\n'), LINES);
  const usual = repeated(sources.join('\n'), 500);
  const code = createCodeReader({ folder: FOLDER });
  const first = await timeOf(() => code.outline('a.ts', usual));
  const outline = await fastestOf(() => code.outline('a.ts', whole));
  const broken = await fastestOf(() => code.outline('a.ts', cut));
  const edit = await fastestOf(() => code.newFaults('a.ts', usual, usual.replace('return', 'retur n')));
  return [
    { name: 'first outline, 500 lines', unit: 'ms', ours: first },
    { name: 'outline, 5,000 lines, warm', unit: 'ms', ours: outline, bar: { of: 'ours', limit: 100 } },
    { name: '  cut in the middle of a declaration', unit: 'ms', ours: broken },
    { name: 'new syntax errors, 500 lines, warm', unit: 'ms', ours: edit, bar: { of: 'ours', limit: 50 } },
  ];
}

function repeated(text: string, lines: number): string {
  const own = text.split('\n');
  return Array.from({ length: lines }, (_, index) => own[index % own.length]).join('\n');
}

async function fastestOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(work));
  return Math.min(...times);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = preciseNowMs();
  await work();
  return preciseNowMs() - start;
}
