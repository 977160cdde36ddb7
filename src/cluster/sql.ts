import type * as z from 'zod';

/** Runs statements: all on one connection in a transaction, elsewhere each on whichever is free. */
export interface SqlSession {
  /** The rows of a statement, each read by the schema. */
  rows<T>(schema: z.ZodType<T>, text: string, values?: readonly unknown[]): Promise<readonly T[]>;
  /** Number of rows that the statement touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface Transactions extends SqlSession {
  /**
   * NOTIFYs in it arrive with its commit. One at a time in a process: none may be asked for within another.
   * @throws Failure `unavailable` when PostgreSQL does not answer; it may have committed all the same
   */
  transaction<T>(work: (sql: SqlSession) => Promise<T>): Promise<T>;
}
