import type { Model } from '../contracts/model.ts';
import type { Redactor } from '../contracts/policy.ts';
import type { Locale } from '../core/texts/texts.ts';
import { describedTools, type FeatureParts } from '../features/index.ts';
import { jobPlanner, savedJobs } from '../features/jobs/planning/planner.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { maintenanceTimer } from '../gateway/maintenance/maintenance.ts';
import { priceOf } from '../models/price.ts';
import { profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';
import type { OpenStore } from '../store/open.ts';
import { agentTools } from '../tools/offered.ts';
import { pullWatch } from './host-context.ts';
import { openSpecialists } from './open-specialists.ts';
import { secretaryPorts } from './secretary-ports.ts';

interface ProgramParts {
  readonly settings: Settings;
  readonly model: Model;
  readonly packageRoot: string;
  /** Looks at everything that has to work; words for a chat. */
  checkUp(locale: Locale): Promise<string>;
}

type FromSettings = 'access' | 'locale' | 'timezone' | 'keep' | 'planJob' | 'savedJobs' | 'followedPulls';
type FromProgram = 'database' | 'everyMinute' | 'secretary' | 'specialists' | 'checkUp';
type FromGateway = 'isFull' | 'handIn' | 'wake';
type Shared = Omit<FeatureParts, FromSettings | FromProgram | FromGateway> & {
  readonly store: OpenStore;
  readonly redactor: Redactor;
};

/** What features are made of. The gateway is there only when they are at work. */
export function featureParts(
  program: ProgramParts,
  shared: Shared,
  gateway: () => Pick<Gateway, FromGateway>,
): FeatureParts {
  const { access, locale, timezone, keep, pullRequests: limits } = program.settings;
  const watch = pullWatch(program.settings, shared.redactor);
  return {
    ...shared,
    ...jobPorts(program),
    secretary: secretaryPorts(program, shared.commandFiles),
    specialists: openSpecialists(program.settings, program.packageRoot),
    database: shared.store.database,
    access: access.list,
    locale,
    timezone,
    keep,
    checkUp: program.checkUp,
    followedPulls: watch && { watch, limits },
    everyMinute: maintenanceTimer.everyMinute,
    wake: () => gateway().wake(),
    isFull: (conversation) => gateway().isFull(conversation),
    handIn: (rows) => gateway().handIn(rows),
  };
}

/** Plans of jobs are made with the tools that a session has. */
function jobPorts({ settings, model, packageRoot }: ProgramParts) {
  const { id: modelId, profiles } = settings.model;
  const { config: configFolder } = settings.folders;
  const price = priceOf(profileOf(profiles, modelId));
  const tools = agentTools(describedTools(), { root: settings.workspace.projectsRoot });
  return {
    planJob: jobPlanner({ model, modelId, price, tools, packageRoot, configFolder }),
    savedJobs: () => savedJobs({ packageRoot, configFolder }),
  };
}
