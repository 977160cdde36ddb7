import { unreachable } from '../base/unreachable.ts';
import type { ChannelCapabilities, OutboundBody } from '../contracts/channel.ts';
import { splitText } from './split-text.ts';

/** What every channel can do; also assumed of one that is not connected in this run. */
export const PLAIN_TEXT: ChannelCapabilities = {
  edit: 'no',
  editWindowMs: 0,
  reaction: false,
  poll: false,
  image: false,
  document: false,
  typing: false,
  maxLength: 4000,
  editIntervalMs: 0,
  localOwner: false,
  gather: false,
};

/**
 * What to send on a channel with these capabilities so that nothing of `body` is lost: the body itself, or text, in as
 * many parts as the channel needs. A reaction says nothing that words would not say better: it is left out.
 */
export function fitted(body: OutboundBody, able: ChannelCapabilities): readonly OutboundBody[] {
  switch (body.kind) {
    case 'text':
      return texts(body.text, able);
    case 'edit':
      return able.edit !== 'no' && body.text.length <= able.maxLength ? [body] : texts(body.text, able);
    case 'reaction':
      return able.reaction ? [body] : [];
    case 'poll':
      return able.poll ? [body] : texts(numbered(body.question, body.choices), able);
    case 'image':
      return able.image ? [body] : texts(`${body.caption}\n${body.path}`.trim(), able);
    case 'document':
      return able.document ? [body] : texts(`${body.caption}\n${body.name}: ${body.path}`.trim(), able);
    default:
      return unreachable(body);
  }
}

function texts(text: string, { maxLength }: ChannelCapabilities): readonly OutboundBody[] {
  return splitText(text, maxLength).map((part) => ({ kind: 'text', text: part }));
}

function numbered(question: string, choices: readonly string[]): string {
  return [question, ...choices.map((choice, index) => `${index + 1} ${choice}`)].join('\n');
}
