import type { Specialists } from '../contracts/specialists.ts';
import { describedTools } from '../features/offered.ts';
import { installedSpecialists } from '../features/secretary/specialists/specialists.ts';
import type { Settings } from '../settings/settings.ts';

export interface SpecialistSettings extends Pick<Settings, 'folders'> {
  readonly model: Pick<Settings['model'], 'profiles'>;
}

/** The specialists of this installation. */
export function openSpecialists({ folders, model }: SpecialistSettings, packageRoot: string): Specialists {
  const known = Object.keys(model.profiles);
  return installedSpecialists(
    { configFolder: folders.config, tools: describedTools(), model: { known } },
    packageRoot,
  );
}
