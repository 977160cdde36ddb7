import { describe, expect, test } from 'vitest';
import { type Claims, readClaims, requestedGitOperations } from '../../../src/gateway/report/model-claims.ts';

const NONE: Claims = {
  changed: false,
  hasBeenChanged: false,
  committed: false,
  commits: [],
  pushed: false,
  openedPull: false,
  pulls: [],
  testsPass: false,
  passed: [],
};

describe('what closing words claim', () => {
  test.each<[string, Partial<Claims>]>([
    [
      'I fixed the bug, all tests pass, committed as deadbee.',
      { changed: true, testsPass: true, committed: true, commits: ['deadbee'] },
    ],
    ['Fixed the login redirect and added a test.', { changed: true }],
    ['As you asked, I have updated the docs.', { changed: true }],
    ['The changes are committed (`a1b2c3d4`).', { committed: true, commits: ['a1b2c3d4'] }],
    ['Commit: `a1b2c3d4`', { commits: ['a1b2c3d4'] }],
    ['I have committed and pushed everything to origin/main.', { committed: true, pushed: true }],
    ['Pushed the branch.', { pushed: true }],
    ['Committed and pushed.', { committed: true, pushed: true }],
    ['I opened a pull request.', { openedPull: true }],
    ['PR #12 is open.', { openedPull: true, pulls: [12] }],
    ['Created pull request #7 for this.', { changed: true, openedPull: true, pulls: [7] }],
    ['All 12 tests pass.', { testsPass: true, passed: [12] }],
    ['12 tests passed.', { testsPass: true, passed: [12] }],
    ['The tests are green now.', { testsPass: true }],
    ['The test suite is passing.', { testsPass: true }],
    [
      'Arreglé el error, todas las pruebas pasan e hice un commit.',
      { changed: true, testsPass: true, committed: true },
    ],
    ['He corregido el total. Las 12 pruebas pasan.', { changed: true, testsPass: true, passed: [12] }],
    ['Subí la rama y abrí un pull request.', { pushed: true, openedPull: true }],
    ['Los cambios quedaron commiteados.', { committed: true }],
    ['**Fixed** the parser.', { changed: true }],
    ['The bug is fixed in src/login.js.', { hasBeenChanged: true }],
    ['The login has been updated, and the docs are now corrected.', { hasBeenChanged: true }],
    ['El error está corregido.', { hasBeenChanged: true }],
    ['Se ha arreglado la suma; las pruebas quedaron actualizadas.', { hasBeenChanged: true }],
  ])('%s', (text, claims) => {
    expect(readClaims(text)).toEqual({ ...NONE, ...claims });
  });

  test.each([
    'I did not commit anything.',
    "I haven't committed, pushed or opened a pull request.",
    'There is nothing to commit.',
    'You can commit it with `git commit -m "fix"`.',
    'The changes are ready to be committed.',
    'Should I commit and push?',
    'If all tests pass, push the branch.',
    'The bug was introduced by Ana, who committed it last week.',
    'It was committed by Ana.',
    'The value is pushed onto the stack.',
    'I could not push: there is no remote.',
    'Tests do not pass yet: 2 fail.',
    'The tests could not be run.',
    'I was unable to commit because of index.lock.',
    'Added in 2021, `login()` checks the password.',
    'The uncommitted changes are yours.',
    'See the last commit for how it was done.',
    '```\ngit commit -m "Fixed it"\n12 passed\n```',
    '> committed as deadbee',
    'No hice commit ni push.',
    'No se han subido los cambios.',
    'Puedes hacer commit cuando quieras.',
    'Falta abrir un pull request.',
    'Las pruebas no pasan todavía.',
    'The login is in src/login.ts; it reads the cookie.',
    'Nothing was changed.',
    'The bug is already fixed.',
    'It has been fixed in version 2, and by Ana.',
    'The bug is not fixed yet.',
    'El error ya está corregido.',
    'La tarea está lista para revisar.',
  ])('claims nothing: %s', (text) => {
    expect(readClaims(text)).toEqual(NONE);
  });
});

describe('what a task orders', () => {
  test.each([
    ['fix the login bug and commit it', ['commit']],
    ['Fix it, commit and push.', ['commit', 'push']],
    ['fix the bug, then open a PR', ['pull-request']],
    ['Please commit your changes with a short message', ['commit']],
    ['commit', ['commit']],
    ['make a commit', ['commit']],
    ['create a pull request for this branch', ['pull-request']],
    ['arregla el login y haz commit', ['commit']],
    ['arreglá el total, commiteá y abrí un PR', ['commit', 'pull-request']],
    ['sube la rama', ['push']],
    ['Subí la rama', ['push']],
    ['arregla esto y súbelo', ['push']],
  ])('%s', (task, ordered) => {
    expect(requestedGitOperations(task)).toEqual(ordered);
  });

  test.each([
    'fix the login bug',
    'fix the bug but do not commit',
    "don't commit or push anything",
    'fix it without committing',
    'explain the last commit',
    'what does commit a1b2c3d do?',
    'review the open PR',
    'which commit broke the tests?',
    'add a push notification to the app',
    'write a pre-commit hook',
    'fix `git commit` in the script',
    'arregla el error, no hagas commit',
    'revisa el pull request 12',
    'add a commit button to the form',
    'git push fails, find out why',
  ])('orders nothing: %s', (task) => {
    expect(requestedGitOperations(task)).toEqual([]);
  });
});
