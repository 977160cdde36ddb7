import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure, messageOf } from '../../../src/core/failure.ts';
import { atLevel } from '../../support/level.ts';
import { toolBench } from '../../support/tools-context.ts';
import { memories, recalled, textOf } from './recalled.ts';

const SCALE = atLevel({ quick: 0.03, full: 0.1, soak: 1 });

const line = fc.record({
  indent: fc.constantFrom('', '  ', '\t'),
  content: fc.constantFrom('a', 'b', '"c"', '\u201cd\u201d', 'e < f', '}', '// ... rest of code'),
  space: fc.constantFrom('', ' '),
  ending: fc.constantFrom('\n' as const, '\r\n' as const),
});

const edits = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    first: fc.nat(7),
    count: fc.integer({ min: 1, max: 3 }),
    added: fc.array(line, { maxLength: 2 }),
    memory: fc.constantFrom(...memories),
    all: fc.boolean(),
  })
  .map(({ lines, first, count, added, memory, all }) => {
    const before = lines.slice(first % lines.length, (first % lines.length) + count);
    const parts = {
      before,
      after: [...before.slice(1), ...added],
      first: first % lines.length,
      isOpen: false,
    };
    return {
      text: lines.map(textOf).join(''),
      input: { path: 'a.ts', ...recalled(parts, memory), ...(all ? { occurrence: 'all' } : {}) },
    };
  });

test('preview_patch shows exactly the diff that apply_patch makes, or refuses with the same words', async () => {
  const bench = toolBench();
  const diffOf = async (
    tool: string,
    input: (typeof edits extends fc.Arbitrary<infer Edit> ? Edit : never)['input'],
  ) => {
    try {
      return (await bench.call(tool, input)).data as { readonly diff: string };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { diff: messageOf(error) };
    }
  };
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(edits, async ({ text, input }) => {
      writeFileSync(path.join(bench.root, 'a.ts'), text);
      bench.ledger.noteSeen('a.ts', (await bench.context.workspace.files.hashOf('a.ts')) ?? '');
      const preview = await diffOf('preview_patch', input);
      const between = bench.read('a.ts');
      const change = await diffOf('apply_patch', input);
      const after = bench.read('a.ts');
      expect({ diff: preview.diff, between }).toEqual({ diff: change.diff, between: text });
      if (after === text) return;
      applied += 1;
      // The library's own `applyPatch` does not know files without a line.
      if (after !== '') expect(applyPatch(text, preview.diff, { autoConvertLineEndings: false })).toBe(after);
    }),
    { numRuns: 1_000 * SCALE },
  );
  expect(applied).toBeGreaterThan(200 * SCALE);
});
