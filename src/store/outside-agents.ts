import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { OutsideAgent, OutsideAgentStore } from '../contracts/access.ts';
import { sha256 } from '../core/json.ts';
import { optionalInt } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
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
    Row,
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

function withoutHash({ tokenHash: _, ...agent }: z.infer<typeof Row>): OutsideAgent {
  return agent;
}
