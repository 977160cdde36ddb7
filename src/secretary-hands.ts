import { join } from 'node:path';
import { createPrompts } from './agent/prompt.ts';
import { openSpecialists } from './cli/secretary/open-specialists.ts';
import type { Model } from './contracts/model.ts';
import type { SecretaryHands } from './gateway/secretary-desk.ts';
import { readSecretaryFile } from './library/secretary-file.ts';
import { costAndTokens, priceOf } from './models/price.ts';
import { profileOf } from './models/profile.ts';
import { createSecretary } from './secretary/secretary.ts';
import { workflowTarget } from './secretary/workflows.ts';
import type { Settings } from './settings.ts';

export interface SecretaryHandsParts {
  readonly settings: Pick<Settings, 'model' | 'folders'>;
  /** Folder of the installed program. */
  readonly packageRoot: string;
  readonly model: Model;
}

/** What the secretary of the chats asks of models and files. */
export function secretaryHands({ settings, packageRoot, model }: SecretaryHandsParts): SecretaryHands {
  const { id: modelId, profiles } = settings.model;
  const prompts = createPrompts(join(packageRoot, 'config', 'prompts'));
  const specialists = openSpecialists(settings, packageRoot);
  const secretary = createSecretary({ model, modelId, prompts, specialists });
  return {
    route: secretary.route,
    preferences: async (workspace) => (await readSecretaryFile(workspace)).preferences,
    workflows: async () => ({
      brainstorm: workflowTarget('brainstorm', []),
      implement: workflowTarget('implement', []),
      'create-plan': workflowTarget('create-plan', []),
    }),
    knowsModel: (id) => Object.hasOwn(profiles, id),
    costOf: (usage) => costAndTokens(usage, priceOf(profileOf(profiles, modelId))).microUsd,
  };
}
