import type { SqlSession } from './sql.ts';

/** The key of an advisory lock; any number does that no other program uses. */
const LOCK = 4_905_370_862;

/**
 * Each step runs once, in this order. Steps only add: programs of an earlier version run at the same time, so nothing
 * that they use may be changed or removed.
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
  `CREATE TABLE wasap.copies (
     conversation text NOT NULL,
     session text NOT NULL,
     facts jsonb NOT NULL,
     changed timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (conversation, session)
   );
   CREATE INDEX copies_changed ON wasap.copies (changed);
   CREATE TABLE wasap.transcripts (
     conversation text NOT NULL,
     session text NOT NULL,
     start bigint NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (conversation, session, start),
     FOREIGN KEY (conversation, session) REFERENCES wasap.copies ON DELETE CASCADE
   );
   CREATE TABLE wasap.handled (
     conversation text NOT NULL,
     sender text NOT NULL,
     message text NOT NULL,
     at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (conversation, sender, message)
   );
   CREATE INDEX handled_at ON wasap.handled (at);
   CREATE TABLE wasap.copying (cell text PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());
   CREATE TABLE wasap.handovers (
     conversation text PRIMARY KEY,
     cell text NOT NULL,
     epoch int NOT NULL,
     asked timestamptz NOT NULL DEFAULT now(),
     done timestamptz
   );`,
  `CREATE TABLE wasap.published (
     job uuid PRIMARY KEY,
     at timestamptz NOT NULL DEFAULT now()
   );
   CREATE INDEX published_at ON wasap.published (at);
   CREATE TABLE wasap.links (
     front text PRIMARY KEY,
     epoch int NOT NULL,
     token text,
     written timestamptz NOT NULL
   );
   CREATE TABLE wasap.link_rows (
     front text NOT NULL REFERENCES wasap.links ON DELETE CASCADE,
     tab text NOT NULL,
     key text NOT NULL,
     sealed bytea NOT NULL,
     PRIMARY KEY (front, tab, key)
   );`,
  `CREATE TABLE wasap.spending (
     day date NOT NULL,
     person text NOT NULL,
     cell text NOT NULL,
     micro_usd bigint NOT NULL,
     PRIMARY KEY (day, person, cell)
   );
   CREATE TABLE wasap.people (
     phone text PRIMARY KEY,
     role text NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
     workspaces text[],
     is_removed boolean NOT NULL DEFAULT false
   );
   CREATE TABLE wasap.invitations (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     code_hash text NOT NULL,
     role text NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
     workspaces text[],
     expires timestamptz NOT NULL,
     tries_left int NOT NULL,
     used_by text
   );
   ALTER TABLE wasap.members ADD COLUMN facts_at timestamptz NOT NULL DEFAULT now();`,
  'ALTER TABLE wasap.members ADD COLUMN holder uuid',
  `ALTER TABLE wasap.placements ADD COLUMN project text;
   CREATE TABLE wasap.chats (
     conversation text PRIMARY KEY,
     facts jsonb NOT NULL
   );`,
  `CREATE TABLE wasap.runs (
     conversation text NOT NULL,
     schedule text NOT NULL,
     through_ms bigint NOT NULL,
     cell text NOT NULL,
     epoch int NOT NULL,
     at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (conversation, schedule)
   );
   CREATE INDEX runs_at ON wasap.runs (at);`,
  `ALTER TABLE wasap.members ADD COLUMN wire int NOT NULL DEFAULT 1;
   CREATE TABLE wasap.stays (
     conversation text NOT NULL,
     cell text NOT NULL,
     until timestamptz NOT NULL,
     PRIMARY KEY (conversation, cell)
   );`,
  // What cells ask each other, for some seconds: nothing of it is worth a place in the log of PostgreSQL.
  `CREATE UNLOGGED TABLE wasap.questions (
     id uuid NOT NULL,
     cell text NOT NULL,
     kind text NOT NULL,
     question jsonb NOT NULL,
     asked timestamptz NOT NULL DEFAULT clock_timestamp(),
     answer jsonb,
     PRIMARY KEY (id, cell)
   );`,
  'ALTER TABLE wasap.handovers ADD COLUMN has_no_room boolean NOT NULL DEFAULT false',
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
