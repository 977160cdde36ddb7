import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { NO_TIME } from './level.ts';
import { type Tag, testTags } from './tags.ts';

/** Ends a run with one line: which tests were left out, and why. */
export default class LeftOut implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (tests.length === 0) return;
    const tags = (await testTags()).filter(({ skip }) => skip);
    process.stdout.write(`${lineOf(tests, tags)}\n`);
  }
}

function lineOf(tests: readonly TestCase[], tags: readonly Tag[]): string {
  const reasons = tests.map((test) => {
    if (noteOf(test) === NO_TIME) return NO_TIME;
    const tag = tags.find(({ name }) => test.tags.includes(name));
    return tag?.description ?? 'are for another system or user';
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
