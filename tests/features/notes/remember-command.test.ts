import { expect, test } from 'vitest';
import { type RememberRequest, readRequest } from '../../../src/features/notes/notes-feature.ts';

const user = (text: string): RememberRequest => ({ kind: 'keep', file: 'USER.md', text });
const tools = (text: string): RememberRequest => ({ kind: 'keep', file: 'TOOLS.md', text });

test.each<[string, RememberRequest]>([
  ['', { kind: 'nothing' }],
  ['tools:', { kind: 'nothing' }],
  ['undo', { kind: 'undo' }],
  ['Deshacer', { kind: 'undo' }],
  ['undo is my favourite key', user('undo is my favourite key')],
  ['that I prefer pytest', user('I prefer pytest')],
  ['que prefiero pytest', user('prefiero pytest')],
  ['Lima is where the office is', user('Lima is where the office is')],
  ['user: the repo is mine', user('the repo is mine')],
  ['USER.md: likes tea', user('likes tea')],
  ['yo: vivo en Lima', user('vivo en Lima')],
  ['tools: run make check', tools('run make check')],
  ['Herramientas: las pruebas van con make', tools('las pruebas van con make')],
  ['proyecto: el servidor está en staging', tools('el servidor está en staging')],
  ['the tests run with make check', { kind: 'unclear', text: 'the tests run with make check' }],
  ['que las pruebas van con make', { kind: 'unclear', text: 'las pruebas van con make' }],
  ['I run the tests with make', user('I run the tests with make')],
  ['soul: be funny', user('soul: be funny')],
  ['SOUL.md: be funny', user('SOUL.md: be funny')],
])('/remember %s', (rest, request) => {
  expect(readRequest(rest, false)).toEqual(request);
});

test.each<[string, RememberRequest]>([
  ['I prefer pytest', { kind: 'between-us' }],
  ['me: pytest', { kind: 'between-us' }],
  ['tools: make check', tools('make check')],
  ['undo', { kind: 'undo' }],
])('in a group: /remember %s', (rest, request) => {
  expect(readRequest(rest, true)).toEqual(request);
});
