import { describe, expect, test } from 'vitest';
import { distinctWords, preFilter } from '../../../../src/features/secretary/routing/secretary.ts';
import { specialist } from './support.ts';

describe('Keyword Extraction', () => {
  test.each([
    ['Review the auth module for security', ['review', 'auth', 'module', 'security']],
    ['Revisa la autenticación de este módulo, por favor', ['revisa', 'autenticacion', 'modulo']],
    ['SQL, sql; C++ and x-ray', ['sql', 'c', 'x', 'ray']],
    ['the a an is', []],
    ['', []],
  ])('%j', (text, words) => {
    expect([...distinctWords(text)]).toEqual(words);
  });
});

describe('the pre-filter for more than 20 agents', () => {
  const twenty = Array.from({ length: 20 }, (_, at) =>
    specialist(`p:a${String.fromCharCode(97 + at)}`, 'Cooks'),
  );

  test('agent count <= 20: all descriptions are loaded, in their order', () => {
    expect(preFilter(twenty, 'review security')).toBe(twenty);
  });

  test('agent count > 20: the top 10 by the count of matching words, ties broken alphabetically', () => {
    const best = specialist('z:best', 'Reviews: security, tokens and the security of sessions');
    const second = specialist('z:second', 'Knows tokens');
    const kept = preFilter([...twenty, second, best], 'security tokens sessions');
    expect(kept.map(({ reference }) => reference)).toEqual([
      'z:best',
      'z:second',
      'p:aa',
      'p:ab',
      'p:ac',
      'p:ad',
      'p:ae',
      'p:af',
      'p:ag',
      'p:ah',
    ]);
  });

  test('a word that a description repeats counts once, and names count for nothing', () => {
    const loud = specialist('a:security', 'security security security security');
    const fitting = specialist('z:other', 'security of tokens');
    const [first, next] = preFilter([...twenty, loud, fitting], 'security tokens');
    expect([first?.reference, next?.reference]).toEqual(['z:other', 'a:security']);
  });

  test('accents and capitals make no difference', () => {
    const [first] = preFilter([...twenty, specialist('z:es', 'Revisión de CÓDIGO')], 'revision del codigo');
    expect(first?.reference).toBe('z:es');
  });
});
