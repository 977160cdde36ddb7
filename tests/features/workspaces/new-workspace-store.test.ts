import { expect, test } from 'vitest';
import { conversationId, type InstanceId } from '../../../src/core/ids.ts';
import { createNewWorkspaceStore } from '../../../src/features/workspaces/new-workspace.ts';
import { freshStore } from '../../store/store-file.ts';

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
  const rows = createNewWorkspaceStore(freshStore().database);
  const seq = rows.add(wish('shop'));
  const open = rows.listOpen(CHAT).map(({ name }) => name);
  const ends = [rows.end(seq, 'cancelled'), rows.end(seq, 'done')];
  expect([open, ends, rows.get(seq)?.state, rows.listOpen(CHAT)]).toEqual([
    ['shop'],
    [true, false],
    'cancelled',
    [],
  ]);
});

test('another program takes over what is wanted, and nothing else', () => {
  const { database, instances } = freshStore();
  const rows = createNewWorkspaceStore(database);
  rows.end(rows.add(wish('done')), 'done');
  rows.add(wish('shop'));
  instances.register({ id: ONE, pid: 1, startTime: 'x', atMs: 1 });
  instances.adopt(ONE, OTHER);
  expect([rows.listUnfinished(ONE), rows.listUnfinished(OTHER).map(({ name }) => name)]).toEqual([
    [],
    ['shop'],
  ]);
});
