import { matchSpelling, type PhraseReading, type PhraseWords } from './words.ts';

/** A length of time as a schedule spells it: a whole number of one unit. */
export interface ScheduleSpan {
  readonly count: number;
  readonly unit: 's' | 'm' | 'h' | 'd' | 'w';
}

const UNITS: readonly (readonly [unit: ScheduleSpan['unit'], names: readonly string[]])[] = [
  ['s', ['s', 'sec', 'secs', 'second', 'seconds', 'seg', 'segundo', 'segundos']],
  ['m', ['m', 'min', 'mins', 'minute', 'minutes', 'minuto', 'minutos']],
  ['h', ['h', 'hr', 'hrs', 'hour', 'hours', 'hora', 'horas']],
  ['d', ['d', 'day', 'days', 'dia', 'dias']],
  ['w', ['w', 'week', 'weeks', 'semana', 'semanas']],
];

const NUMBERS: readonly (readonly string[])[] = [
  ['one', 'a', 'an', 'un', 'una', 'uno'],
  ['two', 'dos'],
  ['three', 'tres'],
  ['four', 'cuatro'],
  ['five', 'cinco'],
  ['six', 'seis'],
  ['seven', 'siete'],
  ['eight', 'ocho'],
  ['nine', 'nueve'],
  ['ten', 'diez'],
  ['eleven', 'once'],
  ['twelve', 'doce'],
];

const HALF_HOUR = ['half an hour', 'half hour', 'media hora'];

/** Reads `2 hours`, `30m`, `dos horas`, `media hora`. */
export function readSpan(words: PhraseWords, at: number): PhraseReading<ScheduleSpan> | undefined {
  const half = matchSpelling(words, at, HALF_HOUR);
  if (half !== undefined) return { value: { count: 30, unit: 'm' }, next: half };
  const word = words[at]?.folded ?? '';
  const [, attached = '', name = ''] = /^(\d{1,4})([a-z]+)$/.exec(word) ?? [];
  const attachedUnit = unitNamed(name);
  if (attachedUnit !== undefined)
    return { value: { count: Number(attached), unit: attachedUnit }, next: at + 1 };
  const count = numberIn(word);
  const unit = unitNamed(words[at + 1]?.folded ?? '');
  return count === undefined || unit === undefined ? undefined : { value: { count, unit }, next: at + 2 };
}

/** One of a unit, without a number: `hour`. */
export function readUnit(words: PhraseWords, at: number): PhraseReading<ScheduleSpan> | undefined {
  const unit = unitNamed(words[at]?.folded ?? '');
  return unit === undefined ? undefined : { value: { count: 1, unit }, next: at + 1 };
}

function unitNamed(word: string): ScheduleSpan['unit'] | undefined {
  return UNITS.find(([, names]) => names.includes(word))?.[0];
}

function numberIn(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const index = NUMBERS.findIndex((spellings) => spellings.includes(word));
  return index === -1 ? undefined : index + 1;
}
