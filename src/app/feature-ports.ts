import { join } from 'node:path';
import { createPrompts } from '../agent/prompt/prompt.ts';
import type { SentFiles } from '../contracts/enclosures.ts';
import type { Sandbox } from '../contracts/exec.ts';
import type { Model } from '../contracts/model.ts';
import type { CommandPolicy, Redactor } from '../contracts/policy.ts';
import type { Tracer } from '../contracts/trace.ts';
import { SECOND_MS, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { CommandFileRegistry } from '../features/command-files/command-file.ts';
import { describedTools } from '../features/contributions.ts';
import { jobPlanner, savedJobs } from '../features/jobs/planning/planner.ts';
import { createConnections } from '../features/mcp/connection/connections.ts';
import { createLogins } from '../features/mcp/connection/login.ts';
import { createMcpFigures, type McpFigures } from '../features/mcp/figures.ts';
import type { McpPorts } from '../features/mcp/mcp-feature.ts';
import type { WorkPorts } from '../features/parts.ts';
import { type Workflow, workflowTarget } from '../features/secretary/routing/routing.ts';
import { createSecretary } from '../features/secretary/routing/secretary.ts';
import type { BoundTarget, RoutingOffer } from '../features/secretary/routing-store.ts';
import { readSecretaryFile } from '../features/secretary/secretary-file.ts';
import type { SecretaryPorts } from '../features/secretary/secretary-worker.ts';
import type { VoiceParts } from '../features/voice/voice-feature.ts';
import type { WebFeatureParts } from '../features/web/web-feature.ts';
import { createKeptRecordings } from '../files/kept-files.ts';
import { createModelSearch } from '../models/model-search.ts';
import { costAndTokens, priceOf, profileOf } from '../models/profile.ts';
import { createSpeaker, type SpeechSynthesizer } from '../models/speech.ts';
import type { Settings } from '../settings/settings.ts';
import { agentTools } from '../tools/toolbox.ts';
import { createWebSearch } from '../web/search-providers.ts';
import { resolveBySystem } from '../web/web-address.ts';
import { createHtmlToMarkdown, createWebReader } from '../web/web-reader.ts';
import type { HostContext } from './host-context.ts';
import { openSpecialists } from './reading.ts';
import type { Redaction } from './redaction.ts';

interface JobPortsParts {
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

interface SecretaryPortsParts {
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

/** This program. */
interface McpProgram {
  readonly version: string;
  readonly sandbox: Sandbox;
  /** Missing: calls are not counted. */
  readonly mcpFigures?: McpFigures | undefined;
}

interface McpContext extends Pick<Redaction, 'learn'> {
  readonly policy: CommandPolicy;
  readonly sentFiles: SentFiles;
  readonly log: Log;
  readonly tracer: Tracer;
}

/** What reaches MCP servers on this machine. Nothing is started, or loaded, before one is needed. */
export function mcpPorts(
  { settings, environment }: Pick<HostContext, 'settings' | 'environment'>,
  { version, sandbox, mcpFigures: figures = createMcpFigures() }: McpProgram,
  { policy, sentFiles, learn, log, tracer }: McpContext,
): McpPorts {
  const { folders } = settings;
  return {
    config: folders.config,
    policy,
    environment,
    learn,
    figures,
    sandbox,
    sentFiles,
    connections: createConnections({
      sandbox,
      environment,
      logins: createLogins(folders.data, learn),
      version,
      clock: systemClock,
      log,
      tracer,
      figures,
    }),
  };
}

const SPEAK_WITHIN_MS = 20 * SECOND_MS;

/** What makes speech of text, and where it is kept until it is sent. */
export function voicePorts(settings: Pick<Settings, 'speech' | 'folders'>, { redact }: Redactor): VoiceParts {
  return {
    redact,
    speak: speakerOf(settings),
    usdPerMillionCharacters: settings.speech?.usdPerMillionCharacters,
    recordings: createKeptRecordings(join(settings.folders.data, 'voice')),
  };
}

/** Undefined: no speech service is set up. */
export function speakerOf({ speech }: Pick<Settings, 'speech'>): SpeechSynthesizer | undefined {
  if (speech === undefined) return undefined;
  const { url, key, model, voices } = speech;
  return createSpeaker({ url, key, model, voices, timeoutMs: SPEAK_WITHIN_MS });
}

interface WebHost {
  readonly settings: Pick<Settings, 'web' | 'model'>;
  readonly packageRoot: string;
  readonly version: string;
}

/** What reads the web and searches in it, as far as the owner wants that. */
export function webParts({ settings, packageRoot, version }: WebHost): WebFeatureParts {
  const { web } = settings;
  return {
    reader: web.fetch
      ? createWebReader({
          ownHosts: web.ownHosts,
          resolve: resolveBySystem,
          toMarkdown: createHtmlToMarkdown(join(packageRoot, 'dist', 'web')),
          userAgent: `wasap-agent/${version}`,
        })
      : undefined,
    search: searchOf(settings),
  };
}

function searchOf({ web: { search }, model }: WebHost['settings']): WebFeatureParts['search'] {
  if (search !== 'model') return search && createWebSearch(search);
  const { apiKey, baseUrl, profiles, id, helper = id } = model;
  return createModelSearch({ apiKey, baseUrl, profiles, model: helper });
}
