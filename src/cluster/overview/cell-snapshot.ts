import * as z from 'zod';

/** What a cell says of itself to all machines, with its age in `members`. Cells of an earlier version say less. */
export const CellSnapshot = z.object({
  projects: z.array(z.string()),
  tasks: z.object({ running: z.int(), waiting: z.int() }),
  /** Since midnight UTC, on this cell alone. */
  spentTodayMicroUsd: z.int(),
  /** The last entry of its audit record: a record that ends earlier later on was shortened. Null: it is empty. */
  audit: z.object({ newest: z.int(), hash: z.string() }).nullable(),
  /** When that record was last verified, by the cell's clock, and its last entry then: null, it was broken. Null: never. */
  verified: z
    .object({ atMs: z.int(), head: z.object({ newest: z.int(), hash: z.string() }).nullable() })
    .nullable()
    .default(null),
  /** Its disk or database has lately taken nothing: what comes to it waits. */
  isFull: z.boolean().default(false),
});
export type CellSnapshot = z.infer<typeof CellSnapshot>;
