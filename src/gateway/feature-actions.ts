import type { FeatureAction } from '../contracts/commands.ts';
import type { ActionHandler, Feature } from '../contracts/feature.ts';

/** @throws when no feature of the list has such actions: it would be lost */
export function handlerOf({ kind }: FeatureAction, features: readonly Feature[]): ActionHandler {
  for (const { actions } of features) {
    const handler = actions?.[kind];
    if (handler !== undefined) return handler;
  }
  throw new Error(`no feature carries out ${kind}`);
}
