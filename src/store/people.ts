import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { OutsideAgent, OutsideAgentStore, PeopleStore } from '../contracts/access.ts';
import { sha256 } from '../core/json.ts';
import { id, optionalInt } from './columns.ts';
import type { Database } from './database.ts';

const role = z.enum(['owner', 'member', 'reader']);
const workspaces = z
  .string()
  .nullable()
  .transform((text) => (text === null ? undefined : text.split('\n')));

const PersonRow = z.object({ phone: z.string(), role, workspaces });
const InvitationRow = z.object({
  seq: z.int(),
  codeHash: z.string(),
  role,
  workspaces,
  expiresAtMs: z.int(),
  triesLeft: z.int(),
});

export function createPeopleStore(database: Database): PeopleStore {
  const people = database.read('SELECT phone, role, workspaces FROM people ORDER BY phone', PersonRow);
  const one = database.read('SELECT phone, role, workspaces FROM people WHERE phone = @phone', PersonRow);
  const admit = database.write(`
    INSERT INTO people (phone, role, workspaces, admitted_at_ms) VALUES (@phone, @role, @workspaces, @atMs)
    ON CONFLICT (phone) DO UPDATE SET role = excluded.role, workspaces = excluded.workspaces`);
  const remove = database.write('DELETE FROM people WHERE phone = @phone');
  const close = database.write('UPDATE invitations SET tries_left = 0 WHERE used_at_ms IS NULL');
  const invite = database.write(`
    INSERT INTO invitations (code_hash, role, workspaces, expires_at_ms, tries_left)
    VALUES (@codeHash, @role, @workspaces, @expiresAtMs, @tries)`);
  const open = database.read(
    `SELECT seq, code_hash AS codeHash, role, workspaces, expires_at_ms AS expiresAtMs, tries_left AS triesLeft
     FROM invitations WHERE used_at_ms IS NULL AND tries_left > 0 ORDER BY seq DESC LIMIT 1`,
    InvitationRow,
  );
  const spend = database.write('UPDATE invitations SET tries_left = tries_left - 1 WHERE seq = @seq');
  const use = database.write('UPDATE invitations SET used_by = @phone, used_at_ms = @atMs WHERE seq = @seq');
  const direct = database.read(
    'SELECT conversation FROM direct_chats WHERE person = @person',
    z.object({ conversation: id<'conversation'>() }),
  );
  const noteDirect = database.write(`
    INSERT INTO direct_chats (person, conversation, at_ms) VALUES (@person, @conversation, @atMs)
    ON CONFLICT (person) DO UPDATE SET conversation = excluded.conversation, at_ms = excluded.at_ms
    WHERE conversation <> excluded.conversation`);
  const listed = (names: readonly string[] | undefined) => names?.join('\n') ?? null;

  return {
    all: () => people.all({}),
    get: (phone) => one.get({ phone }),
    remove: (phone) => remove.run({ phone }).changes > 0,
    invite: ({ workspaces: names, ...invitation }) =>
      database.atomically(() => {
        close.run({});
        invite.run({ ...invitation, workspaces: listed(names) });
      }),
    openInvitation: () => open.get({}),
    spendTry: (seq) => void spend.run({ seq }),
    accept: (seq, { phone, role: as, workspaces: names }, atMs) =>
      database.atomically(() => {
        use.run({ seq, phone, atMs });
        admit.run({ phone, role: as, workspaces: listed(names), atMs });
      }),
    directChat: (person) => direct.get({ person })?.conversation,
    noteDirectChat: (person, conversation, atMs) => void noteDirect.run({ person, conversation, atMs }),
  };
}

const OutsideAgentRow = z.object({
  name: z.string(),
  tokenHash: z.string(),
  role: z.enum(['member', 'reader']),
  workspaces: z
    .string()
    .nullable()
    .transform((text) => text?.split('\n')),
  madeAtMs: z.int(),
  revokedAtMs: optionalInt,
});

export function createOutsideAgentStore(database: Database): OutsideAgentStore {
  const all = database.read(
    `SELECT name, token_hash AS tokenHash, role, workspaces, made_at_ms AS madeAtMs, revoked_at_ms AS revokedAtMs
     FROM outside_agents ORDER BY name`,
    OutsideAgentRow,
  );
  const insert = database.write(`
    INSERT INTO outside_agents (name, token_hash, role, workspaces, made_at_ms)
    VALUES (@name, @tokenHash, @role, @workspaces, @madeAtMs)
    ON CONFLICT DO NOTHING`);
  const revoke = database.write(
    'UPDATE outside_agents SET revoked_at_ms = @atMs WHERE name = @name AND revoked_at_ms IS NULL',
  );
  const valid = () => all.all({}).filter(({ revokedAtMs }) => revokedAtMs === undefined);
  return {
    all: () => all.all({}).map(withoutHash),
    findByName(name) {
      const found = valid().find((one) => one.name === name);
      return found && withoutHash(found);
    },
    findByToken(token) {
      const hash = Buffer.from(sha256(token));
      // Each is compared, and each as a whole: how long it takes says nothing of any token.
      const [found] = valid().filter(({ tokenHash }) => timingSafeEqual(Buffer.from(tokenHash), hash));
      return found && withoutHash(found);
    },
    add: ({ name, role, workspaces, madeAtMs }, token) =>
      insert.run({
        name,
        tokenHash: sha256(token),
        role,
        workspaces: workspaces?.join('\n') ?? null,
        madeAtMs,
      }).changes > 0,
    revoke: (name, atMs) => revoke.run({ name, atMs }).changes > 0,
  };
}

function withoutHash({ tokenHash: _, ...agent }: z.infer<typeof OutsideAgentRow>): OutsideAgent {
  return agent;
}
