import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setupWords } from '../../src/cli/setup/texts/texts.ts';
import { formatDuration, formatMoney } from '../../src/core/texts/format.ts';
import { entryOf, type Locale, texts } from '../../src/core/texts/texts.ts';
import { auditTexts } from '../../src/features/audit/texts/texts.ts';
import { commandFileTexts } from '../../src/features/command-files/texts/texts.ts';
import { conversationTexts } from '../../src/features/conversation/texts/texts.ts';
import { costTexts } from '../../src/features/cost/texts/texts.ts';
import { cronTexts } from '../../src/features/cron/texts/texts.ts';
import { doctorWords } from '../../src/features/doctor/texts/texts.ts';
import { followUpTexts } from '../../src/features/follow-ups/texts/texts.ts';
import { jobTexts } from '../../src/features/jobs/texts/texts.ts';
import { metricsTexts } from '../../src/features/metrics/texts/texts.ts';
import { noteTexts } from '../../src/features/notes/texts/texts.ts';
import { pullTexts } from '../../src/features/pull-requests/texts/texts.ts';
import { rewindTexts } from '../../src/features/rewind/texts/texts.ts';
import { secretaryTexts } from '../../src/features/secretary/texts/texts.ts';
import { undoTexts } from '../../src/features/undo/texts/texts.ts';
import { workspaceTexts } from '../../src/features/workspaces/texts/texts.ts';
import { worktreeTexts } from '../../src/features/worktrees/texts/texts.ts';

type Leaf = readonly [name: string, text: unknown];

function leaves(value: unknown, name = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, name === '' ? key : `${name}.${key}`));
}

/** A text with its placeholders filled by marks that can be found again. */
function filled(text: unknown): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'function') return '';
  return String(Reflect.apply(text, undefined, marksOf(text)));
}

function marksOf(text: unknown): readonly string[] {
  return typeof text === 'function' ? Array.from({ length: text.length }, (_, index) => `<${index}>`) : [];
}

/** Take facts by name instead of words in order; the tests of the terminal and of the secretary show them. */
const OF_FACTS = ['console.greeting', 'secretary.finding.best', 'secretary.finding.alternative'];

/** The whole catalogue: that of the program, and those that lie in the folders of features. */
function catalogue(locale: Locale) {
  const words = texts(locale);
  return {
    ...words,
    ...setupWords(locale),
    ...doctorWords(locale),
    audit: auditTexts(words),
    'command-files': commandFileTexts(words),
    conversation: conversationTexts(words),
    metrics: metricsTexts(words),
    cost: costTexts(words),
    cron: cronTexts(words),
    'follow-ups': followUpTexts(words),
    jobs: jobTexts(words),
    'pull-requests': pullTexts(words),
    notes: noteTexts(words),
    rewind: rewindTexts(words),
    secretary: secretaryTexts(words),
    undo: undoTexts(words),
    workspaces: workspaceTexts(words),
    worktrees: worktreeTexts(words),
  };
}

const english = leaves(catalogue('en')).filter(([name]) => !OF_FACTS.includes(name));
const spanish = new Map(leaves(catalogue('es')).filter(([name]) => !OF_FACTS.includes(name)));

test('the texts of every feature are among them', () => {
  const root = join(import.meta.dirname, '../../src/features');
  const withTexts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(join('texts', 'texts.ts')))
    .map((file) => file.split(/[\\/]/)[0]);
  const known = [...Object.keys(catalogue('en')), 'doctor'];
  expect(withTexts.filter((feature) => feature === undefined || !known.includes(feature))).toEqual([]);
});

test('every text exists in both languages, and nowhere else', () => {
  expect([...spanish.keys()]).toEqual(english.map(([name]) => name));
});

test.each(english)('%s says something, with all its placeholders, in both languages', (name, text) => {
  for (const one of [text, spanish.get(name)]) {
    expect(filled(one).trim()).not.toBe('');
    for (const mark of marksOf(one)) expect(filled(one)).toContain(mark);
  }
  expect(marksOf(spanish.get(name))).toEqual(marksOf(text));
});

const SAME_ON_PURPOSE = [
  ...['status.program', 'outcomes.detail', 'pull-requests.title', 'cost.task', 'cost.person'],
  ...[
    'fired.label',
    'cron.fired.minutes',
    'cron.fired.hours',
    'command-files.files.incomplete',
    'secretary.finding.skip.bad-header',
  ],
];
const translated = english.filter(
  ([name]) => !(name.startsWith('console.') || name.endsWith('.usage') || SAME_ON_PURPOSE.includes(name)),
);

test.each(translated)('%s is translated, not copied', (name, text) => {
  expect(filled(spanish.get(name))).not.toBe(filled(text));
});

test('a table gives nothing for a name it does not hold, not even an inherited one', () => {
  const { headline } = texts('en').approvals;
  expect(['git_push', 'toString', 'nope'].map((name) => entryOf(headline, name))).toEqual([
    '❓ May I push this?',
    undefined,
    undefined,
  ]);
});

test.each([
  [0, '$0.00'],
  [1, '< $0.001'],
  [499, '< $0.001'],
  [500, '$0.001'],
  [4_200, '$0.004'],
  [99_000, '$0.099'],
  [100_000, '$0.10'],
  [1_234_567, '$1.23'],
])('%d millionths of a dollar are %s', (microUsd, expected) => {
  expect(formatMoney(microUsd)).toBe(expected);
});

test.each([
  [0, '0 s'],
  [12_400, '12 s'],
  [59_600, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [3_900_000, '1 h 05 min'],
])('%d ms are %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});
