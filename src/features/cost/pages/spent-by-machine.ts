import type { Machines } from '../../../cluster/machines.ts';
import { DAY_MS, startOfUtcDay } from '../../../core/clock.ts';
import type { SpendingReport } from '../rows/spending-report.ts';

/** In millionths of a dollar. */
export interface MachineSpending {
  readonly name: string;
  readonly microUsd: number;
  readonly todayMicroUsd: number;
}

interface SpendingQuestion {
  /** What this machine spent, over the same days and for the same person. */
  readonly report: SpendingReport;
  readonly nowMs: number;
  readonly person: string | undefined;
}

/**
 * What was spent on each machine, this one first; undefined while the others cannot be asked. The amount of this
 * machine is the one on its page: the others do not know what its terminal and its agents spent.
 */
export async function spentByMachine(
  { report, nowMs, person }: SpendingQuestion,
  { cell, readSpending }: Pick<Machines, 'cell' | 'readSpending'>,
): Promise<readonly MachineSpending[] | undefined> {
  const lastMs = startOfUtcDay(nowMs);
  const all = await readSpending({ firstMs: lastMs - (report.days.length - 1) * DAY_MS, lastMs, person });
  if (all === undefined) return undefined;
  const own = { name: cell, microUsd: report.microUsd, todayMicroUsd: report.days.at(-1)?.microUsd ?? 0 };
  const others = all
    .filter((one) => one.cell !== cell)
    .map((one) => ({ name: one.cell, microUsd: one.microUsd, todayMicroUsd: one.lastDayMicroUsd }));
  return [own, ...others];
}
