import type { LookupFunction } from 'node:net';
import { Failure } from '../core/failure.ts';
import { isPublicAddress, notPublic } from './web-address.ts';

/** One answer of a resolver. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type NameResolver = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Looks names up as the system does, which also knows the file of hosts. */
export const resolveBySystem: NameResolver = async (name) => {
  const { lookup } = await import('node:dns/promises');
  return await lookup(name, { all: true });
};

/**
 * Looks a name up for the connection itself: the connection goes to the checked address, whatever a second look-up
 * would return. A name with a single address that is not public is refused, because the next connection could take that
 * one.
 */
export function publicLookup(resolve: NameResolver): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (found) => {
        const fault = faultIn(name, found);
        if (fault !== undefined) return callback(fault, '', 0);
        const all = found.map(({ address, family }) => ({ address, family }));
        const [first] = all;
        if (options.all === true || first === undefined) return callback(null, all);
        return callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}

function faultIn(name: string, found: readonly ResolvedAddress[]): Failure | undefined {
  if (found.length === 0) return new Failure('not-found', `${name} has no address.`);
  const isPublic = found.every(({ address }) => isPublicAddress(address));
  return isPublic ? undefined : new Failure('denied', notPublic(name));
}
