import { proto, unpadRandomMax16, writeRandomPadMax16 } from '@whiskeysockets/baileys';
import { expect, test } from 'vitest';
import { storedForm } from '../../../src/channels/whatsapp/socket.ts';
import { maskTypedCode } from '../../../src/features/lock/typed-code.ts';

const parts = {
  client: { proto, unpadRandomMax16 },
  maskWords: (words: string) => maskTypedCode(words, false),
};

function plaintextOf(message: proto.IMessage): Uint8Array {
  return writeRandomPadMax16(proto.Message.encode(proto.Message.fromObject(message)).finish());
}

function stored(message: proto.IMessage): proto.IMessage {
  const plaintext = plaintextOf(message);
  const kept = storedForm(plaintext, parts);
  expect(kept.length).toBe(plaintext.length);
  return proto.Message.toObject(proto.Message.decode(unpadRandomMax16(kept)));
}

const quoting = { stanzaId: 'A', quotedMessage: { conversation: 'yes 482913' } };

test.each<[string, proto.IMessage, proto.IMessage]>([
  ['words', { conversation: 'yes 482913' }, { conversation: 'yes ******' }],
  [
    'a reply, also what it quotes',
    { extendedTextMessage: { text: '482913', contextInfo: quoting } },
    {
      extendedTextMessage: {
        text: '******',
        contextInfo: { stanzaId: 'A', quotedMessage: { conversation: 'yes ******' } },
      },
    },
  ],
  [
    'a note to oneself',
    { deviceSentMessage: { destinationJid: 'a', message: { conversation: '/unlock 482913' } } },
    { deviceSentMessage: { destinationJid: 'a', message: { conversation: '/unlock ******' } } },
  ],
  [
    'a disappearing message',
    { ephemeralMessage: { message: { extendedTextMessage: { text: 'yes 482 913' } } } },
    { ephemeralMessage: { message: { extendedTextMessage: { text: 'yes *** ***' } } } },
  ],
  [
    'an edit',
    { protocolMessage: { key: { id: 'A' }, type: 14, editedMessage: { conversation: 'yes 482913' } } },
    { protocolMessage: { key: { id: 'A' }, type: 14, editedMessage: { conversation: 'yes ******' } } },
  ],
  ['a caption', { imageMessage: { caption: 'yes 482913' } }, { imageMessage: { caption: 'yes ******' } }],
])('%s are kept without the code, and stay the same message', (_what, message, kept) => {
  expect(stored(message)).toEqual(kept);
});

test('a message without one is kept byte for byte', () => {
  const plaintext = plaintextOf({ conversation: 'fix issue 482913' });
  expect(storedForm(plaintext, parts)).toBe(plaintext);
});

test.each([[new Uint8Array()], [new Uint8Array([1])], [new Uint8Array([255, 255, 255, 200])]])(
  'what is no message is left alone',
  (bytes) => {
    expect(storedForm(bytes, parts)).toBe(bytes);
  },
);
