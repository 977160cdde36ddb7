import type { FileHandle } from 'node:fs/promises';
import { type BackupSeal, CHUNK_BYTES, damagedFailure, HEADER_BYTES, sealOf, TAG_BYTES } from './seal.ts';

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
