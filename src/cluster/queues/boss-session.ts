import type { Db } from 'pg-boss';
import * as z from 'zod';
import type { SqlSession } from '../sql.ts';

const Row = z.record(z.string(), z.unknown());

/** A session in the form in which pg-boss takes one. */
export function asBossDatabase(sql: SqlSession): Db {
  return { executeSql: async (text, values) => ({ rows: [...(await sql.rows(Row, text, values))] }) };
}
