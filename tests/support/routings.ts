import type { RoutingStore } from '../../src/contracts/routings.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { createRoutingStore } from '../../src/store/routings.ts';

/** Requests for a specialist in this store, as the feature sees them. */
export function routingsIn({ database }: Pick<OpenStore, 'database'>): RoutingStore {
  return createRoutingStore(database);
}
