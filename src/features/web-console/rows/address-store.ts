import * as z from 'zod';
import type { InstanceId } from '../../../core/ids.ts';
import { id } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

export interface ServedAddress {
  readonly instance: InstanceId;
  readonly address: string;
}

export interface AddressStore {
  put(served: ServedAddress, atMs: number): void;
  remove(instance: InstanceId): void;
  /** Those of programs whose work another one has taken over. */
  removeOld(): void;
  /** Addresses of all programs, including those that ended without removing theirs; the newest first. */
  all(): readonly ServedAddress[];
}

/** Where programs on this data folder serve the console. */
export function createAddressStore(database: Database): AddressStore {
  const put = database.write(`
    INSERT INTO web_addresses (instance, address, at_ms) VALUES (@instance, @address, @atMs)
    ON CONFLICT (instance) DO UPDATE SET address = excluded.address, at_ms = excluded.at_ms`);
  const remove = database.write('DELETE FROM web_addresses WHERE instance = @instance');
  const removeOld = database.write(
    'DELETE FROM web_addresses WHERE instance NOT IN (SELECT id FROM instances)',
  );
  const all = database.read(
    'SELECT instance, address FROM web_addresses ORDER BY at_ms DESC',
    z.object({ instance: id<'instance'>(), address: z.string() }),
  );
  return {
    put: (served, atMs) => void put.run({ ...served, atMs }),
    remove: (instance) => void remove.run({ instance }),
    removeOld: () => void removeOld.run({}),
    all: () => all.all({}),
  };
}

/** The form of a link into the console. Text behind the `#` is not sent with the request for the page. */
export function linkTo(address: string, code: string): string {
  return `${address}/enter#${code}`;
}
