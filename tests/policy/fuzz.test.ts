import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandVerdict } from '../../src/contracts/policy.ts';
import { judgeIn, makePolicy, makeProject, type Project, SCALE } from './project.ts';

const INPUTS = 100_000 * SCALE;
const LONGEST = 40;

const PIECES: readonly string[] = [
  ...' \t\n\'"\\$`()[]{}<>|&;#!*?~=-/.,:@%^+\0\r'.split(''),
  ...['ls', 'git', 'rm', 'sudo', 'sh', '-c', 'env', 'xargs', 'find', '-exec', 'src/app.ts', '../x', '.env'],
  ...['$(', '${', '$((', '<<EOF\n', '<<<', '&&', '||', ';;', '>&2', '2>', '>|', '$[', "$'", '\\x', 'esac'],
  ...[
    'if ',
    'then ',
    'fi',
    'do ',
    'done',
    'for x in',
    'case ',
    'function f',
    '() {',
    '}',
    '[[',
    ']]',
    'A=1 ',
  ],
  ...[
    '\u202e',
    '\u200b',
    '\u2028',
    '\u00a0',
    '\ud800',
    '\udfff',
    '\ufeff',
    'é',
    '日本',
    '😀',
    '\u{e0041}',
    'ｒｍ',
  ],
];

const windows = makePolicy({ platform: 'windows' });
const posix = makePolicy();

let project: Project;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

/** Cheap, and the same for the same seed: building texts must not take longer than judging them. */
function textOf(seed: number): string {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const piece = () =>
    next(8) === 0 ? String.fromCharCode(next(0x1_0000)) : (PIECES[next(PIECES.length)] ?? '');
  return Array.from({ length: next(LONGEST) }, piece).join('');
}

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
      const text = textOf(seed);
      expect({ text, wellFormed: isWellFormed(await judgeIn(project, text, policy)) }).toEqual({
        text,
        wellFormed: true,
      });
    }),
    { numRuns: INPUTS / 2 },
  );
});
