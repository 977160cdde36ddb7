import { createRoutingStore } from '../../src/features/secretary/routing-store.ts';
import type { RoutingStore } from '../../src/features/secretary/routings.ts';
import type { OpenStore } from '../../src/store/open.ts';

/** Requests for a specialist in this store, as the feature sees them. */
export function routingsIn({ database }: Pick<OpenStore, 'database'>): RoutingStore {
  return createRoutingStore(database);
}
