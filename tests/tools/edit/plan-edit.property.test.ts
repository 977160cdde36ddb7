import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../../../src/core/failure.ts';
import { foldText } from '../../../src/tools/edit/folding.ts';
import { type EditPlan, planEdit } from '../../../src/tools/edit/plan-edit.ts';
import { atLevel } from '../../support/level.ts';
import { type Line, type Memory, memories, recalled, textOf } from './recalled.ts';

const SCALE = atLevel({ quick: 0.03, full: 0.1, soak: 1 });

const content = fc.constantFrom(
  ...['', '}', 'a', 'a b', 'return x;', 'if (y) {', '$& $1', 'x();', 'end', '12: a', '- a', '> b', '```'],
  ...[
    'caf\u00e9 \u{1f600}',
    '\u201ca\u201d',
    '"a"',
    "it's",
    'it\u2019s',
    'a \u2013 b',
    '\\n',
    '\\"a\\"',
    'a &lt; b',
    'a < b',
  ],
);
const indent = fc.constantFrom('', '  ', '    ', '\t', '\t\t');
const space = fc.constantFrom('', '', '', ' ', '\t');
const ending = fc.constantFrom('\n', '\n', '\r\n');
const line: fc.Arbitrary<Line> = fc.record({ indent, content, space, ending });

/** A passage of the file as a model remembers it, or as it was wrapped on its way. */
interface Case {
  readonly text: string;
  readonly search: string;
  readonly replace: string;
  /** What stands in the file where the search was taken from, and what the edit means there. */
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  readonly memory: Memory;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    from: fc.nat(11),
    count: fc.integer({ min: 1, max: 4 }),
    memory: fc.constantFrom(...memories),
    added: fc.array(line, { maxLength: 3 }),
    dropped: fc.nat(3),
    open: fc.boolean(),
    openSearch: fc.boolean(),
  })
  .map(({ lines, from, count, memory, added, dropped, open, openSearch }) => {
    const whole = lines.map(textOf).join('');
    const text = open ? whole.replace(/\r?\n$/, '') : whole;
    const first = from % lines.length;
    const before = lines.slice(first, first + count);
    const after = [...before.filter((_, index) => index !== dropped), ...added];
    const passage = recalled({ before, after, first, isOpen: openSearch }, memory);
    return { text, ...passage, before, after, memory };
  });

function planOf(
  { text, search, replace }: Pick<Case, 'text' | 'search' | 'replace'>,
  all: boolean,
): EditPlan | undefined {
  try {
    return planEdit({ path: 'a', text, search, replace, all });
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

/** The lines of a passage without anything that an edit may forgive, and without blank ones around it. */
function gist(part: string): string[] {
  return foldText(part, { trailingSpace: true, characters: true })
    .text.trim()
    .split('\n')
    .map((one) => one.trim());
}

test('bytes outside the places of an edit stay, at every level and whatever was taken off', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(cases, fc.boolean(), (given, all) => {
      const plan = planOf(given, all);
      if (plan === undefined) return;
      for (const way of [plan.level, ...plan.undone]) reached.add(way);
      const { text } = given;
      const bytes = Buffer.from(text);
      const after = Buffer.from(plan.text);
      const first = Buffer.byteLength(text.slice(0, plan.places[0]?.start ?? 0));
      const rest = Buffer.byteLength(text.slice(plan.places.at(-1)?.end ?? 0));
      expect(all ? plan.places.length >= 1 : plan.places.length === 1).toBe(true);
      expect(after.subarray(0, first).equals(bytes.subarray(0, first))).toBe(true);
      expect(after.subarray(after.length - rest).equals(bytes.subarray(bytes.length - rest))).toBe(true);
      expect(after.length).toBeGreaterThanOrEqual(first + rest);
    }),
    { numRuns: 10_000 * SCALE },
  );
  // One edit in eighty undoes entities: the few of a quick run may hold none.
  if (SCALE >= 0.1)
    expect([...reached].sort()).toEqual([
      ...[
        'blank-lines',
        'characters',
        'entities',
        'escapes',
        'exact',
        'fence',
        'indentation',
        'line-endings',
      ],
      ...['line-numbers', 'markers', 'trailing-space'],
    ]);
});

test('without anything taken off, each place is what the search says', () => {
  fc.assert(
    fc.property(cases, fc.boolean(), (given, all) => {
      const plan = planOf(given, all);
      if (plan === undefined || plan.undone.length > 0) return;
      for (const { start, end } of plan.places)
        expect(gist(given.text.slice(start, end))).toEqual(gist(given.search));
    }),
    { numRuns: 10_000 * SCALE },
  );
});

const unique = fc.array(line, { minLength: 6, maxLength: 16 }).map((lines) =>
  lines.map((one, index) => ({
    ...one,
    content: `word${index} ${one.content} end${index};`,
    ending: '\n' as const,
  })),
);

test('a passage that stands once is changed as it was meant, or refused; never otherwise', () => {
  let [applied, tried] = [0, 0];
  fc.assert(
    fc.property(
      fc.record({
        lines: unique,
        from: fc.nat(15),
        count: fc.integer({ min: 2, max: 4 }),
        memory: fc.constantFrom(...memories),
        changed: fc.nat(3),
        windows: fc.boolean(),
      }),
      ({ lines, from, count, memory, changed, windows }) => {
        const first = from % (lines.length - 1);
        const before = lines.slice(first, first + count);
        const after = before.map((one, index) =>
          index === changed % before.length ? { ...one, content: `fresh${one.content}`, space: '' } : one,
        );
        const file = (middle: readonly Line[]): string => {
          const all = [...lines.slice(0, first), ...middle, ...lines.slice(first + before.length)];
          return all.map((one) => textOf({ ...one, ending: windows ? '\r\n' : '\n' })).join('');
        };
        const passage = recalled({ before, after, first, isOpen: true }, memory);
        const plan = planOf({ text: file(before), ...passage }, false);
        tried += 1;
        if (plan === undefined) return;
        applied += 1;
        expect(plan.text.replaceAll(/[ \t]+$/gm, '')).toBe(file(after).replaceAll(/[ \t]+(?=\r?$)/gm, ''));
      },
    ),
    { numRuns: 10_000 * SCALE },
  );
  // What may be refused: mixed indentation, and contents that look like a wrapping themselves.
  expect(applied / tried).toBeGreaterThan(0.8);
});

test('an edit between two places leaves the bytes between them alone', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('x', 'y', '\r\n', '\n', ' '), { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const plan = planOf({ text, search: 'x', replace: '<x>' }, true);
      if (plan !== undefined) expect(plan.text).toBe(text.split('x').join('<x>'));
    }),
    { numRuns: 2_000 * SCALE },
  );
});

test('lines shared by search and replacement keep their bytes', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const numbered = lines.map((one, index) => ({ ...one, content: `${one.content} ${index}` }));
      const text = numbered.map(textOf).join('');
      const parts = { before: numbered, after: numbered, first: 0, isOpen: false };
      const { search } = recalled(parts, 'space');
      const plan = planOf({ text, search, replace: `${search}added\n` }, false);
      expect(plan?.text.startsWith(text)).toBe(true);
    }),
    { numRuns: 2_000 * SCALE },
  );
});
