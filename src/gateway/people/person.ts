import { basename } from 'node:path';
import type { AccessList, PeopleStore, Person } from '../../contracts/access.ts';
import { digitsOf } from './access.ts';

/** Where people are known from. */
export interface KnownPeople {
  readonly access: AccessList;
  readonly people: Pick<PeopleStore, 'all' | 'directChat'>;
}

/** Those whom the settings name, then those who were let in by an invitation. */
export function everybody({ access, people }: KnownPeople): readonly Person[] {
  return [...access.people, ...people.all()];
}

/** Undefined for whoever stands in no list: a stranger, or the person at the machine. */
export function personOf(sender: string, known: KnownPeople): Person | undefined {
  const phone = digitsOf(sender);
  return everybody(known).find((one) => one.phone === phone);
}

/** Whoever sits at the machine has no number. */
export function isAtMachine(sender: string): boolean {
  return digitsOf(sender) === '';
}

/** Whether a person may know a project and work in it. */
export function mayWorkIn({ workspaces }: Pick<Person, 'workspaces'>, project: string): boolean {
  return workspaces === undefined || workspaces.includes(basename(project));
}
