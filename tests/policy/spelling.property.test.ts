import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLine } from '../../src/policy/parse-command-line.ts';
import { linesOf } from './corpus.ts';
import { judgeIn, makePolicy, makeProject, type Project, SCALE } from './project.ts';
import { spellingsOf } from './spelling.ts';

const policy = makePolicy();

let project: Project;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

const ARGVS: readonly (readonly string[])[] = [
  ['ls', '-la', 'src'],
  ['cat', 'src/my file.ts'],
  ['grep', '-rn', '--include=*.ts', 'a|b $x `y` "z"', 'src'],
  ['find', '.', '(', '-name', '*.ts', ')'],
  ['git', 'log', '--format=%h %s', '-3', '--', 'src/app.ts'],
  ['echo', "it's; $(id) > x & {a,b} ~ # !", ''],
  ['npm', 'run', 'lint:all'],
  ['python', '-m', 'pytest', '-k', 'a and not b'],
  ['curl', 'https://example.com'],
  ['cat', '../other/secret.txt'],
  ['cat', '.env'],
  ['git', '-c', 'core.pager=id', 'log'],
  ['git', 'diff', '--output=x'],
  ['find', '.', '-exec', 'cat', '{}', '+'],
  ['node', '-e', 'process.exit()'],
  ['rm', '-rf', '/'],
  ['/bin/rm', 'x'],
  ['kill', '-9', '1'],
  ['git', 'push', '--force'],
  ['sh', '-c', 'ls; rm x'],
  ['env', 'A=1', 'sudo', 'id'],
  ['sort', '--files0-from=/etc/shadow'],
];

test.each(ARGVS.map((argv) => [argv] as const))(
  'however its words are quoted, the verdict stays: %j',
  async (argv) => {
    const { verdict, base, display } = await judgeIn(project, { kind: 'argv', argv }, policy);
    await fc.assert(
      fc.asyncProperty(spellingsOf(argv), async (line) => {
        expect(await judgeIn(project, line, policy)).toMatchObject({ verdict, base, display });
      }),
      { numRuns: 500 * SCALE },
    );
  },
);

test.each(['everyday.txt', 'hostile.txt'])(
  'however one word of a line of %s is quoted, it is judged alike',
  async (file) => {
    const argvs = linesOf(file).flatMap(({ text }) => {
      const reading = readLine(text);
      return reading.kind === 'read' && reading.shape.kind === 'argv' ? [reading.shape.argv] : [];
    });
    const spelt = fc.constantFrom(...argvs).chain((argv) => fc.tuple(fc.constant(argv), spellingsOf(argv)));
    await fc.assert(
      fc.asyncProperty(spelt, async ([argv, line]) => {
        const { verdict, display } = await judgeIn(project, { kind: 'argv', argv }, policy);
        expect(await judgeIn(project, line, policy)).toMatchObject({ verdict, display });
      }),
      { numRuns: 5_000 * SCALE },
    );
  },
);
