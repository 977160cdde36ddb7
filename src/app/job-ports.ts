import type { Model } from '../contracts/model.ts';
import { jobPlanner, savedJobs } from '../features/jobs/planning/planner.ts';
import { describedTools } from '../features/offered.ts';
import type { WorkPorts } from '../features/parts.ts';
import { priceOf, profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';
import { agentTools } from '../tools/toolbox.ts';

export interface JobPortsParts {
  readonly settings: Pick<Settings, 'folders' | 'model' | 'workspace'>;
  readonly model: Model;
  /** Folder of the installed program. */
  readonly packageRoot: string;
}

/** Plans of jobs are made with the tools that a session has. */
export function jobPorts({ settings, model, packageRoot }: JobPortsParts): WorkPorts['jobs'] {
  const { id: modelId, profiles } = settings.model;
  const { config: configFolder } = settings.folders;
  const price = priceOf(profileOf(profiles, modelId));
  const tools = agentTools(describedTools(), { root: settings.workspace.projectsRoot });
  return {
    planJob: jobPlanner({ model, modelId, price, tools, packageRoot, configFolder }),
    savedJobs: () => savedJobs({ packageRoot, configFolder }),
  };
}
