import { expect, test } from 'vitest';
import { asksBack, isWait } from '../../../src/gateway/questions/answer-words.ts';

test.each([
  'wait',
  'Wait!!',
  'no, wait',
  'yes wait',
  'ok hold on',
  'hmm',
  'not yet pls',
  'esperá',
  'espera un momento por favor',
  'sí pero espera',
  'todavía no',
  'dejame pensar un momento',
])('%j asks for time', (text) => {
  expect([isWait(text), asksBack(text)]).toEqual([true, false]);
});

test.each([
  'what for?',
  'what for',
  'why',
  'why do you need that?',
  'hmm what does it do?',
  'no, what does it do',
  "what's this?",
  'what would that change?',
  'wait, what is it for',
  'is this safe?',
  'can it be undone?',
  'explain please',
  'can you explain that?',
  'what happens if I say yes?',
  '¿qué hace?',
  'que hace eso',
  'y eso q hace??',
  '¿para qué?',
  'para que sirve',
  'para qué lo necesitas?',
  'por qué?',
  'xq',
  'qué es eso',
  'qué pasa si digo que sí',
  'es peligroso?',
  'explícame eso',
])('%j asks back', (text) => {
  expect([asksBack(text), isWait(text)]).toEqual([true, false]);
});

test.each([
  'ok',
  'yes',
  'no',
  'sí, dale',
  'para',
  'stop',
  'why not use yarn instead?',
  'what does this project do?',
  'qué hace este proyecto',
  'wait for the tests to finish',
  'espera a que terminen las pruebas',
  'explain the login in the README',
  '',
])('%j is neither', (text) => {
  expect([asksBack(text), isWait(text)]).toEqual([false, false]);
});
