import { MAX_MEDIA_BYTES, putMedia } from '../../cluster/queues/media.ts';
import type { RemoteBody } from '../../cluster/queues/wire.ts';
import type { SqlSession } from '../../cluster/sql.ts';
import type { OutboundBody } from '../../contracts/channel.ts';
import { fileToSend } from '../file-to-send.ts';

/** A body on its way to another machine: a file in it becomes bytes in PostgreSQL. */
export type PutBody = (sql: SqlSession) => Promise<RemoteBody>;

/**
 * Reads what the body needs from this disk; the returned function stores it, and can be repeated.
 * @throws Failure `not-found` or `invalid` for a file that cannot be sent
 */
export function readBody(body: OutboundBody): PutBody {
  switch (body.kind) {
    case 'image': {
      const { kind, caption, path } = body;
      const put = readFile(path);
      return async (sql) => ({ kind, caption, media: await put(sql) });
    }
    case 'document': {
      const { kind, name, caption, path } = body;
      const put = readFile(path);
      return async (sql) => ({ kind, name, caption, media: await put(sql) });
    }
    case 'voice-note': {
      const { kind, seconds, path } = body;
      const put = readFile(path);
      return async (sql) => ({ kind, seconds, media: await put(sql) });
    }
    default: {
      const whole: RemoteBody = body.kind === 'poll' ? { ...body, choices: [...body.choices] } : body;
      return async () => whole;
    }
  }
}

function readFile(path: string): (sql: SqlSession) => Promise<string> {
  const bytes = fileToSend(path, MAX_MEDIA_BYTES);
  return (sql) => putMedia(sql, bytes);
}
