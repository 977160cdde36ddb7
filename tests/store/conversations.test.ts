import { expect, test } from 'vitest';
import { conversationId } from '../../src/core/ids.ts';
import { freshStore } from './store-file.ts';

const CHAT = conversationId('console', 'local');

test('an unknown conversation is undefined', () => {
  expect(freshStore().conversations.get(CHAT)).toBeUndefined();
});

test('the language is the last one set', () => {
  const { conversations } = freshStore();
  conversations.setLocale(CHAT, 'en');
  conversations.setLocale(CHAT, 'es');
  expect(conversations.get(CHAT)).toEqual({ id: CHAT, locale: 'es' });
});
