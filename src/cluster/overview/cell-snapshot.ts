import * as z from 'zod';

/** What a cell reports of itself to all machines; `members` keeps its age. Cells of an earlier version report less. */
export const CellSnapshot = z.object({
  projects: z.array(z.string()),
  tasks: z.object({ running: z.int(), waiting: z.int() }),
  /** Money spent since midnight UTC, on this cell alone. */
  spentTodayMicroUsd: z.int(),
  /** The last entry of its audit record: if a later record ends earlier, it was shortened. Null if it is empty. */
  audit: z.object({ newest: z.int(), hash: z.string() }).nullable(),
  /**
   * When that record was last verified, by the cell's clock, and its last entry then: null, it was broken. Null: never.
   */
  verified: z
    .object({ atMs: z.int(), head: z.object({ newest: z.int(), hash: z.string() }).nullable() })
    .nullable()
    .default(null),
  /** True if its disk or database has recently refused writes: incoming messages wait. */
  isFull: z.boolean().default(false),
});
export type CellSnapshot = z.infer<typeof CellSnapshot>;
