import { expect, test } from 'vitest';
import type { Attachment } from '../../../src/contracts/channel.ts';
import { type AttachmentContext, judgeAttachment } from '../../../src/gateway/incoming/enclosures.ts';

const OPEN: AttachmentContext = {
  limits: { fileBytes: 10_000_000, dayBytes: 50_000_000 },
  usedBytes: 0,
  mayTalk: true,
  mayKeepFiles: true,
  canFetch: true,
  hasVision: true,
  canTranscribe: true,
};

function sent(kind: Attachment['kind'], bytes?: number): Attachment {
  return { kind, mimeType: 'application/octet-stream', name: undefined, bytes, reference: {} };
}

const missing = (what: Attachment['kind'], reason: string, limitMb?: number) => ({
  kind: 'missing',
  what,
  reason,
  ...(limitMb === undefined ? {} : { limitMb }),
});

test.each<[string, Attachment, Partial<AttachmentContext>, unknown]>([
  ['a picture', sent('image', 1000), {}, { kind: 'fetch', mostBytes: 10_000_000 }],
  ['a document of unknown size', sent('document'), {}, { kind: 'fetch', mostBytes: 10_000_000 }],
  ['a voice note', sent('voice', 1000), {}, { kind: 'fetch', mostBytes: 10_000_000 }],
  [
    'what is left of the day',
    sent('document'),
    { usedBytes: 48_000_000 },
    { kind: 'fetch', mostBytes: 2_000_000 },
  ],
  ['a sticker, a video, a place', sent('other', 1), {}, missing('other', 'kind')],
  ['a large document', sent('document', 10_000_001), {}, missing('document', 'too-large', 10)],
  ['a picture no model takes', sent('image', 3_700_001), {}, missing('image', 'image-size')],
  ['more than is left of the day', sent('voice', 9), { usedBytes: 49_999_999 }, missing('voice', 'day', 50)],
  ['a day that is used up', sent('document'), { usedBytes: 50_000_000 }, missing('document', 'day', 50)],
  ['a picture without vision', sent('image', 1), { hasVision: false }, missing('image', 'no-vision')],
  [
    'speech without a service',
    sent('voice', 1),
    { canTranscribe: false },
    missing('voice', 'no-transcriber'),
  ],
  ['a document of a reader', sent('document', 1), { mayKeepFiles: false }, missing('document', 'not-yours')],
  [
    'a picture of a reader',
    sent('image', 1),
    { mayKeepFiles: false },
    { kind: 'fetch', mostBytes: 10_000_000 },
  ],
  ['speech for a closed project', sent('voice', 1), { mayTalk: false }, missing('voice', 'not-yours')],
  ['a channel without files', sent('image', 1), { canFetch: false }, missing('image', 'unreachable')],
])('%s', (_what, attachment, change, judgement) => {
  expect(judgeAttachment(attachment, { ...OPEN, ...change })).toEqual(judgement);
});
