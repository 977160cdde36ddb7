import * as z from 'zod';
import type { TrustStore } from '../contracts/trust.ts';
import type { Database } from './database.ts';

const Row = z.object({
  workspace: z.string(),
  name: z.string(),
  path: z.string(),
  hash: z.string(),
  person: z.string(),
  atMs: z.int(),
});

const SELECT = 'SELECT workspace, name, path, hash, person, at_ms AS atMs FROM trusted_files';

export function createTrustStore(database: Database): TrustStore {
  const put = database.write(`
    INSERT INTO trusted_files (workspace, name, state, path, hash, person, at_ms)
    VALUES (@workspace, @name, @state, @path, @hash, @person, @atMs)
    ON CONFLICT (workspace, name, state) DO UPDATE
      SET path = excluded.path, hash = excluded.hash, person = excluded.person, at_ms = excluded.at_ms`);
  const one = database.read(
    `${SELECT} WHERE workspace = @workspace AND name = @name AND state = @state`,
    Row,
  );
  const newest = database.read(
    `${SELECT} WHERE person = @person AND state = 'shown' AND at_ms >= @sinceMs ORDER BY at_ms DESC LIMIT 1`,
    Row,
  );
  const remove = database.write(
    'DELETE FROM trusted_files WHERE workspace = @workspace AND name = @name AND state = @state',
  );
  const all = database.read(
    `${SELECT} WHERE workspace = @workspace AND state = 'accepted' ORDER BY name`,
    Row,
  );

  return {
    show: (file) => void put.run({ ...file, state: 'shown' }),
    findShown: (workspace, name) => one.get({ workspace, name, state: 'shown' }),
    findShownTo: (person, sinceMs) => newest.get({ person, sinceMs }),
    accept: (file) =>
      database.atomically(() => {
        const { workspace, name } = file;
        remove.run({ workspace, name, state: 'shown' });
        put.run({ ...file, state: 'accepted' });
      }),
    revoke: (workspace, name) => remove.run({ workspace, name, state: 'accepted' }).changes > 0,
    isAccepted({ workspace, name, path, hash }) {
      const accepted = one.get({ workspace, name, state: 'accepted' });
      return accepted?.path === path && accepted.hash === hash;
    },
    list: (workspace) => all.all({ workspace }),
  };
}
