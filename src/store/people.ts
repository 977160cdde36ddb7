import * as z from 'zod';
import type { PeopleStore } from '../contracts/access.ts';
import { id } from './columns.ts';
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
