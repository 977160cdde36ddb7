import * as z from 'zod';
import { Failure } from '../../../core/failure.ts';
import { sessionIdOf } from '../../../core/ids.ts';
import { SESSIONS } from '../../../store/data-folder.ts';
import { backupFault } from '../texts/faults.ts';
import type { SealedReader } from './sealed-file.ts';

/** One file of a backup: 2 bytes with the length of its name, the name in UTF-8, 8 bytes with its size, its bytes. */
export interface BackupEntry {
  /** Relative to DATA_DIR, with `/`. */
  readonly name: string;
  readonly size: number;
}

/** The first entry. */
export const MANIFEST = 'backup.json';
export const Manifest = z.object({
  format: z.literal(1),
  /** Version of the program that wrote it. */
  program: z.string(),
  made_at: z.iso.datetime(),
  /** True when the link to WhatsApp is in it. */
  link: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

export const DATABASE = 'wasap.db';
export const WORKSPACE = 'workspace';
/** Files of chats in the browser, each under its hash: the messages that show them are in the database. */
export const CHAT_FILES = 'web-files';

const MAX_SEGMENT_BYTES = 255;
const MAX_DEPTH = 16;
const SIZE_BYTES = 8;
const NAME_BYTES = 2;

/** @param size whole bytes */
export function entryStart({ name, size }: BackupEntry): Buffer {
  const text = Buffer.from(name);
  const start = Buffer.alloc(NAME_BYTES + text.length + SIZE_BYTES);
  start.writeUInt16BE(text.length);
  text.copy(start, NAME_BYTES);
  start.writeBigUInt64BE(BigInt(size), NAME_BYTES + text.length);
  return start;
}

/** An empty name: nothing follows. */
export function entriesEnd(): Buffer {
  return Buffer.alloc(NAME_BYTES);
}

/**
 * The start of the next entry; its bytes have to be taken before the one after it.
 * @returns undefined after the last one
 */
export async function nextEntry(reader: SealedReader): Promise<BackupEntry | undefined> {
  const length = (await reader.take(NAME_BYTES)).readUInt16BE();
  if (length === 0) return undefined;
  const name = (await reader.take(length)).toString('utf8');
  const size = Number((await reader.take(SIZE_BYTES)).readBigUInt64BE());
  if (!Number.isSafeInteger(size))
    throw new Failure('invalid', backupFault('impossible-size', JSON.stringify(name), size));
  return { name, size };
}

/** What a backup may contain and where it may be written: nothing else is ever written, whatever the backup says. */
export function isEntryName(name: string): boolean {
  if (name === DATABASE) return true;
  const [folder, ...rest] = name.split('/');
  if (folder === CHAT_FILES) return rest.length === 1 && isChatFile(rest[0] ?? '');
  if (folder === SESSIONS) return rest.length === 1 && isTranscript(rest[0] ?? '');
  return folder === WORKSPACE && rest.length > 0 && rest.length <= MAX_DEPTH && rest.every(isSegment);
}

export function isTranscript(name: string): boolean {
  return name.endsWith('.jsonl') && sessionIdOf(name.slice(0, -'.jsonl'.length)) !== undefined;
}

export function isChatFile(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/** Names of places, devices or streams are not permitted. */
function isSegment(text: string): boolean {
  if (text === '' || /^\.+$/.test(text) || /[. ]$/.test(text)) return false;
  if (Buffer.byteLength(text) > MAX_SEGMENT_BYTES || text.includes('\ufffd')) return false;
  return !/[\p{Cc}\\:*?"<>|]/u.test(text) && !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(text);
}
