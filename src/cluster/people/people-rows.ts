import * as z from 'zod';
import type { Person } from '../../contracts/access.ts';
import type { Database } from '../../store/database.ts';
import type { OpenInvitation } from './people.ts';

/** The copy on a machine's own disk, in the tables in which a machine alone has its people. */
export interface PeopleRows {
  /** True once the people whom this machine let in when it was alone are in the list of all. */
  isGiven(): boolean;
  noteGiven(atMs: number): void;
  /** Replaces the list, and the open invitation. */
  replace(people: readonly Person[], invitation: OpenInvitation | undefined, atMs: number): void;
}

export function createPeopleRows(database: Database): PeopleRows {
  const given = database.read('SELECT at_ms AS atMs FROM people_given', z.object({ atMs: z.int() }));
  const noteGiven = database.write('INSERT INTO people_given (only_row, at_ms) VALUES (1, @atMs)');
  const removeOthers = database.write(
    'DELETE FROM people WHERE phone NOT IN (SELECT value FROM json_each(@phones))',
  );
  const put = database.write(
    `INSERT INTO people (phone, role, workspaces, admitted_at_ms) VALUES (@phone, @role, @workspaces, @atMs)
     ON CONFLICT (phone) DO UPDATE SET role = excluded.role, workspaces = excluded.workspaces
       WHERE role IS NOT excluded.role OR workspaces IS NOT excluded.workspaces`,
  );
  const dropOpen = database.write('DELETE FROM invitations WHERE used_at_ms IS NULL');
  const open = database.write(
    `INSERT INTO invitations (code_hash, role, workspaces, expires_at_ms, tries_left)
     VALUES (@codeHash, @role, @workspaces, @expiresAtMs, @triesLeft)`,
  );
  const listed = (names: readonly string[] | undefined): string | null => names?.join('\n') ?? null;
  return {
    isGiven: () => given.get({}) !== undefined,
    noteGiven: (atMs) => void noteGiven.run({ atMs }),
    replace: (people, invitation, atMs) =>
      database.atomically(() => {
        removeOthers.run({ phones: JSON.stringify(people.map(({ phone }) => phone)) });
        for (const { phone, role, workspaces } of people)
          put.run({ phone, role, workspaces: listed(workspaces), atMs });
        dropOpen.run({});
        if (invitation === undefined) return;
        const { codeHash, role, workspaces, leftMs, triesLeft } = invitation;
        const expiresAtMs = Math.floor(atMs + leftMs);
        open.run({ codeHash, role, workspaces: listed(workspaces), expiresAtMs, triesLeft });
      }),
  };
}
