import * as z from 'zod';
import type { FailureKind } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import type { CellName, FrontName } from '../names.ts';
import type { SqlSession } from '../sql.ts';

/**
 * The format number that this version writes. A job with another number is set aside. A version that raises it still
 * reads the number before, and writes that as long as a living machine has it; machines that are further apart do not
 * join.
 */
export const WIRE_VERSION = 1;

const json: z.ZodType<Json> = z.json();
const member = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);
const mediaId = z.uuid();

const gesture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vote'), target: z.string(), choices: z.array(z.string()) }),
  z.object({ kind: z.literal('reaction'), target: z.string(), emoji: z.string() }),
  z.object({ kind: z.literal('edit'), target: z.string(), text: z.string() }),
  z.object({ kind: z.literal('delete'), target: z.string() }),
]);

const attachment = z.object({
  kind: z.enum(['image', 'document', 'voice', 'other']),
  mimeType: z.string(),
  name: z.string().optional(),
  bytes: z.number().optional(),
  reference: json,
});

const group = z.object({ addressed: z.boolean() });

/**
 * A message as a channel delivers it. Fields that only the program itself may set (`scheduled`, `call`, `code`,
 * `enclosed`) do not get through.
 */
const inboundMessage = z.object({
  account: z.string(),
  chat: z.string(),
  sender: z.string(),
  id: z.string(),
  text: z.string(),
  sentAtMs: z.number(),
  delayed: z.boolean().optional(),
  quotedId: z.string().optional(),
  quoted: z.object({ author: z.enum(['program', 'sender', 'somebody']), text: z.string() }).optional(),
  forwarded: z.boolean().optional(),
  gesture: gesture.optional(),
  attachments: z.array(attachment).optional(),
  group: group.optional(),
});

const unreadableMessage = inboundMessage.pick({
  account: true,
  chat: true,
  sender: true,
  id: true,
  sentAtMs: true,
  group: true,
});

/** A job into a cell. Its key is the conversation. */
export const InboundJob = z.object({
  v: z.literal(WIRE_VERSION),
  epoch: z.int().min(1),
  front: member.transform((name) => name as FrontName),
  item: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('message'), message: inboundMessage }),
    z.object({ kind: z.literal('unreadable'), message: unreadableMessage }),
    z.object({ kind: z.literal('missed'), gap: z.object({ fromMs: z.number(), untilMs: z.number() }) }),
  ]),
});
export type InboundJob = z.infer<typeof InboundJob>;

/** Like `OutboundBody`, but with the id of bytes in `media` in place of a path. */
const outboundBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('edit'), target: z.string(), text: z.string() }),
  z.object({ kind: z.literal('reaction'), target: z.string(), emoji: z.string() }),
  z.object({ kind: z.literal('delete'), target: z.string() }),
  z.object({ kind: z.literal('poll'), question: z.string(), choices: z.array(z.string()) }),
  z.object({ kind: z.literal('image'), media: mediaId, caption: z.string() }),
  z.object({ kind: z.literal('document'), media: mediaId, name: z.string(), caption: z.string() }),
  z.object({
    kind: z.literal('diff'),
    diff: z.string(),
    name: z.string(),
    // An older machine sends none.
    locale: z.enum(['en', 'es']).default('en'),
  }),
  z.object({ kind: z.literal('drawing'), svg: z.string(), caption: z.string() }),
  z.object({ kind: z.literal('voice-note'), media: mediaId, seconds: z.number() }),
  z.object({ kind: z.literal('text-file'), text: z.string(), name: z.string(), caption: z.string() }),
]);
export type RemoteBody = z.infer<typeof outboundBody>;

const outboundMessage = z.object({
  id: z.string(),
  chat: z.string(),
  body: outboundBody,
  mayRepeat: z.boolean(),
});

/** A job from a cell to a front. Its key is the conversation; for a `fetch` it is that and the attachment's message. */
export const OutboundJob = z.object({
  v: z.literal(WIRE_VERSION),
  cell: member.transform((name) => name as CellName),
  epoch: z.int().min(1),
  /** Ids of people's messages that are fully answered once this is sent. A move does not carry them. */
  answers: z.array(z.string()).optional(),
  /** The end of a session that this message reports, by `endOf`: another cell need not report it. */
  ends: z.string().optional(),
  item: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('send'), message: outboundMessage }),
    z.object({ kind: z.literal('fetch'), chat: z.string(), attachment, mostBytes: z.int().min(0) }),
  ]),
});
export type OutboundJob = z.infer<typeof OutboundJob>;

/**
 * Names one end of a session, which may go on and end again.
 * @param at as in its transcript
 */
export function endKey(session: string, at: string): string {
  return `${session} ${at}`;
}

const FAILURE_KINDS = [
  'invalid',
  'not-found',
  'denied',
  'conflict',
  'timeout',
  'unavailable',
  'stopped',
] as const satisfies readonly FailureKind[];

/** The output of a job out of a front. */
export const FrontAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), media: mediaId.optional() }),
  z.object({ ok: z.literal(false), failure: z.enum(FAILURE_KINDS), reason: z.string() }),
]);
export type FrontAnswer = z.infer<typeof FrontAnswer>;

/** A NOTIFY to a cell. Anything else is from a newer version, and this one ignores it. */
export const CellNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('jobs') }),
  z.object({ kind: z.literal('answer'), id: z.uuid(), answer: FrontAnswer }),
  z.object({ kind: z.literal('moved'), conversation: z.string() }),
]);
export type CellNews = z.infer<typeof CellNews>;

/** A NOTIFY to a front. */
export const FrontNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('jobs') }),
  z.object({ kind: z.literal('typing'), chat: z.string(), on: z.boolean() }),
  z.object({ kind: z.literal('moved'), conversation: z.string() }),
]);
export type FrontNews = z.infer<typeof FrontNews>;

/** Sends several notifications at once, as `notify` does. */
export async function notifyAll(
  sql: SqlSession,
  messages: readonly { readonly channel: string; readonly news: CellNews | FrontNews }[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql.run(
    'SELECT pg_notify(channel, news) FROM unnest($1::text[], $2::text[]) AS one (channel, news)',
    [messages.map(({ channel }) => channel), messages.map(({ news }) => JSON.stringify(news))],
  );
}

/**
 * Sent when the transaction of `sql` commits, or at once without one. Best effort: a process that is not connected
 * misses it.
 */
export async function notifyChannel(
  sql: SqlSession,
  channel: string,
  news: CellNews | FrontNews,
): Promise<void> {
  await sql.run('SELECT pg_notify($1, $2)', [channel, JSON.stringify(news)]);
}
