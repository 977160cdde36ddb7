import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageType, KeptImage } from '../contracts/enclosures.ts';
import { codeOf } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { fileFailure } from './confined-file.ts';
import { removeOlder, writeWhole } from './kept-files.ts';

export interface KeptImages {
  /** Resolves when the bytes are on the disk. @throws Failure `unavailable` when it is full */
  keep(bytes: Uint8Array, mediaType: ImageType): Promise<KeptImage>;
  /** Undefined when it is missing or damaged. */
  bytesOf(image: KeptImage): Uint8Array | undefined;
  /** Removes pictures that were last sent before then; returns how many. */
  removeOlder(beforeMs: number): Promise<number>;
}

/**
 * Pictures that people sent, under their hash: one that comes twice is stored once. The folder is the program's own.
 */
export function createKeptImages(folder: string): KeptImages {
  const pathOf = ({ hash }: Pick<KeptImage, 'hash'>): string => join(folder, hash);
  return {
    async keep(bytes, mediaType) {
      const image: KeptImage = { hash: sha256(bytes), mediaType, bytes: bytes.byteLength };
      try {
        await writeWhole(pathOf(image), bytes);
      } catch (error) {
        throw fileFailure(error, 'the picture');
      }
      return image;
    },
    bytesOf(image) {
      try {
        const bytes = readFileSync(pathOf(image));
        return sha256(bytes) === image.hash ? bytes : undefined;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    removeOlder: (beforeMs) => removeOlder(folder, beforeMs),
  };
}
