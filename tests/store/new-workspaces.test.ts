import { expect, test } from 'vitest';
import { conversationId, type InstanceId } from '../../src/core/ids.ts';
import { freshStore } from './store-file.ts';

const CHAT = conversationId('console', 'local');
const ONE = 'one' as InstanceId;
const OTHER = 'other' as InstanceId;

const wish = (name: string) => ({
  instance: ONE,
  conversation: CHAT,
  locale: 'en' as const,
  requester: 'local',
  url: undefined,
  name,
  token: `token-${name}`,
  messageId: 'm1',
  atMs: 1,
});

test('a wish ends once, and whoever is first says how', () => {
  const { newWorkspaces } = freshStore();
  const seq = newWorkspaces.add(wish('shop'));
  const open = newWorkspaces.open(CHAT).map(({ name }) => name);
  const ends = [newWorkspaces.end(seq, 'cancelled'), newWorkspaces.end(seq, 'done')];
  expect([open, ends, newWorkspaces.get(seq)?.state, newWorkspaces.open(CHAT)]).toEqual([
    ['shop'],
    [true, false],
    'cancelled',
    [],
  ]);
});

test('another program takes over what is wanted, and nothing else', () => {
  const { newWorkspaces, instances } = freshStore();
  newWorkspaces.end(newWorkspaces.add(wish('done')), 'done');
  newWorkspaces.add(wish('shop'));
  instances.register({ id: ONE, pid: 1, startTime: 'x', atMs: 1 });
  instances.adopt(ONE, OTHER);
  expect([newWorkspaces.unfinished(ONE), newWorkspaces.unfinished(OTHER).map(({ name }) => name)]).toEqual([
    [],
    ['shop'],
  ]);
});
