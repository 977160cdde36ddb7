import { expect, test } from 'vitest';
import { conversationId, type SessionId } from '../../src/core/ids.ts';
import { freshStore } from './store-file.ts';

const CHAT = conversationId('console', 'local');

test('an unknown conversation has no language', () => {
  expect(freshStore().conversations.language(CHAT)).toEqual({
    locale: undefined,
    isChosen: false,
    others: 0,
  });
});

test('the language is the last one set', () => {
  const { conversations } = freshStore();
  conversations.setLanguage(CHAT, { locale: 'en', isChosen: false, others: 1 });
  conversations.setLanguage(CHAT, { locale: 'es', isChosen: true, others: 0 });
  expect(conversations.language(CHAT)).toEqual({ locale: 'es', isChosen: true, others: 0 });
});

test('where somebody began afresh is kept for each person and chat, the last time', () => {
  const { conversations } = freshStore();
  const [first, second] = ['20261120-00000001', '20261120-00000002'] as SessionId[];
  conversations.beginAfresh(CHAT, 'ana', first as SessionId);
  conversations.beginAfresh(CHAT, 'ana', second as SessionId);
  const other = conversationId('console', 'other');
  expect(
    [conversations.freshAfter(CHAT, 'ana'), conversations.freshAfter(CHAT, 'bob')].concat(
      conversations.freshAfter(other, 'ana'),
    ),
  ).toEqual([second, undefined, undefined]);
});
