import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TrustedFile } from '../../src/contracts/grants.ts';
import type { Store } from '../../src/contracts/store.ts';
import { openStore } from '../../src/store/open.ts';

let store: Store;
beforeEach(() => {
  store = openStore({ path: ':memory:' });
});
afterEach(() => store.close());

const FILE: TrustedFile = {
  workspace: '/projects/shop',
  name: 'deploy',
  path: '.claude/commands/deploy.md',
  hash: 'h1',
  person: '34600111222',
  atMs: 1000,
};

test('a file is accepted by its bytes and its place, in its project alone', () => {
  store.trust.accept(FILE);
  const others = [
    { hash: 'h2' },
    { path: 'plugins/a/commands/deploy.md' },
    { workspace: '/projects/blog' },
    { name: 'x' },
  ].map((change) => store.trust.isAccepted({ ...FILE, ...change }));
  expect([store.trust.isAccepted(FILE), others]).toEqual([true, [false, false, false, false]]);
});

test('a file that was only shown is not accepted; accepting it ends the question', () => {
  store.trust.show(FILE);
  const before = [store.trust.isAccepted(FILE), store.trust.list(FILE.workspace)];
  store.trust.accept(FILE);
  expect([before, store.trust.findShown(FILE.workspace, 'deploy'), store.trust.list(FILE.workspace)]).toEqual(
    [[false, []], undefined, [FILE]],
  );
});

test('the last one that was shown is the one in question, and the last accepted one the only one', () => {
  const changed = { ...FILE, hash: 'h2', atMs: 2000 };
  store.trust.accept(FILE);
  store.trust.show(FILE);
  store.trust.show(changed);
  const shown = store.trust.findShown(FILE.workspace, 'deploy');
  store.trust.accept(changed);
  expect([shown, store.trust.isAccepted(FILE), store.trust.list(FILE.workspace)]).toEqual([
    changed,
    false,
    [changed],
  ]);
});

test('what is taken back is gone, and can be taken back once', () => {
  store.trust.accept(FILE);
  const revoked = [1, 2].map(() => store.trust.revoke(FILE.workspace, 'deploy'));
  expect([revoked, store.trust.isAccepted(FILE)]).toEqual([[true, false], false]);
});
