import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describedTools } from '../../src/features/contributions.ts';
import { preFilter } from '../../src/features/secretary/routing/secretary.ts';
import { createSpecialists } from '../../src/features/secretary/specialists/specialists.ts';
import type { Figure } from './figure.ts';
import { preciseNowMs } from './running.ts';
import { median } from './statistics.ts';

const AGENTS = 200;
const PLUGINS = 10;
const REPEATS = 9;
const REQUEST = 'review the security of the payment module before we release it';

/** Looking for the specialists of a project that has many: by a program that has just started, and again. */
export async function secretaryFigures(): Promise<readonly Figure[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-bench-secretary-')));
  try {
    for (let at = 0; at < AGENTS; at += 1) writeAgent(folder, at);
    const places = {
      config: path.join(folder, 'config'),
      shipped: path.join(process.cwd(), 'config/agents'),
      tools: describedTools(),
      modelIds: [],
    };
    const [first, again, filter]: [number[], number[], number[]] = [[], [], []];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const specialists = createSpecialists(places);
      first.push(await timed(() => specialists(folder)));
      again.push(await timed(() => specialists(folder)));
      const { found } = await specialists(folder);
      filter.push(await timed(() => preFilter(found, REQUEST)));
    }
    const figure = (name: string, times: readonly number[], limit: number): Figure => ({
      name,
      unit: 'ms',
      ours: median(times),
      bar: { of: 'ours', limit },
    });
    return [
      figure(`specialists of a project with ${AGENTS} agent files, first`, first, 500),
      figure('  again, nothing changed', again, 100),
      figure('  the ten that the model is shown', filter, 50),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeAgent(folder: string, at: number): void {
  const agents = path.join(folder, `plugins/plugin-${at % PLUGINS}/agents`);
  mkdirSync(agents, { recursive: true });
  const description = `Number ${at} looks after payments, invoices and what is released of them, in words that go on. `;
  writeFileSync(
    path.join(agents, `agent-${at}.md`),
    `---\nname: agent-${at}\ndescription: ${description.repeat(3)}\ntools: [Read, Grep, Glob, Bash(git:*)]\n---\n${'Do it well.\n'.repeat(200)}`,
  );
}

async function timed(work: () => unknown): Promise<number> {
  const begunMs = preciseNowMs();
  await work();
  return preciseNowMs() - begunMs;
}
