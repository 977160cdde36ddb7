import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/core/texts/texts.ts';
import { catalogueOf, type Entry, filled, helpOf, labelsOf } from './catalogue.ts';

/** Words in a sentence, and characters in the first line of a message: the limits of docs/voice.md. */
const MAX_WORDS = 22;
const MAX_FIRST_LINE = 60;

/** Texts that never begin a message: their first line stands below or behind other words. */
const INSIDE: readonly RegExp[] = [
  /(?:^|\.)commands\.[^.]+\.more$/,
  /^help\.topics\.[^.]+\.tip$/,
  // The help of one command: its usage and its summary stand above.
  /[cC]ommand\.more$/,
  // Behind `wasap:`, or behind what was tried.
  /^(?!notes\.)(?:[\w-]+\.)?faults\./,
  // Below a table, in a terminal.
  /^eval\.(?:announce|report|routing)\./,
  // Lines of a question, below what is asked.
  /^approvals\.grants\./,
  // The last line of an undo or a rewind.
  /^undone\.limits$/,
  // Behind the name of a task, or what it does.
  /^jobs\.chat\.reasons\./,
  /^jobs\.plan\.approvals\./,
  // Behind the name of a file, or below that of a specialist.
  /^secretary\.finding\.(?:skip\.|mode\.fault\.|mode\.unwritable$|untilAccepted$)/,
  // Below what moved.
  /^cluster\.move\.left$/,
  // Below the line that says that the chat moved.
  /^machines\.arrived\.(?:addProject|asksAgain|cloneProject|failed|missing|noProject|saidAtEnd|settings|stays|worksElsewhere)$/,
  /^cron\.moved\./,
  // In the document that an export is.
  /^export\./,
  // Below a list.
  /^workspaces\.more$/,
];

function longSentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?…])\s|\n/u)
    .filter((sentence) => sentence.trim().split(/\s+/u).length > MAX_WORDS);
}

function firstLineOf([name, text]: Entry): string {
  return INSIDE.some((pattern) => pattern.test(name)) ? '' : (filled(text).split('\n')[0] ?? '');
}

describe.each(LOCALES)('%s', async (locale) => {
  const entries = await catalogueOf(locale);
  const others = [...(await helpOf(locale)), ...labelsOf(locale)];

  test(`no sentence has more than ${MAX_WORDS} words`, () => {
    const long = [
      ...entries.flatMap(([name, text]) => longSentences(filled(text)).map((one) => `${name}: ${one}`)),
      // Their values are listed with semicolons.
      ...others.flatMap(([name, text]) =>
        longSentences(filled(text).replaceAll(';', '.')).map((one) => `${name}: ${one}`),
      ),
    ];
    expect(long).toEqual([]);
  });

  test(`no first line has more than ${MAX_FIRST_LINE} characters`, () => {
    const long = entries.filter((entry) => firstLineOf(entry).length > MAX_FIRST_LINE);
    const found = long.map((entry) => `${entry[0]} (${firstLineOf(entry).length}): ${firstLineOf(entry)}`);
    expect(found, 'Break the line, or say it shorter: rule 1 of docs/voice.md.').toEqual([]);
  });

  test('a line has one emoji at most', () => {
    const lines = entries.flatMap(([name, text]) =>
      filled(text)
        .split('\n')
        .map((line) => `${name}: ${line}`),
    );
    expect(lines.filter((line) => (line.match(/\p{Extended_Pictographic}/gu)?.length ?? 0) > 1)).toEqual([]);
  });
});
