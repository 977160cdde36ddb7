import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../../../src/base/failure.ts';
import { type EditPlan, planEdit } from '../../../src/tools/edit/plan-edit.ts';

const SCALE = process.env.WASAP_FULL ? 1 : 0.1;

const content = fc.constantFrom(
  '',
  '}',
  'a',
  'a b',
  'return x;',
  'if (y) {',
  '$& $1',
  'caf\u00e9 \u{1f600}',
  'x();',
  'end',
);
const indent = fc.constantFrom('', '  ', '    ', '\t', '\t\t');
const space = fc.constantFrom('', '', '', ' ', '\t');
const ending = fc.constantFrom('\n', '\n', '\r\n');
const line = fc.record({ indent, content, space, ending });
type Line = { indent: string; content: string; space: string; ending: string };

/** A passage of the file as a model remembers it: line endings, spaces or indentation may be off. */
interface Case {
  readonly text: string;
  readonly search: string;
  readonly replace: string;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    from: fc.nat(11),
    count: fc.integer({ min: 1, max: 4 }),
    memory: fc.constantFrom('exact', 'endings', 'space', 'indent', 'tabs'),
    added: fc.array(line, { maxLength: 3 }),
    dropped: fc.nat(3),
    open: fc.boolean(),
    openSearch: fc.boolean(),
  })
  .map(({ lines, from, count, memory, added, dropped, open, openSearch }) => {
    const whole = lines.map(textOf).join('');
    const text = open ? whole.replace(/\r?\n$/, '') : whole;
    const picked = lines
      .slice(from % lines.length, (from % lines.length) + count)
      .map((one) => recall(one, memory));
    const kept = picked.filter((_, index) => index !== dropped);
    const search = picked.map(textOf).join('');
    const replace = [...kept, ...added].map(textOf).join('');
    const cut = (part: string): string => (openSearch ? part.replace(/\r?\n$/, '') : part);
    return { text, search: cut(search), replace: cut(replace) };
  });

function textOf(one: Line): string {
  return one.indent + one.content + one.space + one.ending;
}

function recall(one: Line, memory: string): Line {
  switch (memory) {
    case 'endings':
      return { ...one, ending: '\n' };
    case 'space':
      return { ...one, ending: '\n', space: '' };
    case 'indent':
      return { ...one, ending: '\n', indent: `  ${one.indent}` };
    case 'tabs':
      return { ...one, ending: '\n', indent: one.indent.replaceAll('\t', '    ') };
    default:
      return one;
  }
}

function planOf({ text, search, replace }: Case, all: boolean): EditPlan | undefined {
  try {
    return planEdit({ path: 'a', text, search, replace, all });
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

/** The lines of a passage without what an edit may forgive, and without blank ones at its end. */
function gist(part: string): string[] {
  return part
    .trimEnd()
    .split('\n')
    .map((one) => one.trim());
}

test('bytes outside the places of an edit stay, and each place is what the search says', () => {
  let planned = 0;
  fc.assert(
    fc.property(cases, fc.boolean(), (given, all) => {
      const plan = planOf(given, all);
      if (plan === undefined) return;
      planned += 1;
      const { text } = given;
      const first = plan.places[0]?.start ?? 0;
      const last = plan.places.at(-1)?.end ?? 0;
      expect(all ? plan.places.length >= 1 : plan.places.length === 1).toBe(true);
      expect(plan.text.startsWith(text.slice(0, first))).toBe(true);
      expect(plan.text.slice(first).endsWith(text.slice(last))).toBe(true);
      for (const { start, end } of plan.places)
        expect(gist(text.slice(start, end))).toEqual(gist(given.search));
    }),
    { numRuns: 10_000 * SCALE },
  );
  expect(planned).toBeGreaterThan(1_000 * SCALE);
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
      const unique = lines.map((one, index) => ({ ...one, content: `${one.content} ${index}` }));
      const text = unique.map(textOf).join('');
      const search = unique.map((one) => textOf(recall(one, 'space'))).join('');
      const plan = planOf({ text, search, replace: `${search}added\n` }, false);
      expect(plan?.text.startsWith(text)).toBe(true);
    }),
    { numRuns: 2_000 * SCALE },
  );
});
