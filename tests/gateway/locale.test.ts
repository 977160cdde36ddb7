import { expect, test } from 'vitest';
import { localeIn } from '../../src/gateway/incoming/locale.ts';

test.each([
  ['hola', 'es'],
  ['¿qué hace este archivo?', 'es'],
  ['arreglá el bug de login', 'es'],
  ['/agent Corré los tests y arreglá los que fallen', 'es'],
  ['/agent Agregá un endpoint GET /health en main.py', 'es'],
  ['cómo está la rama main', 'es'],
  ['hi', 'en'],
  ['what does this file do?', 'en'],
  ['/agent fix the failing login test', 'en'],
  ['/agent add dark mode to the settings page', 'en'],
  ['/status', undefined],
  ['/agent', undefined],
  ['npm install', undefined],
  ['👍', undefined],
  ['', undefined],
])('%j is %s', (text, locale) => {
  expect(localeIn(text)).toBe(locale);
});
