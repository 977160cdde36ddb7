import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeIn, makePolicy, makeProject, type Project, SCALE, shippedCommands } from './project.ts';

const RUNS = Math.round(5_000 * SCALE);

let project: Project;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

const policy = makePolicy({ guardFor: () => inert });
/** Takes every path: what is not allowed here is not allowed because of the words alone. */
const inert = {
  root: '/',
  resolve: async (path: string) => ({ real: path, relative: path, exists: false }),
  isProtected: () => false,
  isSecret: () => false,
};

const deniedWord = fc.constantFrom(
  ...shippedCommands.posix.denied.filter((entry) => !entry.includes(' ') && !entry.includes('*')),
);

/** One character in one of the ways a shell lets people write it. */
const spelling = fc.constantFrom<(character: string) => string>(
  (character) => character,
  (character) => `\\${character}`,
  (character) => `'${character}'`,
  (character) => `"${character}"`,
  (character) => `$'${character}'`,
  (character) => `$'\\x${character.charCodeAt(0).toString(16)}'`,
  (character) => `$'\\${character.charCodeAt(0).toString(8)}'`,
  (character) => `""${character}`,
  (character) => `\\\n${character}`,
  (character) => `\${x}${character}`,
  (character) => `\${x:-${character}}`,
  (character) => `$(echo ${character})`,
);

const spelled = deniedWord.chain((word) =>
  fc
    .array(spelling, { minLength: word.length, maxLength: word.length })
    .map((spellings) =>
      [...word].map((character, index) => spellings[index]?.(character) ?? character).join(''),
    ),
);

const around = fc.constantFrom<(command: string) => string>(
  (command) => command,
  (command) => `/bin/${command}`,
  (command) => `ls; ${command}`,
  (command) => `ls | ${command}`,
  (command) => `echo "$(${command})"`,
  (command) => `env A=1 ${command}`,
  (command) => `timeout 5 ${command}`,
  (command) => `find . -exec ${command} +`,
  (command) => `sh -c "${command.replaceAll(/["\\$`]/g, '\\$&')}"`,
);

test('no spelling of a denied word is ever allowed', async () => {
  await fc.assert(
    fc.asyncProperty(spelled, around, async (word, wrap) => {
      const { verdict } = await judgeIn(project, wrap(`${word} x`), policy);
      expect(verdict.kind).not.toBe('allow');
    }),
    { numRuns: RUNS },
  );
});

test('a denied word in any quotes that need no expansion is denied', async () => {
  const quoted = deniedWord.chain((word) =>
    fc
      .array(fc.constantFrom('', '\\', '""', "''"), { minLength: word.length, maxLength: word.length })
      .map((marks) => [...word].map((character, index) => `${marks[index]}${character}`).join('')),
  );
  await fc.assert(
    fc.asyncProperty(quoted, around, async (word, wrap) => {
      const { verdict } = await judgeIn(project, wrap(`${word} x`), policy);
      expect(verdict).toMatchObject({ kind: 'deny', rule: 'denied-command' });
    }),
    { numRuns: RUNS },
  );
});

const harmless = fc.constantFrom(
  'ls',
  'cat src/app.ts',
  'git status',
  'echo hi',
  'npm test',
  'pytest -q',
  'true',
);

test('no line with an operator is ever allowed', async () => {
  const operator = fc.constantFrom(
    ...['|', '||', '&&', ';', '&', '\n', '|&', ';;', '>', '>>', '<', '<<<', '>|', '&>', '<>', '2>', '<<'],
  );
  const blank = fc.constantFrom('', ' ', '\t');
  await fc.assert(
    fc.asyncProperty(harmless, blank, operator, blank, harmless, async (left, before, sign, after, right) => {
      const { verdict } = await judgeIn(project, `${left}${before}${sign}${after}${right}`, policy);
      expect(verdict.kind).not.toBe('allow');
    }),
    { numRuns: RUNS },
  );
});

test('a substitution put anywhere into a harmless line is never allowed', async () => {
  const inserted = fc.constantFrom(
    '$(id)',
    '`id`',
    '$x',
    '$' + '{x}',
    '$((1))',
    '<(id)',
    '{a..b}',
    '{a,{b,c}}',
    '[ab]',
    '\n',
    '\u200b',
  );
  await fc.assert(
    fc.asyncProperty(harmless, fc.nat(), inserted, async (line, place, text) => {
      const at = place % (line.length + 1);
      const changed = `${line.slice(0, at)}${text}${line.slice(at)}`;
      // A newline at the very end only ends the line.
      fc.pre(changed.trimEnd() !== line || text !== '\n');
      const { verdict } = await judgeIn(project, changed, policy);
      expect(verdict.kind).not.toBe('allow');
    }),
    { numRuns: RUNS },
  );
});
