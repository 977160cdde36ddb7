import { expect, test } from 'vitest';
import type { SessionId } from '../../../src/core/ids.ts';
import { branchName } from '../../../src/gateway/actions/begin-session.ts';

const ID = '20261122-0badcafe' as SessionId;

test.each([
  ['fix the login', 'wasap/2-fix-the-login-cafe'],
  ['  Añade tests, ¡ya!  ', 'wasap/2-anade-tests-ya-cafe'],
  ['fix the login that fails since yesterday', 'wasap/2-fix-the-login-that-fails-since-cafe'],
  ['x'.repeat(60), `wasap/2-${'x'.repeat(32)}-cafe`],
  ['修复登录', 'wasap/2-cafe'],
  ['🚀🚀', 'wasap/2-cafe'],
  ['-rf --force ..@{u}.lock~^:?*[\\', 'wasap/2-rf-force-u-lock-cafe'],
  ['HEAD', 'wasap/2-head-cafe'],
  ['a\nb\u0000c\u202ed', 'wasap/2-a-b-c-d-cafe'],
])('the branch of %j', (task, branch) => {
  expect(branchName(ID, { number: 2, task })).toBe(branch);
});
