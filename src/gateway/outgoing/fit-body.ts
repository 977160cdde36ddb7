import type {
  Channel,
  ChannelCapabilities,
  EditCapabilities,
  OutboundBody,
  ShownCapabilities,
} from '../../contracts/channel.ts';
import { unreachable } from '../../core/failure.ts';
import { codeBlock } from '../../core/text.ts';
import type { Turns } from '../../core/work-queues.ts';
import { lastPart, partsOf } from './split-text.ts';

/** What every channel can do; also assumed for one that is not connected in this run. */
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

/** How many messages one text may become before the rest is sent as a file. */
const MAX_PARTS = 4;
/** Length of `(12/345)` and the line end behind it. */
const NUMBER_ROOM = 10;
/** The end of a long text says what came of it, or how to answer: it is sent as a message of about this length. */
const LAST_PART = 1500;
const MARKDOWN = /^(#{1,6} |[-*] |\d+\. |```|\||> )|\*\*|`|\]\(/m;

/** The parts of a channel that decide how something is sent there. */
export interface FittingChannel extends Pick<Channel, 'format'> {
  readonly capabilities: ShownCapabilities & Pick<EditCapabilities, 'edit'>;
}

/**
 * The bodies to send on this channel so that nothing of `body` is lost: the body itself, or text, in as many parts as
 * the channel needs. A reaction would add nothing as words, so it is left out.
 */
export function fitBody(body: OutboundBody, channel: FittingChannel): readonly OutboundBody[] {
  const fitting = fittingOf(body, channel);
  let step = fitting.next();
  while (step.done !== true) step = fitting.next();
  return step.value;
}

/**
 * The same for what may be long: to format 4,000 characters takes 10 to 30 milliseconds, so each text waits for a turn,
 * also behind those of other chats.
 */
export async function fitBodyInTurns(
  body: OutboundBody,
  channel: FittingChannel,
  turns: Turns,
): Promise<readonly OutboundBody[]> {
  const fitting = fittingOf(body, channel);
  for (;;) {
    await turns.next();
    const step = fitting.next();
    if (step.done === true) return step.value;
  }
}

/** Pauses after each text that was formatted. */
type FittingSteps = Generator<undefined, readonly OutboundBody[]>;

function* fittingOf(body: OutboundBody, channel: FittingChannel): FittingSteps {
  const able = channel.capabilities;
  switch (body.kind) {
    case 'text':
      return yield* splitIntoBodies(body.text, channel);
    case 'edit':
      return able.edit !== 'no' && fits(body.text, channel)
        ? [body]
        : yield* splitIntoBodies(body.text, channel);
    case 'reaction':
      return able.reaction ? [body] : [];
    case 'delete':
      return [body];
    case 'drawing':
      return able.image ? [body] : [];
    case 'voice-note':
      return able.voiceNote === true ? [body] : [];
    default:
      return canShow(body, able) ? [body] : yield* splitIntoBodies(inWords(body), channel);
  }
}

function canShow(body: RichBody, able: ShownCapabilities): boolean {
  switch (body.kind) {
    case 'poll':
    case 'image':
      return able[body.kind];
    case 'diff':
      return able.image && able.document;
    case 'document':
    case 'text-file':
      return able.document;
    default:
      return unreachable(body);
  }
}

type RichBody = Exclude<
  OutboundBody,
  { kind: 'text' | 'edit' | 'reaction' | 'delete' | 'drawing' | 'voice-note' }
>;

function inWords(body: RichBody): string {
  switch (body.kind) {
    case 'poll':
      return [body.question, ...body.choices.map((choice, index) => `${index + 1} ${choice}`)].join('\n');
    case 'image':
      return `${body.caption}\n${body.path}`.trim();
    case 'diff':
      return codeBlock(body.diff);
    case 'document':
      return `${body.caption}\n${body.name}: ${body.path}`.trim();
    case 'text-file':
      return `${body.caption}\n${body.name}:\n${body.text}`.trim();
    default:
      return unreachable(body);
  }
}

/**
 * One message, or several with numbers; a text that needs too many becomes its beginning, the whole as a file, and
 * its end.
 */
function* splitIntoBodies(text: string, given: FittingChannel): FittingSteps {
  const channel = formattingOnce(given);
  if (fits(text, channel)) return [{ kind: 'text', text }];
  yield;
  const max = channel.capabilities.maxLength - NUMBER_ROOM;
  const parts: string[] = [];
  for (const part of partsOf(text, { max, lengthOf: (one) => lengthOf(one, channel) })) {
    if (part !== undefined) parts.push(part);
    if (parts.length > MAX_PARTS && channel.capabilities.document) return withFile(text, parts, max);
    yield;
  }
  return parts.map((part, index) => asPart(part, index + 1, parts.length));
}

function withFile(
  text: string,
  [first = '', second = '']: readonly string[],
  max: number,
): readonly OutboundBody[] {
  const name = MARKDOWN.test(text) ? 'answer.md' : 'answer.txt';
  const kilobytes = Math.max(1, Math.round(Buffer.byteLength(text) / 1000));
  return [
    asPart(first, 1, MAX_PARTS),
    asPart(second, 2, MAX_PARTS),
    { kind: 'text-file', text, name, caption: `(3/${MAX_PARTS}) ${kilobytes} kB` },
    asPart(lastPart(text, Math.min(LAST_PART, max / 2)), MAX_PARTS, MAX_PARTS),
  ];
}

function asPart(text: string, number: number, all: number): OutboundBody {
  return { kind: 'text', text: all === 1 ? text : `(${number}/${all})\n${text}` };
}

/**
 * Remembers the last formatted text: a text is formatted to find that it is too long, and splitting it asks for the
 * same again.
 */
function formattingOnce(channel: FittingChannel): FittingChannel {
  let [last, lastFormatted] = ['', ''];
  return {
    capabilities: channel.capabilities,
    format(text) {
      if (text !== last) [last, lastFormatted] = [text, channel.format?.(text) ?? text];
      return lastFormatted;
    },
  };
}

function fits(text: string, channel: FittingChannel): boolean {
  const { maxLength } = channel.capabilities;
  // Formatting takes time, and never halves a text, so one of more than twice the limit cannot fit.
  return text.length <= 2 * maxLength && lengthOf(text, channel) <= maxLength;
}

function lengthOf(text: string, channel: FittingChannel): number {
  return channel.format === undefined ? text.length : channel.format(text).length;
}
