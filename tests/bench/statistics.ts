export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Median of each column: `[[1, 2], [3, 4], [5, 9]]` gives `[3, 4]`. */
export function medians(rows: readonly (readonly number[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => median(rows.flatMap((row) => row.slice(column, column + 1))));
}

/** How much a value grows from one place to the next: the least-squares line through all of them. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let together = 0;
  let spread = 0;
  for (const [at, value] of values.entries()) {
    together += (at - middle) * (value - mean);
    spread += (at - middle) ** 2;
  }
  return together / spread;
}

/** `[1, 4, 9]` gives `[3, 5]`. */
export function steps(values: readonly number[]): readonly number[] {
  return values.slice(1).map((value, at) => value - (values[at] ?? Number.NaN));
}

/** The value that this share of all is not above: 0.99 for the slowest hundredth. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
