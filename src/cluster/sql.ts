import type * as z from 'zod';

/** Runs statements: all on one connection in a transaction, elsewhere each on whichever is free. */
export interface SqlSession {
  /** The rows of a statement, each read by the schema. */
  rows<T>(schema: z.ZodType<T>, text: string, values?: readonly unknown[]): Promise<readonly T[]>;
  /** Number of rows that the statement touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface SqlTransactions extends SqlSession {
  /**
   * NOTIFYs in it arrive with its commit. A process runs one at a time: do not start one within another.
   * @throws Failure `unavailable` when PostgreSQL does not answer; the transaction may have committed all the same
   */
  transaction<T>(work: (sql: SqlSession) => Promise<T>): Promise<T>;
}
