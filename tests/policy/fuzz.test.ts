import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandVerdict } from '../../src/contracts/policy.ts';
import { judgeIn, makePolicy, makeProject, type Project, SCALE } from './project.ts';
import { randomText } from './random-text.ts';

const INPUTS = 100_000 * SCALE;
const windows = makePolicy({ platform: 'windows' });
const posix = makePolicy();

let project: Project;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

function isWellFormed({ verdict, execution, display }: CommandVerdict): boolean {
  return (
    ['allow', 'ask', 'deny'].includes(verdict.kind) &&
    (execution === undefined) === (verdict.kind === 'deny') &&
    !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(display)
  );
}

test.each([
  ['posix', posix],
  ['windows', windows],
])(`${INPUTS / 2} texts of shell fragments never break the judge of %s`, async (_, policy) => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 0xffff_ffff }), async (seed) => {
      const text = randomText(seed);
      expect({ text, wellFormed: isWellFormed(await judgeIn(project, text, policy)) }).toEqual({
        text,
        wellFormed: true,
      });
    }),
    { numRuns: INPUTS / 2 },
  );
});
