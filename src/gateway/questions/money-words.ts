import type { ApprovalScope } from '../../contracts/grants.ts';

/** `once`: one more dollar. */
export type MoneyChoice = Extract<ApprovalScope, 'once' | 'finish'> | 'stop';

const WORDS: readonly (readonly [MoneyChoice, string, readonly string[]])[] = [
  [
    'once',
    '1',
    [
      ...['more', 'one more', 'one dollar', 'one more dollar', 'a dollar more', 'add a dollar', 'dollar'],
      ...['1 more', '1 dollar', '1 more dollar', 'mas', '1 mas', 'uno mas', 'un dolar', 'un dolar mas'],
      ...['1 dolar', '1 dolar mas', 'otro dolar', 'dale un dolar', 'dale un dolar mas'],
    ],
  ],
  [
    'finish',
    '2',
    [
      ...['finish', 'finish up', 'finish what you have', 'finish with what you have', 'wrap up', 'close'],
      ...['termina', 'terminar', 'terminalo', 'termina lo que tienes', 'termina con lo que tienes'],
      ...['termina lo que tenes', 'termina con lo que tenes', 'termina lo que hay', 'termina con lo que hay'],
      ...['cierra', 'cierra con lo que tienes', 'cierra con lo que hay', 'acaba', 'acaba con lo que tienes'],
    ],
  ],
  [
    'stop',
    '3',
    [
      ...[
        'stop',
        'stop it',
        'stop here',
        'cancel',
        'end it',
        'para',
        'parar',
        'paralo',
        'detente',
        'detener',
      ],
      ...['detenlo', 'basta', 'alto', 'frena', 'cancela', 'cancelar', 'dejalo', 'dejalo asi', 'dejalo ahi'],
    ],
  ],
];

/**
 * Reads plain words (`plainWords`) as an answer to a question about money: `1` (also `+$1`), `2 finish`, `para`. Not
 * a bare yes or no: it could mean either of two things, and one of them costs money.
 */
export function moneyChoice(words: string): MoneyChoice | undefined {
  const [number = '', ...rest] = words.split(' ');
  const said = rest.join(' ');
  return WORDS.find(
    ([, one, spellings]) =>
      spellings.includes(words) || (number === one && (said === '' || spellings.includes(said))),
  )?.[0];
}
