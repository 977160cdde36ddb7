import { join } from 'node:path';
import { createPrompts } from '../agent/prompt/prompt.ts';
import type { Model } from '../contracts/model.ts';
import type { CommandFileRegistry } from '../features/command-files/command-file.ts';
import type { WorkPorts } from '../features/parts.ts';
import { type Workflow, workflowTarget } from '../features/secretary/routing/routing.ts';
import { createSecretary } from '../features/secretary/routing/secretary.ts';
import type { BoundTarget, RoutingOffer } from '../features/secretary/rows/routing-store.ts';
import { readSecretaryFile } from '../features/secretary/secretary-file.ts';
import type { SecretaryPorts } from '../features/secretary/secretary-worker.ts';
import { costAndTokens, priceOf, profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';
import { openSpecialists } from './open-specialists.ts';

export interface SecretaryPortsParts {
  readonly settings: Pick<Settings, 'model' | 'folders'>;
  /** Folder of the installed program. */
  readonly packageRoot: string;
  readonly model: Model;
}

/** What the secretary of the chats is supplied with. */
export function secretaryParts(
  parts: SecretaryPortsParts,
  commandFiles: CommandFileRegistry,
): WorkPorts['secretary'] {
  return {
    ports: secretaryPorts(parts, commandFiles),
    specialists: openSpecialists(parts.settings, parts.packageRoot),
  };
}

/** The models and files for the secretary of the chats. */
function secretaryPorts(
  { settings, packageRoot, model }: SecretaryPortsParts,
  commandFiles: CommandFileRegistry,
): SecretaryPorts {
  const { id, helper: modelId = id, profiles } = settings.model;
  const prompts = createPrompts(join(packageRoot, 'config', 'prompts'));
  const specialists = openSpecialists(settings, packageRoot);
  const secretary = createSecretary({ model, modelId, prompts, specialists });
  return {
    route: secretary.route,
    preferences: async (workspace) => (await readSecretaryFile(workspace)).preferences,
    workflows: (workspace) => workflowsIn(workspace, commandFiles),
    agents: async (workspace) => (await specialists(workspace)).found,
    knowsModel: (id) => Object.hasOwn(profiles, id),
    costOf: (usage) => costAndTokens(usage, priceOf(profileOf(profiles, modelId))).microUsd,
  };
}

/** A plugin's own command of the name goes first. */
async function workflowsIn(
  workspace: string,
  registry: CommandFileRegistry,
): Promise<RoutingOffer['workflows']> {
  const listed = await registry.list(workspace);
  const ofPlugins = listed.filter(({ source, hiddenBy }) => source === 'plugin' && hiddenBy === undefined);
  const names = ofPlugins.map(({ name }) => name);
  const bound = async (workflow: Workflow): Promise<BoundTarget> => {
    const target = workflowTarget(workflow, names);
    if (target.kind === 'chat') return target;
    const file = await registry.find(workspace, target.name);
    return file === undefined || file === 'too-large' ? target : { ...target, hash: file.hash };
  };
  return {
    brainstorm: await bound('brainstorm'),
    implement: await bound('implement'),
    'create-plan': await bound('create-plan'),
  };
}
