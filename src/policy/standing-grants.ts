import type { Access } from '../contracts/exec.ts';
import type { Grant, GrantOffer, GrantOffers, LaunchChange } from '../contracts/grants.ts';
import { changedScripts } from './launch-facts.ts';

/** A question that is about to be asked. */
interface GrantQuestion {
  /** Name of the question, such as `push`. */
  readonly name: string | undefined;
  /** Only for shell commands. */
  readonly offers: GrantOffers | undefined;
}

export type GrantCoverage =
  | { readonly kind: 'covered'; readonly grant: Grant }
  /** It was granted, but its object has changed since. */
  | { readonly kind: 'changed'; readonly changes: readonly LaunchChange[] }
  | { readonly kind: 'none' };

/** The kind of question that a grant by name is for: behind a colon stands what exactly it is about. */
export function kindOfGrant(name: string): string {
  return name.split(':', 1)[0] ?? name;
}

/**
 * Kinds of which the person chooses the reach: this call, its task, or always here. A yes to any other holds for its
 * task.
 */
const CHOSEN_REACH: readonly string[] = ['mcp', 'web'];

/** True when a yes to this call alone grants nothing beyond it. */
export function hasChosenReach(name: string | undefined): name is string {
  return name !== undefined && CHOSEN_REACH.includes(kindOfGrant(name));
}

/** What a grant by name is about: `example.org` of `web:example.org`. What follows a `#` only binds it. */
export function subjectOfGrant(name: string): string {
  return name.slice(kindOfGrant(name).length + 1).replace(/#.*$/, '');
}

/** Whether one valid grant covers the question. The newest counts; two grants never cover one together. */
export function standingGrant(asked: GrantQuestion, grants: readonly Grant[]): GrantCoverage {
  let changed: GrantCoverage = { kind: 'none' };
  for (const grant of grants.toReversed()) {
    const changes = changesUnder(grant, asked);
    if (changes === undefined) continue;
    if (changes.length === 0) return { kind: 'covered', grant };
    if (changed.kind === 'none') changed = { kind: 'changed', changes };
  }
  return changed;
}

/** Undefined when the grant is for something else; otherwise the changes since it was given. */
function changesUnder(grant: Grant, { name, offers }: GrantQuestion): readonly LaunchChange[] | undefined {
  if (grant.kind !== 'name') return offers === undefined ? undefined : changesOfCommand(grant, offers);
  const names = [name, offers?.session.kind === 'named' ? offers.session.name : undefined];
  if (!names.includes(grant.words[0])) return undefined;
  return offers === undefined || isWithin(offers.access, grant.access) ? [] : undefined;
}

function changesOfCommand(grant: Grant, offers: GrantOffers): readonly LaunchChange[] | undefined {
  const { facts, access, outside } = offers;
  const offer = offerFor(grant, offers);
  if (offer.kind !== 'offered' || !areEqual(offer.words, grant.words)) return undefined;
  // Commands with the same prefix share only the program.
  const scripts =
    grant.kind === 'prefix' ? facts.scripts.filter((script) => script.path === facts.program) : facts.scripts;
  const changes: LaunchChange[] = [...changedScripts(grant.scripts, scripts)];
  if (facts.executable !== grant.executable) changes.push({ kind: 'executable' });
  const reachesFurther = outside.some((place) => !grant.outside.includes(place));
  if (reachesFurther || !isWithin(access, grant.access)) changes.push({ kind: 'command' });
  return changes;
}

function offerFor({ kind, scope }: Grant, { session, always, prefix }: GrantOffers): GrantOffer {
  if (kind === 'prefix') return prefix;
  return scope === 'session' ? session : always;
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, index) => word === others[index]);
}

function isWithin(wanted: Access, granted: Access | undefined): boolean {
  if (granted === undefined || (wanted.network && !granted.network)) return false;
  const { writable, readable = [] } = granted;
  return (
    wanted.writable.every((place) => writable.includes(place)) &&
    (wanted.readable ?? []).every((place) => writable.includes(place) || readable.includes(place))
  );
}
