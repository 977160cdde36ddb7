import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  markArguments,
  usesArguments,
  withArguments,
} from '../../../src/features/command-files/files/command-arguments.ts';

const TWO = { text: 'one "two words"', words: ['one', 'two words'] };

test.each([
  ['$1 and $2', 'one and two words'],
  ['$ARGUMENTS', 'one "two words"'],
  ['$3 is empty', ' is empty'],
  ['$10 and $0 are none', '$10 and $0 are none'],
  ['$ARGUMENTS_2 and $ARGUMENTSX are none', '$ARGUMENTS_2 and $ARGUMENTSX are none'],
  ['$1$2', 'onetwo words'],
  ['\\$1 and \\$ARGUMENTS stay', '$1 and $ARGUMENTS stay'],
  ['$&, $$ and $` are none', '$&, $$ and $` are none'],
])('%s: %s', (text, filled) => {
  expect(withArguments(text, TWO)).toBe(filled);
});

test.each([
  ['$1', true],
  ['a $ARGUMENTS b', true],
  ['\\$1', false],
  ['$10', false],
  ['costs 5 $', false],
])('%j has placeholders: %s', (text, has) => {
  expect(usesArguments(text)).toBe(has);
});

test('what is put in is not searched again', () => {
  expect(withArguments('$1 $2', { text: '', words: ['$2', '$1'] })).toBe('$2 $1');
});

describe('in a command line, words of the shell are filled after they were read', () => {
  const split = (line: string) => line.split(' ').map((word) => word.replace(/^"(.*)"$/, '$1'));
  test.each([
    ['echo $1 $2', ['echo', 'one', 'two words']],
    ['echo "$2"', ['echo', 'two words']],
    ['echo $ARGUMENTS', ['echo', 'one', 'two words']],
    ['echo "$ARGUMENTS"', ['echo', 'one "two words"']],
    ['echo a$1b', ['echo', 'aoneb']],
    ['echo $3', ['echo']],
    ['echo "$3"', ['echo', '']],
    ['$1 x', undefined],
    ['l$1', undefined],
    ['echo Argument0_ $1', ['echo', 'Argument0_', 'one']],
  ])('%s: %j', (line, argv) => {
    const marked = markArguments(line, TWO);
    expect(marked.fill(split(marked.line))).toEqual(argv);
  });

  test('nothing that was given is in the line that a shell reader sees', () => {
    const given = fc.string({ minLength: 3 }).filter((text) => !'echo $1 "$2" Argument0_1_'.includes(text));
    fc.assert(
      fc.property(given, given, (first, second) => {
        const { line } = markArguments('echo $1 "$2" $ARGUMENTS', {
          text: `${first} ${second}`,
          words: [first, second],
        });
        expect(line).toBe('echo Argument0_ "Argument1_" Argument2_');
      }),
    );
  });

  test('each argument becomes exactly one word', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 9 }), (words) => {
        const { line, fill } = markArguments('echo $ARGUMENTS end', { text: words.join(' '), words });
        expect(fill(line.split(' '))).toEqual(['echo', ...words, 'end']);
      }),
    );
  });
});
