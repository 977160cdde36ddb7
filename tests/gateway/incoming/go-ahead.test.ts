import { expect, test } from 'vitest';
import { isBareYes, isGoAhead, isProposal, isThanks } from '../../../src/gateway/incoming/go-ahead.ts';

test.each([
  ...[
    'do it',
    'Do it!',
    'ok do it',
    'ok, do it now',
    'yes do it please',
    'yes, go ahead',
    'go ahead pls',
    'go for it',
  ],
  ...[
    'fix that',
    'fix it',
    'please fix it',
    'fix this',
    'fix both',
    'fix it and commit',
    'fix that and add a test',
  ],
  ...[
    'do it but keep the old API',
    "let's do it",
    'can you fix it?',
    'could you please do that?',
    'fix that bug',
  ],
  ...[
    'apply those changes',
    'do what you suggested',
    'implement it',
    'yes please fix that',
    'go ahead and fix it',
  ],
  ...['do the second one', 'do option 2', 'make it so', 'proceed', "I'd like you to fix it"],
  ...[
    'hazlo',
    'Hazlo!',
    'sí, hazlo',
    'si hazlo por favor',
    'hacelo',
    'dale',
    'dale, arreglalo',
    'dale arréglalo',
  ],
  ...[
    'arréglalo',
    'arreglá eso',
    'corrígelo',
    'adelante',
    'ok, adelante',
    'puedes arreglarlo?',
    '¿podés hacerlo?',
  ],
  ...[
    'hazlo pero sin tocar los tests',
    'haz lo que dijiste',
    'haz ese cambio',
    'quiero que lo arregles',
    'hazlo ya',
  ],
])('%j asks to do what was talked about', (text) => {
  expect(isGoAhead(text)).toBe(true);
});

test.each([
  ...[
    'do it?s',
    'how do I do it',
    'what does it do?',
    'no, do it later',
    "don't do it",
    'no lo hagas',
    'do not fix it',
  ],
  ...[
    'what would fix it?',
    'does it fix that?',
    'it',
    'yes',
    'ok',
    'go on',
    'make it faster',
    'why did you do it that way?',
  ],
  ...[
    'hola',
    'mala idea',
    'regalo',
    'explícalo',
    'dime más',
    'how can you fix it without tests?',
    'fix the login',
    '',
  ],
  `do it ${'x '.repeat(200)}`,
])('%j does not', (text) => {
  expect(isGoAhead(text)).toBe(false);
});

test('a yes alone asks for what the answer has just proposed, and for nothing else', () => {
  expect(['yes', 'Sí!', 'ok, sure', 'yes please', 'dale'].filter(isBareYes)).toHaveLength(5);
  expect(['yes but not now', 'no', 'yesterday'].filter(isBareYes)).toEqual([]);
  expect(
    [
      'It crashes in line 4. Shall I fix it?',
      'Falla en la línea 4. ¿Quieres que lo arregle?',
      'Say "do it" and I begin.',
    ].filter(isProposal),
  ).toHaveLength(3);
  expect(
    ['It has two parts. Which one do you mean?', 'Should I stay or go? I wrote that.'].filter(isProposal),
  ).toEqual([]);
});

test('thanks ask for nothing', () => {
  expect(
    ['thanks!', 'Thank you so much', 'gracias', 'genial, gracias', '👍', 'great job!'].filter(isThanks),
  ).toHaveLength(6);
  expect(['thanks, now the docs', 'great, but it fails', ''].filter(isThanks)).toEqual([]);
});
