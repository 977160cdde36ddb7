/**
 * All that a run left of a message without an answer, or with two: printed, because its data is gone when somebody
 * reads of it.
 */
import path from 'node:path';
import * as z from 'zod';
import { runSql } from '../postgres.ts';
import { storedRows } from '../stored-rows.ts';
import type { Evidence } from './judge.ts';
import { projectOf, tellsOfMove } from './people.ts';

const Row = z.looseObject({});

interface Places {
  readonly databaseUrl: string;
  readonly frontDataDir: string;
}

export async function storyOf(
  token: string,
  evidence: Evidence,
  { databaseUrl, frontDataDir }: Places,
): Promise<readonly unknown[]> {
  const { id = '' } = evidence.sent.find((one) => one.token === token) ?? {};
  const cells = [...evidence.dataDirs, ...evidence.lostDataDirs];
  const chats = cells.flatMap((dataDir) =>
    rowsOf(dataDir, `SELECT chat FROM inbox WHERE message_id = '${id}'`),
  );
  const [{ chat = '' } = {}] = z.array(z.looseObject({ chat: z.string() })).parse(chats);
  return [
    ...onThePhone(token, evidence),
    ...cells.flatMap((dataDir) => rowsOf(dataDir, `SELECT * FROM inbox WHERE message_id = '${id}'`)),
    ...cells.flatMap((dataDir) =>
      rowsOf(
        dataDir,
        `SELECT id, mode, status, reason, created_at_ms, ended_at_ms FROM sessions WHERE source_message_id = '${id}'`,
      ),
    ),
    ...cells.flatMap((dataDir) =>
      rowsOf(
        dataDir,
        `SELECT id, dedupe_key, state, added_at_ms, sent_at_ms, error, substr(body, 1, 80) AS body FROM outbox
         WHERE chat = '${chat}' ORDER BY seq DESC LIMIT 60`,
      ),
    ),
    ...rowsOf(frontDataDir, `SELECT * FROM front_deliveries WHERE chat = '${chat}' ORDER BY at_ms`),
    ...(await runSql(databaseUrl, 'SELECT * FROM wasap.handled WHERE message = $1', [id])),
    ...(await runSql(
      databaseUrl,
      `SELECT name, state, output, data->'epoch' AS epoch, data->'answers' AS answers, created_on, completed_on,
         coalesce(data->'item'->'message'->>'id', '') AS message FROM pgboss.job
       WHERE data::text LIKE '%' || $1 || '%' OR data::text LIKE '%' || $2 || '%' ORDER BY created_on`,
      [id, token],
    )),
  ];
}

function onThePhone(token: string, { people }: Evidence): readonly string[] {
  const received = people.flatMap((person, n) => (token.startsWith(projectOf(n)) ? person.received : []));
  return received.flatMap(({ content }) => {
    const isPart = 'text' in content && (content.text.includes(token) || tellsOfMove({ content }));
    return isPart ? [`${content.kind}: ${content.text}`] : [];
  });
}

function rowsOf(dataDir: string, sql: string): readonly object[] {
  return storedRows(dataDir, sql, Row).map((row) => ({ of: path.basename(dataDir), ...row }));
}
