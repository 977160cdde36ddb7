import * as z from 'zod';
import type { Access } from '../contracts/exec.ts';
import type { GrantStore, ScriptFile, TrustStore } from '../contracts/grants.ts';
import { id, optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const GrantRow = z.object({
  seq: z.int(),
  scope: z.enum(['session', 'always']),
  kind: z.enum(['argv', 'prefix', 'name']),
  conversation: id<'conversation'>(),
  session: id<'session'>(),
  workspace: z.string(),
  words: ownJson<readonly string[]>(),
  executable: optionalText,
  scripts: ownJson<readonly ScriptFile[]>(),
  outside: ownJson<readonly string[]>(),
  access: ownJson<Access>()
    .nullable()
    .transform((value) => value ?? undefined),
  display: z.string(),
  grantedBy: z.string(),
  grantedAtMs: z.int(),
});

const GRANT_COLUMNS = `g.seq, g.scope, g.kind, g.conversation, g.session, g.workspace, g.words, g.executable, g.scripts,
  g.outside, g.access, g.display, g.granted_by AS grantedBy, g.granted_at_ms AS grantedAtMs`;

/** Rows are added and revoked, never changed or deleted: triggers enforce it. */
export function createGrantStore(database: Database): GrantStore {
  const insert = database.write(`
    INSERT INTO grants (scope, kind, conversation, session, workspace, words, executable, scripts, outside, access,
      display, granted_by, approval, granted_at_ms)
    SELECT @scope, @kind, @conversation, @session, @workspace, @words, @executable, @scripts, @outside, @access,
      @display, @grantedBy, max(seq), @grantedAtMs FROM approvals WHERE id = @approval`);
  const forSession = database.read(
    `SELECT ${GRANT_COLUMNS} FROM grants g
     WHERE g.conversation = @conversation AND g.revoked_at_ms IS NULL
       AND (g.workspace = @workspace OR (g.kind = 'name' AND g.workspace = @project))
       AND g.granted_by = @owner AND (g.scope = 'always' OR g.session = @id)
     ORDER BY g.seq`,
    GrantRow,
  );
  const ofConversation = database.read(
    `SELECT ${GRANT_COLUMNS}, (SELECT count(*) FROM grant_uses u WHERE u.grant_seq = g.seq) AS uses
     FROM grants g JOIN sessions s ON s.id = g.session
     WHERE g.conversation = @conversation AND g.revoked_at_ms IS NULL
       AND (g.scope = 'always' OR s.status IN ('queued', 'running', 'waiting', 'paused', 'parked'))
     ORDER BY g.seq`,
    GrantRow.extend({ uses: z.int() }),
  );
  const revoke = database.write(
    'UPDATE grants SET revoked_at_ms = @atMs WHERE seq = @seq AND revoked_at_ms IS NULL',
  );
  const revokeAll = database.write(
    'UPDATE grants SET revoked_at_ms = @atMs WHERE conversation = @conversation AND revoked_at_ms IS NULL',
  );
  const use = database.write(`
    INSERT INTO grant_uses (grant_seq, session, call, at_ms) VALUES (@grant, @session, @call, @atMs)
    ON CONFLICT DO NOTHING`);

  return {
    add: ({ words, scripts, outside, access, ...grant }) =>
      void insert.run({
        ...grant,
        words: JSON.stringify(words),
        scripts: JSON.stringify(scripts),
        outside: JSON.stringify(outside),
        access: access && JSON.stringify(access),
      }),
    listForSession: ({ id: session, conversation, workspace, project, owner }) =>
      forSession.all({ id: session, conversation, workspace, project, owner }),
    listOfChat: (conversation) => ofConversation.all({ conversation }),
    revoke: (seq, atMs) => revoke.run({ seq, atMs }).changes > 0,
    revokeAll: (conversation, atMs) => revokeAll.run({ conversation, atMs }).changes,
    noteUse: (noted) => void use.run({ ...noted }),
  };
}

const TrustRow = z.object({
  workspace: z.string(),
  name: z.string(),
  path: z.string(),
  hash: z.string(),
  person: z.string(),
  atMs: z.int(),
});

const SELECT_TRUSTED = 'SELECT workspace, name, path, hash, person, at_ms AS atMs FROM trusted_files';

export function createTrustStore(database: Database): TrustStore {
  const put = database.write(`
    INSERT INTO trusted_files (workspace, name, state, path, hash, person, at_ms)
    VALUES (@workspace, @name, @state, @path, @hash, @person, @atMs)
    ON CONFLICT (workspace, name, state) DO UPDATE
      SET path = excluded.path, hash = excluded.hash, person = excluded.person, at_ms = excluded.at_ms`);
  const one = database.read(
    `${SELECT_TRUSTED} WHERE workspace = @workspace AND name = @name AND state = @state`,
    TrustRow,
  );
  const newest = database.read(
    `${SELECT_TRUSTED} WHERE person = @person AND state = 'shown' AND at_ms >= @sinceMs ORDER BY at_ms DESC LIMIT 1`,
    TrustRow,
  );
  const remove = database.write(
    'DELETE FROM trusted_files WHERE workspace = @workspace AND name = @name AND state = @state',
  );
  const all = database.read(
    `${SELECT_TRUSTED} WHERE workspace = @workspace AND state = 'accepted' ORDER BY name`,
    TrustRow,
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
