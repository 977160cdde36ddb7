import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWorkspaceName } from '../../../src/git/workspaces/workspace-name.ts';
import { anyCharacter } from '../../support/any-character.ts';

test.each([
  'shop',
  'Shop-2',
  'a',
  '_drafts',
  'wasap.agent',
  'my project',
  'c++',
  'user@home',
  'niño',
  'über_app',
  'console',
  'x'.repeat(80),
])('%j can be the name of a project', (name) => {
  expect(isWorkspaceName(name)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a folder above', '../x'],
  ['a way round', 'a/../../b'],
  ['dots alone', '..'],
  ['one dot', '.'],
  ['an absolute path', '/etc'],
  ['a path of Windows', 'C:\\Windows'],
  ['a folder in a folder', 'a/b'],
  ['a NUL', 'shop\0'],
  ['300 characters', 'x'.repeat(300)],
  ['a device of Windows', 'CON'],
  ['a device with an ending', 'nul.txt'],
  ['a Cyrillic letter that looks Latin', 'shоp'],
  ['full-width letters', 'ｓｈｏｐ'],
  ['the Kelvin sign', '\u212ailo'],
  ['an invisible character', 'sh\u200bop'],
  ['text that runs backwards', 'shop\u202egnp'],
  ['an accent that is a character of its own', 'nin\u0303o'],
  ['an option', '-rf'],
  ['a long option', '--upload-pack=x'],
  ['a hidden folder', '.ssh'],
  ['a blank at its end', 'shop '],
  ['a blank before it', ' shop'],
  ['a dot at its end', 'shop.'],
  ['a line break', 'shop\nrm'],
  ['a glob', 'sh*'],
  ['a variable', '$HOME'],
  ['a home', '~root'],
  ['a drive', 'a:b'],
])('%s is none', (_what, name) => {
  expect(isWorkspaceName(name)).toBe(false);
});

test('whatever passes is one path component of Latin-1, without controls, that begins with no dash or dot', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 90 }), (name) => {
      if (isWorkspaceName(name)) expect(name).toMatch(/^[^-. /\\][^/\\\p{C}]*$/u);
    }),
  );
});
