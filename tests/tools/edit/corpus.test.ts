import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isFailure } from '../../../src/core/failure.ts';
import { problemOf } from '../../../src/tools/edit/edit-failure.ts';
import { planEdit } from '../../../src/tools/edit/plan-edit.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');

/**
 * One edit as a model may emit it. `old` and `new`: what has to become of the file, told in its own bytes; `kinds`:
 * what it has to be refused as. `variant`: how the file differs from the one that is stored.
 */
const Attempt = z.object({
  id: z.string(),
  class: z.string(),
  file: z.string(),
  variant: z.string().optional(),
  search: z.string(),
  replace: z.string(),
  old: z.string().optional(),
  new: z.string().optional(),
  kinds: z.array(z.string()).optional(),
});
type Attempt = z.infer<typeof Attempt>;

const attempts = readFileSync(path.join(FIXTURES, 'attempts.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Attempt.parse(JSON.parse(line)));

const VARIANTS: Readonly<Record<string, (text: string) => string>> = {
  crlf: (text) => text.replaceAll('\n', '\r\n'),
  open: (text) => text.replace(/\n$/, ''),
  'open-crlf': (text) => text.replace(/\n$/, '').replaceAll('\n', '\r\n'),
  bom: (text) => `\ufeff${text}`,
  nfd: (text) => text.normalize('NFD'),
  tabs2: (text) => text.replace(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2)),
  tabs4: (text) => text.replace(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)),
};

function variantOf(attempt: Attempt, text: string): string {
  if (attempt.variant === undefined) return text;
  const vary = VARIANTS[attempt.variant];
  if (vary === undefined) throw new Error(`no variant ${attempt.variant}`);
  return vary(text);
}

function contentOf({ file }: Attempt): string {
  return readFileSync(path.join(FIXTURES, 'files', `${file}.txt`), 'utf8');
}

function outcomeOf(attempt: Attempt): string {
  const { file, search, replace } = attempt;
  const text = variantOf(attempt, contentOf(attempt));
  try {
    return planEdit({ path: file, text, search, replace, all: false }).text;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return problemOf(error);
  }
}

/** The file after the edit, or the kinds of refusal that are right. */
function wantedOf(attempt: Attempt): readonly string[] {
  const { old, new: young, kinds } = attempt;
  if (old === undefined || young === undefined) return kinds ?? [];
  return [
    variantOf(
      attempt,
      contentOf(attempt).replace(old, () => young),
    ),
  ];
}

test('there are attempts of every sort, and each file has its passage once', () => {
  const recoverable = attempts.filter((attempt) => attempt.old !== undefined);
  const misplaced = recoverable.filter((attempt) => contentOf(attempt).split(attempt.old ?? '').length !== 2);
  expect({
    all: attempts.length >= 250,
    recoverable: recoverable.length >= 150,
    refused: attempts.length - recoverable.length >= 80,
    misplaced,
  }).toEqual({ all: true, recoverable: true, refused: true, misplaced: [] });
});

describe.each([...new Set(attempts.map((attempt) => attempt.class))])('%s', (name) => {
  const ofClass = attempts.filter((attempt) => attempt.class === name);
  test.each(ofClass)('$id in $file', (attempt) => {
    expect(wantedOf(attempt)).toContain(outcomeOf(attempt));
  });
});
