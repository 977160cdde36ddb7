import { expect, test } from 'vitest';
import { conversationId } from '../../src/core/ids.ts';
import { openStore } from '../../src/store/open.ts';
import { databasePath, freshStore } from './store-file.ts';

const CHAT = conversationId('console', 'local');
const OTHER = conversationId('whatsapp', 'team');

test('each conversation has its own choice: the last one, until it is forgotten', () => {
  const { chosenWorkspaces } = freshStore();
  chosenWorkspaces.choose(CHAT, '/projects/shop', 1);
  chosenWorkspaces.choose(OTHER, '/projects/blog', 2);
  chosenWorkspaces.choose(CHAT, '/projects/api', 3);
  const chosen = [chosenWorkspaces.find(CHAT), chosenWorkspaces.find(OTHER)];
  chosenWorkspaces.forget(CHAT);
  expect([...chosen, chosenWorkspaces.find(CHAT), chosenWorkspaces.find(OTHER)]).toEqual([
    '/projects/api',
    '/projects/blog',
    undefined,
    '/projects/blog',
  ]);
});

test('a choice outlives the program', () => {
  const path = databasePath();
  const store = openStore({ path });
  store.chosenWorkspaces.choose(CHAT, '/projects/shop', 1);
  store.close();
  expect(openStore({ path }).chosenWorkspaces.find(CHAT)).toBe('/projects/shop');
});
