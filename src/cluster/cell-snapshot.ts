import * as z from 'zod';

/** What a cell says of itself to all machines, with its age in `members`. Cells of an earlier version say less. */
export const CellSnapshot = z.object({
  projects: z.array(z.string()),
  tasks: z.object({ running: z.int(), waiting: z.int() }),
  /** Since midnight UTC, on this cell alone. */
  spentTodayMicroUsd: z.int(),
  /** The last entry of its audit record: a record that ends earlier later on was shortened. Null: it is empty. */
  audit: z.object({ newest: z.int(), hash: z.string() }).nullable(),
});
export type CellSnapshot = z.infer<typeof CellSnapshot>;
