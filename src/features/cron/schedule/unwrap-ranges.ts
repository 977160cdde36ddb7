/** The values of a field of a cron expression. */
export interface FieldValues {
  readonly least: number;
  readonly most: number;
  /** Names of the values from `least` on, in lower case. */
  readonly names: readonly string[];
}

/**
 * Writes the ranges of a field that wrap (22-2, FRI-MON, 50-10/5) as the list of their values, and those with names in
 * numbers: croner reads no range that wraps, and takes SUN-SUN for all seven days. Everything else stays as it is, what
 * is wrong too.
 */
export function unwrapRanges(field: string, values: FieldValues): string {
  return field
    .split(',')
    .map((item) => unwrapped(item, values))
    .join(',');
}

function unwrapped(item: string, values: FieldValues): string {
  const [, first = '', last = '', step = '1'] = /^(\w+)-(\w+)(?:\/(\d+))?$/.exec(item) ?? [];
  const from = numberOf(first, values);
  const to = numberOf(last, values);
  const size = values.most - values.least + 1;
  if (from === undefined || to === undefined || Number(step) < 1 || Number(step) > size) return item;
  if (first === '0' && last === '7') return item;
  if (from <= to) return stepped({ from, to, step, size }, values);
  return stepped({ from, to: to + size, step, size }, values);
}

interface Range {
  readonly from: number;
  /** Beyond the last value of the field where the range wraps. */
  readonly to: number;
  readonly step: string;
  readonly size: number;
}

function stepped({ from, to, step, size }: Range, { least, most }: FieldValues): string {
  if (to <= most) return step === '1' ? `${from}-${to}` : `${from}-${to}/${step}`;
  const wanted: number[] = [];
  for (let value = from; value <= to; value += Number(step)) wanted.push(least + ((value - least) % size));
  return wanted.join(',');
}

/** Undefined for what is no value of the field; a Sunday written as 7 is 0. */
function numberOf(text: string, { least, most, names }: FieldValues): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  if (named !== -1) return least + named;
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  if (value === 7 && most === 6) return 0;
  return value >= least && value <= most ? value : undefined;
}
