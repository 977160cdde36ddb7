import type { Channel, OutboundBody } from '../contracts/channel.ts';
import type { Redactor } from '../contracts/policy.ts';
import { unreachable } from '../core/failure.ts';

/**
 * The channel with secrets removed from everything it sends, and hidden characters escaped: a model repeats what it
 * has read somewhere.
 */
export function withRedaction(channel: Channel, { redact }: Redactor): Channel {
  return {
    name: channel.name,
    capabilities: channel.capabilities,
    ended: channel.ended,
    start: (receiver) => channel.start(receiver),
    send: (message) =>
      channel.send({ ...message, body: redactBody(message.body, (text) => escapeInvisible(redact(text))) }),
    setTyping: (chat, on) => channel.setTyping(chat, on),
    ...(channel.format === undefined ? {} : { format: channel.format.bind(channel) }),
    ...(channel.canDelete === undefined ? {} : { canDelete: channel.canDelete.bind(channel) }),
    ...(channel.holdMs === undefined ? {} : { holdMs: channel.holdMs.bind(channel) }),
    ...(channel.fetch === undefined ? {} : { fetch: channel.fetch.bind(channel) }),
    stop: () => channel.stop(),
  };
}

function redactBody(body: OutboundBody, redact: Redactor['redact']): OutboundBody {
  switch (body.kind) {
    case 'text':
    case 'edit':
      return { ...body, text: redact(body.text) };
    case 'poll':
      return { ...body, question: redact(body.question), choices: body.choices.map(redact) };
    case 'diff':
      return { ...body, diff: redact(body.diff) };
    case 'text-file':
      return { ...body, text: redact(body.text), caption: redact(body.caption) };
    case 'image':
    case 'document':
    case 'drawing':
      return { ...body, caption: redact(body.caption) };
    // The words were redacted before they were spoken.
    case 'voice-note':
    case 'reaction':
    case 'delete':
      return body;
    default:
      return unreachable(body);
  }
}

/**
 * Characters that would move a terminal's cursor, reverse a line or be invisible in it: controls, bidi controls,
 * invisible characters. Not line ends and tabs, nor the joiners and marks of scripts and emoji.
 */
const HIDDEN = /(?![\n\t\u00ad\u061c\u200c-\u200f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes each of them as `\u{202e}`: file names and models may contain them. */
function escapeInvisible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
