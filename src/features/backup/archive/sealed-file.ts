import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Failure } from '../../../core/failure.ts';
import { backupFault } from '../texts/faults.ts';

/**
 * A sealed file is a header of 64 bytes, then chunks. The header: 8 bytes of name, version, kind, log2 of scrypt's N,
 * 5 zero bytes, 16 bytes of salt, and a check of all that: HMAC-SHA256 of an encrypted file, SHA-256 of a plain one.
 * A chunk: 4 bytes (highest bit: the last one; the rest: its length), as many bytes, and a tag of 16. Its number and
 * whether it is the last one are in the nonce and the header is authenticated with each, so that none can be changed,
 * left out, moved, or taken from another file.
 */
interface BackupSeal {
  readonly header: Buffer;
  close(chunk: Uint8Array, at: ChunkPosition): { readonly body: Buffer; readonly tag: Buffer };
  /** Undefined when it is not what was sealed at this place. */
  open(body: Uint8Array, tag: Uint8Array, at: ChunkPosition): Buffer | undefined;
}

interface ChunkPosition {
  /** From 0. */
  readonly index: number;
  readonly isLast: boolean;
}

export const HEADER_BYTES = 64;
export const TAG_BYTES = 16;
/** Plain text in a chunk. */
export const CHUNK_BYTES = 1 << 20;

/** 128 MB and some tenths of a second for each guess at a passphrase. */
export const DEFAULT_COST = 17;
/** Permitted range in a header: below it guessing is cheap, above it a file could take all memory. */
const LOWEST_COST = 14;
const HIGHEST_COST = 18;
const BLOCK_SIZE = 8;

const NAME = Buffer.from('WASAPBAK', 'latin1');
const VERSION = 1;
const KIND = { plain: 0, encrypted: 1 } as const;
const AT = { version: 8, kind: 9, cost: 10, salt: 16, check: 32 } as const;
const SALT_BYTES = AT.check - AT.salt;
const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';

/** @param secret undefined when the file is not encrypted, only damage is noticed */
export async function newSeal(secret?: {
  readonly passphrase: string;
  readonly cost: number;
}): Promise<BackupSeal> {
  const start = Buffer.alloc(AT.check);
  NAME.copy(start);
  start[AT.version] = VERSION;
  if (secret === undefined) return createPlainSeal(start);
  start[AT.kind] = KIND.encrypted;
  start[AT.cost] = secret.cost;
  randomBytes(SALT_BYTES).copy(start, AT.salt);
  return encryptedSeal(start, await keysOf(secret.passphrase, start));
}

/**
 * The seal of an existing file.
 * @param ask for the passphrase; only called when it needs one
 * @throws Failure `invalid` for another file, a newer one, a damaged header or a wrong passphrase
 */
async function sealOf(header: Buffer, file: string, ask: () => Promise<string>): Promise<BackupSeal> {
  if (header.length < HEADER_BYTES || !header.subarray(0, NAME.length).equals(NAME))
    throw new Failure('invalid', backupFault('no-backup', file));
  const version = header[AT.version];
  if (version !== VERSION)
    throw new Failure('invalid', backupFault('other-format', file, version ?? 0, VERSION));
  const start = header.subarray(0, AT.check);
  const kind = header[AT.kind];
  if (kind === KIND.plain) {
    const seal = createPlainSeal(start);
    if (!seal.header.equals(header)) throw damagedFailure(file, 0);
    return seal;
  }
  const cost = header[AT.cost] ?? 0;
  if (kind !== KIND.encrypted || cost < LOWEST_COST || cost > HIGHEST_COST) throw damagedFailure(file, 0);
  const seal = encryptedSeal(start, await keysOf(await ask(), start));
  if (timingSafeEqual(seal.header, header)) return seal;
  throw new Failure('invalid', backupFault('wrong-passphrase', file));
}

/** @param byte where in the file */
function damagedFailure(file: string, byte: number): Failure {
  return new Failure('invalid', backupFault('damaged', file, byte));
}

interface Keys {
  readonly chunks: Buffer;
  readonly header: Buffer;
}

function keysOf(passphrase: string, start: Buffer): Promise<Keys> {
  const cost = 2 ** (start[AT.cost] ?? 0);
  // Twice what scrypt needs, because Node counts a little more.
  const options = { cost, blockSize: BLOCK_SIZE, maxmem: 256 * cost * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    // The same passphrase may be typed as other bytes on another keyboard.
    scrypt(passphrase.normalize('NFC'), start.subarray(AT.salt), 2 * KEY_BYTES, options, (error, key) => {
      if (error !== null) reject(error);
      else resolve({ chunks: key.subarray(0, KEY_BYTES), header: key.subarray(KEY_BYTES) });
    });
  });
}

function encryptedSeal(start: Buffer, keys: Keys): BackupSeal {
  const header = Buffer.concat([start, createHmac('sha256', keys.header).update(start).digest()]);
  return {
    header,
    close(chunk, at) {
      const cipher = createCipheriv(CIPHER, keys.chunks, nonceOf(at)).setAAD(header);
      const body = Buffer.concat([cipher.update(chunk), cipher.final()]);
      return { body, tag: cipher.getAuthTag() };
    },
    open(body, tag, at) {
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, keys.chunks, nonceOf(at), options)
        .setAAD(header)
        .setAuthTag(tag);
      const chunk = decipher.update(body);
      try {
        decipher.final();
        return chunk;
      } catch (error) {
        // `final` of this mode only throws when the data was changed.
        if (error instanceof Error) return undefined;
        throw error;
      }
    },
  };
}

function createPlainSeal(start: Buffer): BackupSeal {
  const header = Buffer.concat([start, createHash('sha256').update(start).digest()]);
  const tagOf = (chunk: Uint8Array, at: ChunkPosition): Buffer =>
    createHash('sha256').update(header).update(nonceOf(at)).update(chunk).digest().subarray(0, TAG_BYTES);
  return {
    header,
    close: (chunk, at) => ({ body: Buffer.from(chunk), tag: tagOf(chunk, at) }),
    open: (body, tag, at) => (tagOf(body, at).equals(tag) ? Buffer.from(body) : undefined),
  };
}

/** Unique under each key: every file has a salt of its own. */
function nonceOf({ index, isLast }: ChunkPosition): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  nonce[0] = isLast ? 1 : 0;
  return nonce;
}

const LENGTH_BYTES = 4;
const LAST = 0x8000_0000;

export interface SealedWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Without this call the file counts as cut off. */
  finish(): Promise<void>;
}

export async function sealInto(handle: FileHandle, seal: BackupSeal): Promise<SealedWriter> {
  let index = 0;
  let waiting: Uint8Array = Buffer.alloc(0);
  await handle.appendFile(seal.header);
  const put = async (chunk: Uint8Array, isLast: boolean): Promise<void> => {
    const { body, tag } = seal.close(chunk, { index, isLast });
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(body.length + (isLast ? LAST : 0));
    await handle.appendFile(Buffer.concat([length, body, tag]));
    index += 1;
  };
  return {
    async write(bytes) {
      waiting = waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes]);
      while (waiting.length > CHUNK_BYTES) {
        await put(waiting.subarray(0, CHUNK_BYTES), false);
        waiting = waiting.subarray(CHUNK_BYTES);
      }
    },
    finish: () => put(waiting, true),
  };
}

/** The sealed content, piece by piece; only after its end is it known to be complete. */
export interface SealedReader {
  /**
   * Exactly so many bytes.
   * @throws Failure `invalid` when the file is damaged, changed, or ends before
   */
  take(bytes: number): Promise<Buffer>;
  /** @throws Failure `invalid` unless everything was taken and nothing follows */
  assertEnd(): Promise<void>;
}

/** @throws Failure `invalid` as `sealOf` does */
export async function unsealFile(
  handle: FileHandle,
  file: string,
  ask: () => Promise<string>,
): Promise<SealedReader> {
  let place = 0;
  /** Fewer only at the end of the file. */
  const read = async (bytes: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(bytes);
    let filled = 0;
    for (let more = 1; more > 0 && filled < bytes; filled += more) {
      more = (await handle.read(buffer, filled, bytes - filled, place + filled)).bytesRead;
    }
    place += filled;
    return buffer.subarray(0, filled);
  };
  const seal = await sealOf(await read(HEADER_BYTES), file, ask);
  let index = 0;
  let isEnded = false;
  let waiting = Buffer.alloc(0);
  const nextChunk = async (): Promise<void> => {
    const from = place;
    const start = await read(LENGTH_BYTES);
    if (start.length < LENGTH_BYTES || isEnded) throw damagedFailure(file, from);
    const length = start.readUInt32BE();
    const isLast = length >= LAST;
    const size = isLast ? length - LAST : length;
    if (size > CHUNK_BYTES) throw damagedFailure(file, from);
    const frame = await read(size + TAG_BYTES);
    if (frame.length < size + TAG_BYTES) throw damagedFailure(file, from);
    const chunk = seal.open(frame.subarray(0, size), frame.subarray(size), { index, isLast });
    if (chunk === undefined) throw damagedFailure(file, from);
    index += 1;
    isEnded = isLast;
    waiting = Buffer.concat([waiting, chunk]);
  };
  return {
    async take(bytes) {
      while (waiting.length < bytes) await nextChunk();
      const taken = waiting.subarray(0, bytes);
      waiting = waiting.subarray(bytes);
      return taken;
    },
    async assertEnd() {
      if (waiting.length > 0) throw damagedFailure(file, place);
      if (!isEnded) await nextChunk();
      if (waiting.length > 0 || !isEnded || (await read(1)).length > 0) throw damagedFailure(file, place);
    },
  };
}
