import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { putMedia, takeMedia } from '../cluster/queues/media.ts';
import type { RemoteBody } from '../cluster/queues/wire.ts';
import type { SqlSession } from '../cluster/sql.ts';
import type { OutboundBody } from '../contracts/channel.ts';

/** Files between the machines: in PostgreSQL while in transit, on this disk only while they are sent. */
export interface MediaOnTheWay {
  /**
   * A body as the channel takes it. `release` removes its file.
   * @throws Failure `not-found` when the bytes are no longer there
   */
  onDisk(body: RemoteBody): Promise<{ readonly body: OutboundBody; release(): void }>;
  /** Resolves with the id of the bytes. */
  put(bytes: Uint8Array): Promise<string>;
}

/** @param folder of this front alone; what an earlier life left there is removed */
export function createMedia(db: SqlSession, folder: string): MediaOnTheWay {
  rmSync(folder, { recursive: true, force: true });
  return {
    async onDisk(body) {
      if (!('media' in body)) return { body, release: () => undefined };
      const { media, ...rest } = body;
      const bytes = await takeMedia(db, media);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, media);
      writeFileSync(path, bytes, { mode: 0o600 });
      return { body: { ...rest, path }, release: () => rmSync(path, { force: true }) };
    },
    put: (bytes) => putMedia(db, bytes),
  };
}
