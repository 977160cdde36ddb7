import type { MapSymbol, Outline, OutlineItem } from '../../contracts/code.ts';
import { holdsMembers } from '../holds-members.ts';
import type { Declaration } from './declarations.ts';

/** Named of one file, and of one class. */
const MAX_SYMBOLS = 5;
const MAX_MEMBERS = 4;
/** Least value, relative to the first one, for being named. */
const MIN_SHARE = 0.4;
/** How far apart the two starting lines may be, because of decorators and doc comments. */
const APART = 3;
const NOT_TOLD = /^(?:[_#]|constructor$|init$|initialize$|new$|default$)/;
const TRANSPARENT = ['namespace', 'module'];
const NOT_DECLARED = ['block', 'heading'];

/**
 * Declarations of a file, in its order.
 * @param outline of the same text; without it there are no ends and no members
 */
export function symbolsIn(
  declared: readonly Declaration[],
  outline: Outline | undefined,
): readonly MapSymbol[] {
  const items = (outline?.items ?? []).filter(({ kind }) => !NOT_DECLARED.includes(kind));
  const all = declared.length > 0 ? declared : topLevelOf(items);
  return all.map((one) => symbolOf(one, items));
}

export interface ToldSymbols {
  readonly symbols: readonly MapSymbol[];
  /** How many were left out. */
  readonly more: number;
}

/** The symbols that are worth most, in the order of the file. `values`: what each is worth, in the same order. */
export function mostTelling(all: readonly MapSymbol[], values: readonly number[]): ToldSymbols {
  const told = all
    .map((symbol, place) => ({ symbol, place, value: values[place] ?? 0 }))
    .sort((a, b) => b.value - a.value || a.place - b.place)
    .filter(({ value }, _, [first]) => value >= (first?.value ?? 0) * MIN_SHARE)
    .slice(0, MAX_SYMBOLS)
    .sort((a, b) => a.place - b.place);
  return { symbols: told.map(({ symbol }) => symbol), more: all.length - told.length };
}

/** Declarations of a file in which no pattern found anything. */
function topLevelOf(items: readonly OutlineItem[]): readonly Declaration[] {
  const wrapped = new Set(
    items.filter(({ kind }) => TRANSPARENT.includes(kind)).map(({ depth }) => depth + 1),
  );
  const named = items.filter(
    ({ name, kind, depth }) =>
      !NOT_TOLD.test(name) && !TRANSPARENT.includes(kind) && (depth === 0 || wrapped.has(depth)),
  );
  return named.map(({ name, start }) => ({ name, line: start }));
}

function symbolOf({ name, line }: Declaration, items: readonly OutlineItem[]): MapSymbol {
  const item = items.find((one) => one.name === name && Math.abs(one.start - line) <= APART);
  if (item === undefined) return { name, start: line, end: undefined, members: [] };
  const bodies = [item, ...items.filter(({ kind, name: of }) => kind === 'impl' && of === name)];
  const members = bodies.flatMap((body) => membersIn(body, items));
  return { name, start: item.start, end: item.end, members: [...new Set(members)].slice(0, MAX_MEMBERS) };
}

function membersIn(holder: OutlineItem, items: readonly OutlineItem[]): readonly string[] {
  if (!holdsMembers(holder.kind)) return [];
  return items
    .filter(
      ({ kind, depth, start, end, name }) =>
        (kind === 'method' || kind === 'function') &&
        depth === holder.depth + 1 &&
        start >= holder.start &&
        end <= holder.end &&
        !NOT_TOLD.test(name),
    )
    .map(({ name }) => name);
}
