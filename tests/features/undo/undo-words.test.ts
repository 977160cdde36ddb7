import { describe, expect, test } from 'vitest';
import { saysUndo } from '../../../src/features/undo/commands.ts';

describe('words that ask to undo, and nothing besides', () => {
  test.each([
    'undo that pls',
    'undo it',
    'Undo this!',
    'undo',
    'revert that',
    'please revert it',
    'no, undo that',
    'can you undo that?',
    'undo your changes',
    'ok undo everything',
    'take that back please',
    'deshazlo',
    'Deshacelo, porfa',
    'deshaz eso porfa',
    'no, deshaz eso',
    'revierte los cambios',
    'revertí eso',
    '¿puedes deshacerlo?',
    'lo puedes deshacer',
    'deshaz lo que hiciste por favor',
    'deshaz todo',
  ])('%s', (text) => {
    expect(saysUndo(text)).toBe(true);
  });
});

describe('words that say more, or something else', () => {
  test.each([
    'undo that and then add tests',
    'undo the rename',
    'undo the last commit',
    'undo the changes in src/a.ts',
    'undo 2',
    "don't undo that",
    'no undo that',
    'do not revert it',
    'revert commit abc',
    'revert to the old login',
    'how do I undo?',
    'what does undo do?',
    'add an undo button',
    'why did you undo that',
    'undo that unless the tests pass',
    '/undo it',
    'I did not ask you to undo that',
    'deshaz eso y agrega pruebas',
    'deshaz el renombrado',
    'no lo deshagas',
    'no deshagas eso',
    'cómo deshago eso',
    'agrega un botón para deshacer',
    'deshaz `eso`',
    '',
  ])('%j', (text) => {
    expect(saysUndo(text)).toBe(false);
  });
});
