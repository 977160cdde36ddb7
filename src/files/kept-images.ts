import type { ImageType, KeptImage } from '../contracts/enclosures.ts';
import { createKeptByHash } from './kept-by-hash.ts';

export interface KeptImages {
  /** Resolves when the bytes are on the disk. @throws Failure `unavailable` when it is full */
  keep(bytes: Uint8Array, mediaType: ImageType): Promise<KeptImage>;
  /** Undefined when it is missing or damaged. */
  bytesOf(image: KeptImage): Uint8Array | undefined;
  /** Removes pictures that were last sent before then; returns how many. */
  removeOlder(beforeMs: number): Promise<number>;
}

/** Pictures that people sent. */
export function createKeptImages(folder: string): KeptImages {
  const kept = createKeptByHash(folder, 'the picture');
  return {
    async keep(bytes, mediaType) {
      return { hash: await kept.keep(bytes), mediaType, bytes: bytes.byteLength };
    },
    bytesOf: ({ hash }) => kept.bytesOf(hash),
    removeOlder: (beforeMs) => kept.removeUnused(() => false, beforeMs),
  };
}
