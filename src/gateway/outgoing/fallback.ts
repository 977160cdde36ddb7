import type {
  Channel,
  ChannelCapabilities,
  EditCapabilities,
  OutboundBody,
  ShownCapabilities,
} from '../../contracts/channel.ts';
import { unreachable } from '../../core/failure.ts';
import { codeBlock, cutAt } from '../../core/text.ts';
import type { Turns } from '../../core/turns.ts';

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

/** Room for closing a fence at the end of a part and reopening it, with its language, at the start of the next. */
const FENCE_ROOM = 40;
const FENCE = /^[ \t>]*(`{3,}|~{3,})(.*)$/;
/** How far before a cut the start of a character is searched for; no real character is longer. */
const MAX_CHARACTER_LENGTH = 64;
/** A shorter part would be useless: a part becomes too long instead. */
const MIN_PART_LENGTH = 50;

interface PartLimits {
  /** Longest part, in UTF-16 code units. */
  readonly max: number;
  /** Length of a part after formatting, if that changes it. */
  lengthOf?(part: string): number;
}

/**
 * Splits a text into parts of at most `max` UTF-16 code units: between paragraphs if possible, else at line ends,
 * else at spaces, never inside a character. A cut code fence is closed and opened again, and a cut table gets its
 * head again, so that every part reads by itself. Only the line end at a cut is left out.
 */
export function splitText(text: string, max: number): readonly string[] {
  return [...partsOf(text, { max })].filter((part) => part !== undefined);
}

/** Makes the parts one by one, and pauses with `undefined` after each look at a length, which may take long. */
export function* partsOf(text: string, limits: PartLimits): Generator<string | undefined> {
  const { max, lengthOf = lengthOfText } = limits;
  let rest = text;
  let opening = '';
  while (opening.length + rest.length > 2 * max || lengthOf(opening + rest) > max) {
    yield;
    const { part, length } = yield* firstPart(rest, opening, { max, lengthOf });
    const open = openFence(opening + rest.slice(0, length));
    const head = open === undefined ? tableHead(opening + rest.slice(0, length), rest.slice(length)) : '';
    if (part.trim() !== '') yield part;
    rest = rest.slice(length);
    opening = open === undefined ? head : `${open.line}\n`;
  }
  if (rest.trim() !== '') yield opening + rest;
}

/**
 * The last part of a text, from a line on, with an open fence opened again.
 * @param max of its own length, in UTF-16 code units
 */
export function lastPart(text: string, max: number): string {
  const from = text.length - max + FENCE_ROOM;
  const line = text.indexOf('\n', from) + 1;
  const start = line > 0 && line < text.length ? line : characterStart(text, from);
  const open = openFence(text.slice(0, start));
  return `${open === undefined ? '' : `${open.line}\n`}${text.slice(start)}`;
}

function lengthOfText(text: string): number {
  return text.length;
}

/** Returns as much of `rest` as fits, and how much that is. The length after formatting is found by trying. */
function* firstPart(
  rest: string,
  opening: string,
  { max, lengthOf }: Required<PartLimits>,
): Generator<undefined, { readonly part: string; readonly length: number }> {
  let room = max - opening.length - FENCE_ROOM;
  for (;;) {
    const length = cutPoint(rest, room);
    const part = closeFence(`${opening}${rest.slice(0, length)}`);
    const shown = lengthOf(part);
    if (shown <= max || room <= MIN_PART_LENGTH) return { part, length };
    yield;
    room = Math.max(MIN_PART_LENGTH, Math.min(room - 1, Math.floor((room * (max - FENCE_ROOM)) / shown)));
  }
}

function closeFence(part: string): string {
  const open = openFence(part);
  return `${part.replace(/\n+$/, '')}${open === undefined ? '' : `\n${open.fence}`}`;
}

/** Best place to cut at or before `max`: after a paragraph, a line, a word, or anywhere between two characters. */
function cutPoint(text: string, max: number): number {
  const window = cutAt(text, Math.max(2, max));
  const half = window.length / 2;
  const paragraph = window.lastIndexOf('\n\n') + 2;
  if (paragraph > half && openFence(window.slice(0, paragraph)) === undefined) return paragraph;
  const line = beforeFence(window, window.lastIndexOf('\n') + 1);
  if (line > half) return line;
  const space = wordEnd(window);
  return characterStart(text, space > half ? space : window.length);
}

/** A fence that would open in the last line is left to the next part. */
function beforeFence(window: string, end: number): number {
  const lastLine = window.lastIndexOf('\n', end - 2) + 1;
  const opens =
    openFence(window.slice(0, end)) !== undefined && openFence(window.slice(0, lastLine)) === undefined;
  return opens && lastLine > window.length / 2 ? lastLine : end;
}

/** Position after the last space outside inline code. */
function wordEnd(window: string): number {
  const line = window.lastIndexOf('\n') + 1;
  for (let space = window.lastIndexOf(' '); space > line; space = window.lastIndexOf(' ', space - 1)) {
    if (window.slice(line, space).split('`').length % 2 === 1) return space + 1;
  }
  return window.lastIndexOf(' ') + 1;
}

/**
 * The same position, or the start of the character that a cut there would split: joined emoji, letters with marks.
 */
function characterStart(text: string, at: number): number {
  const from = Math.max(0, at - MAX_CHARACTER_LENGTH);
  const around = text.slice(from, at + MAX_CHARACTER_LENGTH);
  let start = at;
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(around)) {
    if (from + index > at) break;
    start = from + index;
  }
  return start > from ? start : at;
}

interface OpenFence {
  /** The opening line, with its language. */
  readonly line: string;
  readonly fence: string;
}

/** The fence that is still open at the end of a text. */
function openFence(text: string): OpenFence | undefined {
  let open: OpenFence | undefined;
  for (const line of text.split('\n')) {
    const [, fence = '', rest = ''] = FENCE.exec(line) ?? [];
    if (fence === '') continue;
    if (open === undefined) open = parseFence(line, fence, rest);
    else if (fence.startsWith(open.fence) && rest.trim() === '') open = undefined;
  }
  return open;
}

function parseFence(line: string, fence: string, language: string): OpenFence | undefined {
  // Inline code in three backticks is not a fence.
  if (fence.startsWith('`') && language.includes('`')) return undefined;
  return { fence, line: line.trimStart().slice(0, FENCE_ROOM - fence.length - 2) };
}

/** The first two lines of a cut table; empty elsewhere. */
function tableHead(before: string, after: string): string {
  if (!after.startsWith('|')) return '';
  const rows: string[] = [];
  for (const line of before.replace(/\n$/, '').split('\n').toReversed()) {
    if (!line.startsWith('|')) break;
    rows.unshift(line);
  }
  const [head = '', rule = ''] = rows;
  return rows.length > 2 && /^\|[\s:|-]+$/.test(rule) ? `${head}\n${rule}\n` : '';
}
