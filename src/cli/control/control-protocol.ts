import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { LinkCheck } from '../../channels/whatsapp/whatsapp-channel.ts';
import { CallRequest } from '../../features/mcp-serve/outside-call.ts';

/**
 * Sockets of a program with a link to WhatsApp, and of one without: requests about the link find the first one,
 * whichever program was started before.
 */
export type ControlSocket = 'control.sock' | 'console.sock';

/** The system limits the path of a socket to 108 bytes, macOS to 104, including the final zero. */
const MAX_PATH_LENGTH = 103;

interface ControlAddress {
  readonly path: string;
  /** Call it when the address is no longer needed. */
  release(): Promise<void>;
}

/**
 * The address of a data folder's control socket. If the path is too long, it goes through the open folder, where the
 * system shows open folders as files.
 * @returns undefined where this system has no such sockets, or none with a path of that length
 */
export async function controlAddress(
  folder: string,
  socket: ControlSocket = 'control.sock',
): Promise<ControlAddress | undefined> {
  if (process.platform === 'win32') return undefined;
  const path = join(folder, socket);
  if (Buffer.byteLength(path) <= MAX_PATH_LENGTH) return { path, release: async () => undefined };
  if (process.platform !== 'linux') return undefined;
  const held: FileHandle = await open(folder);
  return { path: `/proc/self/fd/${held.fd}/${socket}`, release: () => held.close() };
}

/** Longest line in either direction, in UTF-16 code units: a task of another agent, each character escaped. */
export const MAX_LINE_LENGTH = 128 * 1024;

const PairingPhone = z.string().regex(/^[1-9]\d{6,14}$/);

/** Requests of other commands to the program on the same data folder. One at a time per connection. */
export const ControlRequest = z.discriminatedUnion('ask', [
  /** The state of the link, and every change of it, until the asker hangs up. */
  z.strictObject({ ask: z.literal('link') }),
  /** Like `link`, until it is open or given up; links a device when none is linked. */
  z.strictObject({ ask: z.literal('pair'), phone: PairingPhone.optional() }),
  /** Like `pair`; the linked device is moved aside first. */
  z.strictObject({ ask: z.literal('relink'), phone: PairingPhone.optional() }),
  z.strictObject({ ask: z.literal('doctor') }),
  /** A call of another agent, from `wasap mcp serve`. */
  z.strictObject({ ask: z.literal('outside'), request: CallRequest }),
]);
export type ControlRequest = z.infer<typeof ControlRequest>;

const Ms = z.number();
const Why = z.string();
const LinkStateLine = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('stopped') }),
  z.strictObject({ at: z.literal('locking'), sinceMs: Ms }),
  z.strictObject({ at: z.literal('connecting'), sinceMs: Ms, synced: z.boolean() }),
  z.strictObject({ at: z.literal('pairing'), by: z.enum(['qr', 'code']), show: z.string(), sinceMs: Ms }),
  z.strictObject({ at: z.literal('syncing'), sinceMs: Ms }),
  z.strictObject({ at: z.literal('open'), sinceMs: Ms }),
  z.strictObject({ at: z.literal('degraded'), why: Why, sinceMs: Ms }),
  z.strictObject({ at: z.literal('backoff'), untilMs: Ms, why: Why }),
  z.strictObject({ at: z.literal('outdated'), untilMs: Ms, why: Why, looked: z.boolean() }),
  z.strictObject({
    at: z.literal('terminal'),
    kind: z.enum(['conflict', 'logged_out', 'banned', 'lease', 'unreadable']),
    why: Why,
  }),
]);

/** State of a running program's link. */
export const LinkReport = z.strictObject({
  state: LinkStateLine,
  /** When this state began. */
  sinceMs: Ms,
  /** Digits of the own number, once a device is linked. */
  number: z.string().optional(),
});
export type LinkReport = z.infer<typeof LinkReport>;

export const ControlAnswer = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('link'), link: LinkReport }),
  z.strictObject({
    say: z.literal('doctor'),
    link: LinkReport,
    /** Missing when there is no link to test. */
    check: LinkCheck.optional(),
  }),
  /** The program does not use WhatsApp. */
  z.strictObject({ say: z.literal('no link') }),
  /** The call is stored. */
  z.strictObject({ say: z.literal('taken') }),
  z.strictObject({
    say: z.literal('refused'),
    why: Why,
    /** The command knows the language of its reader, the running program does not. */
    inSpanish: Why.optional(),
  }),
]);
export type ControlAnswer = z.infer<typeof ControlAnswer>;
