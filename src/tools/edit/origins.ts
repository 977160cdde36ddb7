import { diffArrays } from 'diff';

/** Where a line of the replacement comes from; `index` is the line's index in the search. */
export type Origin =
  | { readonly kind: 'kept'; readonly index: number }
  | { readonly kind: 'changed'; readonly index: number }
  | { readonly kind: 'new' };

/** With more differing lines a minimal comparison takes seconds; the changed part then counts as replaced. */
const MAX_EDITS = 2_000;

/** One origin for each line of `after`. If as many lines replace as many, they are the same lines, changed. */
export function originsOf(before: readonly string[], after: readonly string[]): Origin[] {
  const head = equalAtStart(before, after);
  const tail = equalAtEnd(before.slice(head), after.slice(head));
  const [old, young] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return [...keptFrom(0, head), ...originsBetween(old, young, head), ...keptFrom(before.length - tail, tail)];
}

function originsBetween(old: readonly string[], young: readonly string[], first: number): Origin[] {
  const parts = diffArrays([...old], [...young], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return replaced(first, old.length, young.length);
  const origins: Origin[] = [];
  let next = first;
  let [removed, added] = [0, 0];
  const flush = (): void => {
    origins.push(...replaced(next, removed, added));
    next += removed;
    [removed, added] = [0, 0];
  };
  for (const part of parts) {
    if (part.removed) removed += part.count;
    else if (part.added) added += part.count;
    else {
      flush();
      origins.push(...keptFrom(next, part.count));
      next += part.count;
    }
  }
  flush();
  return origins;
}

function replaced(first: number, removed: number, added: number): Origin[] {
  return Array.from({ length: added }, (_, offset) =>
    removed === added ? { kind: 'changed', index: first + offset } : { kind: 'new' },
  );
}

function keptFrom(first: number, count: number): Origin[] {
  return Array.from({ length: count }, (_, offset) => ({ kind: 'kept', index: first + offset }));
}

function equalAtStart(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

function equalAtEnd(one: readonly string[], other: readonly string[]): number {
  return equalAtStart(one.toReversed(), other.toReversed());
}
