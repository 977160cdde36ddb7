import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { writeComplaint } from '../../src/cli/complain.ts';
import { fitToScreen } from '../../src/core/terminal-output.ts';

const SENTENCE = 'A sentence about a file that somebody wrote, with the command that mends it: wasap doctor';

test.each([
  ['a pipe gets it whole', {}, SENTENCE],
  ['so does one that says how wide it is', { columns: 40 }, SENTENCE],
  [
    'a screen gets it wrapped between words',
    { isTTY: true, columns: 40 },
    'A sentence about a file that somebody \nwrote, with the command that mends it: \nwasap doctor',
  ],
  [
    'a screen that says nothing of its size counts as 80 columns',
    { isTTY: true },
    'A sentence about a file that somebody wrote, with the command that mends it: \nwasap doctor',
  ],
  [
    'a word that ends with the line takes no blank along',
    { isTTY: true, columns: 16 },
    'A sentence about\na file that \nsomebody wrote, \nwith the command\nthat mends it: \nwasap doctor',
  ],
  ['a word that is longer than a line stays whole', { isTTY: true, columns: 5 }, undefined],
])('%s', (_title, screen, expected) => {
  const given = expected === undefined ? '/a/very/long/path' : SENTENCE;
  expect(fitToScreen(screen, given)).toBe(expected ?? given);
});

test.each([
  ['a pipe', {}, 1],
  ['a terminal', { isTTY: true, columns: 30 }, 4],
])('to %s the program says something about itself with its name before it', (_title, screen, lines) => {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), screen);
  writeComplaint(stream, SENTENCE);
  const said = String(stream.read());
  expect([said.startsWith('wasap: A sentence'), said.trimEnd().split('\n').length]).toEqual([true, lines]);
});
