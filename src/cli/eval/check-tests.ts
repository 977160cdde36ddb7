import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckPlace, commandReasons } from './check-commands.ts';
import type { EvalTask, Planted, TestCheck } from './task.ts';

const PASSED = 0;
const FAILED = 1;

type Tested = Pick<EvalTask, 'files' | 'planted'>;

/**
 * Runs the agent's tests once with all bugs fixed, and once for each planted bug alone. Overwrites the files in
 * question: nothing may be checked after it.
 */
export async function testReasons(
  task: Tested & { readonly checks: Pick<EvalTask['checks'], 'tests'> },
  place: CheckPlace,
): Promise<readonly string[]> {
  const { tests } = task.checks;
  if (tests === undefined) return [];
  const reasons = [...(await reasonsWith(undefined, { task, tests, place }))];
  for (const wrong of task.planted) reasons.push(...(await reasonsWith(wrong, { task, tests, place })));
  return reasons;
}

interface Testing {
  readonly task: Tested;
  readonly tests: TestCheck;
  readonly place: CheckPlace;
}

async function reasonsWith(
  wrong: Planted | undefined,
  { task, tests, place }: Testing,
): Promise<readonly string[]> {
  for (const [file, text] of mendedBut(wrong, task)) writeFileSync(join(place.folder, file), text);
  const { run, seconds } = tests;
  const exit = wrong === undefined ? PASSED : FAILED;
  const said = await commandReasons([{ run, exit, seconds, says: undefined }], place);
  if (wrong === undefined) return said.map((reason) => `with everything mended: ${reason}`);
  // A runner's last line on success explains nothing.
  return said.map((reason) => `its tests miss this: ${wrong.what} (${reason.replace(/: .*$/, '')})`);
}

function mendedBut(wrong: Planted | undefined, { files, planted }: Tested): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file } of planted) texts.set(file, files[file] ?? '');
  for (const one of planted) {
    const { file, text, mended = text } = one;
    if (one !== wrong)
      texts.set(
        file,
        (texts.get(file) ?? '').replace(text, () => mended),
      );
  }
  return texts;
}
