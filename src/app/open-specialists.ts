import { join } from 'node:path';
import type { Specialist, Specialists } from '../contracts/specialists.ts';
import { describedTools } from '../features/index.ts';
import { createSpecialists } from '../library/specialists.ts';
import type { Settings } from '../settings/settings.ts';

export interface SpecialistSettings extends Pick<Settings, 'folders'> {
  readonly model: Pick<Settings['model'], 'profiles'>;
}

/** The specialists of this installation. */
export function openSpecialists({ folders, model }: SpecialistSettings, packageRoot: string): Specialists {
  return createSpecialists({
    config: folders.config,
    shipped: join(packageRoot, 'config', 'agents'),
    toolNames: describedTools().map(({ name }) => name),
    modelIds: Object.keys(model.profiles),
  });
}

/** True when it has fewer tools than its file names until an owner accepts it. */
export function isHeldBack({ origin, grants }: Specialist): boolean {
  if (origin !== 'project' && origin !== 'plugin') return false;
  const named = grants?.tools;
  return (
    named === undefined ||
    describedTools().some(({ name, effect }) => effect !== 'reads' && named.includes(name))
  );
}
