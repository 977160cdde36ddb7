import * as z from 'zod';
import type { FrontName } from '../cluster/names.ts';
import { id } from '../store/columns.ts';
import type { Database } from '../store/database.ts';

/** The front that a data folder belongs to. */
export interface OwnName {
  /** Undefined if it has none yet. */
  get(): FrontName | undefined;
  set(name: FrontName): void;
}

export function createOwnName(database: Database): OwnName {
  const name = database.read('SELECT name FROM front_self', z.object({ name: id<'front'>() }));
  const setName = database.write('INSERT INTO front_self (only_row, name) VALUES (1, @name)');
  return {
    get: () => name.get({})?.name,
    set: (own) => void setName.run({ name: own }),
  };
}
