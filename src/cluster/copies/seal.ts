import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';

/** Encrypts what lies in PostgreSQL and only machines with the same CLUSTER_SECRET may read. */
export interface ClusterSeal {
  /** @param place names what the text is: it cannot be opened under another name */
  close(text: string, place: string): Uint8Array;
  /** @throws Failure `denied` when it was closed with another secret, or changed */
  open(sealed: Uint8Array, place: string): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Takes a tenth of a second on purpose, so that secrets cannot be guessed quickly. */
export function createSeal(secret: string, salt: string): ClusterSeal {
  const key = scryptSync(secret, salt, KEY_BYTES);
  return {
    close(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Failure('denied', fault('link-copy-sealed'), { cause: error });
      }
    },
  };
}
