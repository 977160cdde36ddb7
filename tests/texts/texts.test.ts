import { expect, test } from 'vitest';
import { formatDuration, formatMoney } from '../../src/core/texts/format.ts';
import { entryOf, texts } from '../../src/core/texts/texts.ts';
import { catalogueOf, filled, helpOf, labelsOf, marksOf } from './catalogue.ts';

const english = await catalogueOf('en');
const spanish = new Map(await catalogueOf('es'));

test('every text exists in both languages, and nowhere else', () => {
  expect([...spanish.keys()]).toEqual(english.map(([name]) => name));
});

const englishLabels = [...(await helpOf('en')), ...labelsOf('en')];
const spanishLabels = new Map([...(await helpOf('es')), ...labelsOf('es')]);

test('help, settings and tools at work are described in both languages', () => {
  expect([...spanishLabels.keys()]).toEqual(englishLabels.map(([name]) => name));
  const copied = englishLabels.filter(([name, text]) => {
    const said = spanishLabels.get(name);
    return filled(text).trim() === '' || filled(said) === filled(text);
  });
  expect(copied.map(([name]) => name)).toEqual([]);
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
    'skills.cli.name',
    'skills.page.label',
    'skills.page.title',
    'skills.page.count',
    'skills.page.one',
    'workspaces.page.skills',
    'workspaces.page.kinds.skill',
    'faults.field-wrong',
    'jobs.faults.expected',
    'grants.poll.question',
    'cron.fired.minutes',
    'cron.fired.hours',
    'command-files.files.incomplete',
    'secretary.finding.skip.bad-header',
    'web-chat.label',
    'policy.example',
    'cluster.status.columns.chats',
    'cluster.status.oldest',
    'cluster.drain.moved',
    'otherMachines.chats',
    'machines.page.chats',
    'cluster.status.kind.front',
    'export.headings.plan',
    'eval.report.columns.tokens',
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
  [-3_600_000, '0 s'],
  [0, '0 s'],
  [12_400, '12 s'],
  [59_600, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [3_900_000, '1 h 05 min'],
])('%d ms are %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});
