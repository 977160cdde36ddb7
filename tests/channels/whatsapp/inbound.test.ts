import type { proto, WAMessageContent } from '@whiskeysockets/baileys';
import { expect, test } from 'vitest';
import {
  type InboundContent,
  inboundContent,
  isAddressed,
  numberOf,
} from '../../../src/channels/whatsapp/inbound.ts';

const OWN = { phone: '34600000001:5@s.whatsapp.net', lid: '900:5@lid' };
const SENDER = '34600111222@s.whatsapp.net';

function read(message: WAMessageContent, remoteJid = SENDER): InboundContent | undefined {
  return inboundContent({ key: { remoteJid, id: 'A' }, message }, OWN);
}

function said(text: string): InboundContent {
  return { kind: 'message', text, quoted: undefined, forwarded: false, media: undefined };
}

test.each<[string, WAMessageContent, InboundContent | undefined]>([
  ['a plain text', { conversation: 'hi' }, said('hi')],
  ['a text with a link', { extendedTextMessage: { text: 'see' } }, said('see')],
  [
    'a disappearing text',
    { ephemeralMessage: { message: { conversation: 'gone soon' } } },
    said('gone soon'),
  ],
  ['blanks', { conversation: '  \n' }, undefined],
  ['keys for a group', { senderKeyDistributionMessage: { groupId: '1@g.us' } }, undefined],
  ['nothing', {}, undefined],
  [
    'an edit in a wrapper of its own',
    {
      editedMessage: {
        message: {
          protocolMessage: {
            type: 14,
            key: { id: 'T' },
            editedMessage: { extendedTextMessage: { text: 'new' } },
          },
        },
      },
    },
    { kind: 'edit', target: 'T', text: 'new' },
  ],
  ['a deletion', { protocolMessage: { type: 0, key: { id: 'T' } } }, { kind: 'delete', target: 'T' }],
  ['a change of settings', { protocolMessage: { type: 3, key: { id: 'T' } } }, undefined],
  [
    'a reaction',
    { reactionMessage: { key: { id: 'T' }, text: '👍' } },
    { kind: 'reaction', target: 'T', emoji: '👍' },
  ],
  [
    'a reaction that is taken back',
    { reactionMessage: { key: { id: 'T' } } },
    { kind: 'reaction', target: 'T', emoji: '' },
  ],
])('%s', (_name, message, expected) => {
  expect(read(message)).toEqual(expected);
});

test.each([
  ['900@lid', 'program'],
  ['34600000001@s.whatsapp.net', 'program'],
  [SENDER, 'sender'],
  ['34655555555@s.whatsapp.net', 'somebody'],
])('what %s wrote and is quoted is of: %s', (participant, author) => {
  const contextInfo = { stanzaId: 'Q', participant, quotedMessage: { conversation: 'before' } };
  expect(read({ extendedTextMessage: { text: 'so', contextInfo } })).toEqual({
    ...said('so'),
    quoted: { id: 'Q', author, text: 'before' },
  });
});

test('a picture is taken without its preview and without what it quotes', () => {
  const imageMessage = {
    mimetype: 'image/jpeg',
    caption: 'look',
    fileLength: 7,
    jpegThumbnail: Buffer.from('preview'),
    contextInfo: { isForwarded: true },
  };
  expect(read({ imageMessage })).toEqual({
    kind: 'message',
    text: 'look',
    quoted: undefined,
    forwarded: true,
    media: {
      kind: 'image',
      mimeType: 'image/jpeg',
      name: undefined,
      bytes: 7,
      content: { imageMessage: { ...imageMessage, jpegThumbnail: null, contextInfo: null } },
    },
  });
});

test.each([
  ['1@g.us', ['900@lid'], undefined, true],
  ['1@g.us', ['34600000001@s.whatsapp.net'], undefined, true],
  ['1@g.us', ['34655555555@s.whatsapp.net'], undefined, false],
  ['1@g.us', [], '900@lid', true],
  ['1@g.us', [], undefined, false],
  [SENDER, [], undefined, true],
])(
  'in %s with mentions %j and a quotation of %s the program is addressed: %s',
  (chat, mentionedJid, participant, expected) => {
    const message = { extendedTextMessage: { text: 'x', contextInfo: { mentionedJid, participant } } };
    expect(isAddressed({ key: { remoteJid: chat }, message }, OWN)).toBe(expected);
  },
);

test.each<[string, proto.IMessage, boolean]>([
  ['a command', { conversation: ' /status' }, true],
  ['a path', { conversation: '/ is full' }, false],
  ['a vote', { pollUpdateMessage: {} }, true],
  ['a reaction to the program', { reactionMessage: { key: { id: 'A', participant: '900@lid' } } }, true],
  ['a reaction to somebody', { reactionMessage: { key: { id: 'A', participant: '7@lid' } } }, false],
  ['a deletion', { protocolMessage: { type: 0 } }, true],
  ['an edit', { protocolMessage: { type: 14, editedMessage: { conversation: 'hey' } } }, false],
  [
    'an edit to a command',
    { protocolMessage: { type: 14, editedMessage: { conversation: '/agent x' } } },
    true,
  ],
])('in a group %s is meant for the program: %#', (_, message, expected) => {
  expect(isAddressed({ key: { remoteJid: '1@g.us' }, message }, OWN)).toBe(expected);
});

test('numbers come plain or in an object, depending on what is installed', () => {
  expect([7, { toNumber: () => 7 }, null, undefined].map(numberOf)).toEqual([7, 7, undefined, undefined]);
});
