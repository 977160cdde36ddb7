import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { NO_TIME } from './level.ts';
import { type Tag, testTags } from './tags.ts';

/** Ends a run with one line: which tests were left out, and why. */
export default class LeftOut implements Reporter {
  #otherwise = 'are for another system or user';

  onInit({ config: { tagsFilter, testNamePattern } }: Vitest): void {
    if (tagsFilter !== undefined || testNamePattern !== undefined) this.#otherwise = 'were not asked for';
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (tests.length === 0) return;
    const tags = (await testTags()).filter(({ skip }) => skip);
    process.stdout.write(`${lineOf(tests, tags, this.#otherwise)}\n`);
  }
}

function lineOf(tests: readonly TestCase[], tags: readonly Tag[], otherwise: string): string {
  const reasons = tests.map((test) => {
    if (noteOf(test) === NO_TIME) return NO_TIME;
    const tag = tags.find(({ name }) => test.tags.includes(name));
    return tag?.description ?? otherwise;
  });
  const counts = [...new Set(reasons)].map(
    (reason) => `${reasons.filter((one) => one === reason).length} ${reason}`,
  );
  return `Left out: ${counts.join('; ')}.`;
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}
