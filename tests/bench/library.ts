import { type CommandRig, commandRig } from '../support/command-rig.ts';
import type { Figure } from './figure.ts';
import { preciseNowMs } from './running.ts';
import { median } from './statistics.ts';

const REPEATS = 40;
const LISTED = 200;

/** A frontmatter, two files, placeholders, and a question to git. */
const TYPICAL = `---
description: Reviews a change
argument-hint: "[path]"
allowed-tools: Read, Grep, Bash(git:*)
---

Review $1 by these rules:
@docs/rules.md

The house style is in @docs/style.md. What changed: !\`git status --short\`
`;

/** How long a command file takes to be found, read and expanded; with what only reads, and with a command. */
export async function libraryFigures(): Promise<readonly Figure[]> {
  const rig = await commandRig({ packageRoot: process.cwd() });
  try {
    rig.git('init', '-q', '-b', 'main');
    const rules = Array.from({ length: 200 }, (_, n) => `${n}. A rule with \`code\` and some words.`).join(
      '\n',
    );
    rig.write({
      'docs/rules.md': `# Rules\n\n${rules}`,
      'docs/style.md': `# Style\n\n${rules}`,
      '.claude/commands/review.md': TYPICAL,
      '.claude/commands/reads.md': TYPICAL.replace(/ What changed.*/, ''),
    });
    const first = await timeOf(() => rig.loaded('reads', 'src'));
    const reads = await medianOf(() => rig.loaded('reads', 'src'));
    const typical = await medianOf(() => rig.loaded('review', 'src'));
    return [
      { name: 'a command file: the first one, files only', unit: 'ms', ours: first },
      { name: '  files only', unit: 'ms', ours: reads },
      { name: '  with git status', unit: 'ms', ours: typical, bar: { of: 'ours', limit: 50 } },
      ...(await listFigures(rig)),
    ];
  } finally {
    rig.remove();
  }
}

async function listFigures(rig: CommandRig): Promise<readonly Figure[]> {
  for (let n = 0; n < LISTED; n += 1) {
    rig.write({ [`.claude/commands/area${n % 10}/c${n}.md`]: TYPICAL.replace('a change', `change ${n}`) });
  }
  const first = await timeOf(() => rig.library.list());
  const again = await medianOf(() => rig.library.list());
  return [
    { name: `  list of ${LISTED}, the first time`, unit: 'ms', ours: first },
    { name: `  list of ${LISTED}`, unit: 'ms', ours: again },
  ];
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) times.push(await timeOf(work));
  return median(times);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = preciseNowMs();
  await work();
  return preciseNowMs() - startMs;
}
