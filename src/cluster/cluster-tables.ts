import type { SqlSession } from './sql.ts';

/** Any number that nobody else locks by. */
const LOCK = 4_905_370_862;

/**
 * Each is run once, in this order. They only add: programs of an earlier version run beside, so nothing that they use is
 * changed or taken away.
 */
const STEPS = [
  `CREATE TABLE wasap.members (
     kind text NOT NULL CHECK (kind IN ('cell', 'front')),
     name text NOT NULL,
     version text NOT NULL,
     facts jsonb NOT NULL,
     epoch int NOT NULL,
     heartbeat timestamptz NOT NULL,
     has_left boolean NOT NULL DEFAULT false,
     is_draining boolean NOT NULL DEFAULT false,
     PRIMARY KEY (kind, name)
   );
   CREATE TABLE wasap.placements (
     conversation text PRIMARY KEY,
     front text NOT NULL,
     person text NOT NULL,
     cell text NOT NULL,
     epoch int NOT NULL
   );
   CREATE INDEX placements_of_cell ON wasap.placements (cell, person);
   CREATE TABLE wasap.media (
     id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
     bytes bytea NOT NULL,
     made timestamptz NOT NULL DEFAULT now()
   );
   CREATE INDEX media_made ON wasap.media (made);`,
  'ALTER TABLE wasap.members ADD COLUMN holder uuid',
];

/** Brings the tables of the cluster up to date. Processes that start together take turns. */
export async function updateTables(sql: SqlSession): Promise<void> {
  await sql.run('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await sql.run('CREATE SCHEMA IF NOT EXISTS wasap');
  await sql.run(
    'CREATE TABLE IF NOT EXISTS wasap.steps (step int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
  );
  for (const [step, text] of STEPS.entries()) {
    const isNew = await sql.run('INSERT INTO wasap.steps (step) VALUES ($1) ON CONFLICT DO NOTHING', [step]);
    if (isNew === 1)
      for (const statement of text.split(';').filter((part) => part.trim() !== '')) await sql.run(statement);
  }
}
