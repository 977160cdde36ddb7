import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findPlugins } from '../../../claude-files/plugins.ts';
import { grantsOf, type NamedTool } from '../../../claude-files/tool-names.ts';
import type {
  Plugin,
  SkippedSpecialistFile,
  Specialist,
  SpecialistIndex,
  SpecialistOrigin,
  Specialists,
} from '../../../contracts/specialists.ts';
import type { Installation, InstalledModel } from '../../../contracts/sub-command.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import { codeOf } from '../../../core/failure.ts';
import { resolveProfileName } from '../../../models/profile.ts';
import {
  type AgentFolder,
  type AgentText,
  type ReadAgent,
  readAgent,
  readAgentFolder,
} from './agent-file.ts';

/** Files that are read of a workspace; more are no list that a person could choose from. */
const MAX_OF_WORKSPACE = 500;
/** The same for the person's own folder, and for the shipped one. */
const MAX_OWN = 200;
/** Headers that are remembered by the hash of their file. */
const MAX_REMEMBERED = 1000;
const AGENTS = 'agents';
const OF_PROJECT = '.claude/agents';

interface SpecialistsParts {
  /** CONFIG_DIR; its `agents/` are the person's own. */
  readonly config: string;
  /** The agent files that ship with the program, and how a person finds these. */
  readonly shipped: string;
  /** Our own tools. */
  readonly tools: readonly NamedTool[];
  /** Ids of the models that `agent.yaml` describes. */
  readonly modelIds: readonly string[];
}

/** The specialists that can be found with this installation. */
export function installedSpecialists(
  {
    configFolder,
    tools,
    model,
  }: Pick<Installation, 'configFolder' | 'tools'> & {
    readonly model: Pick<InstalledModel, 'known'>;
  },
  packageRoot: string,
): Specialists {
  return createSpecialists({
    config: configFolder,
    shipped: path.join(packageRoot, 'config', 'agents'),
    tools,
    modelIds: model.known,
  });
}

/** One place, and the origin of the agents found there. */
interface SpecialistSource extends AgentFolder {
  readonly origin: SpecialistOrigin;
  readonly plugin: string;
}

/**
 * Reads agent files anew each time: of the plugins of a workspace, of its `.claude/agents/`, of the person's own
 * folder, of the program. Contents are cached by the file's hash alone. The person's own replaces a shipped one of
 * its name; one of a workspace replaces none, and is named by its reference.
 */
export function createSpecialists(places: SpecialistsParts): Specialists {
  const { modelIds, tools } = places;
  const remembered = new Map<string, ReadAgent>();
  const read = async ({ text, hash }: AgentText): Promise<ReadAgent> => {
    const before = remembered.get(hash);
    if (before !== undefined) return before;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    // A header takes up to some milliseconds to read, and of new ones there may be hundreds.
    await nextTurn();
    const agent = await readAgent(text);
    remembered.set(hash, agent);
    return agent;
  };
  return async (workspace) => {
    const plugins = findPlugins(workspace);
    const gathered = new GatheredSpecialists(plugins.skipped);
    // A workspace's many agents must not keep the person's own from being found.
    let left = MAX_OF_WORKSPACE;
    for (const source of sourcesOf(workspace, plugins.found, places)) {
      const isOwn = source.origin === 'mine' || source.origin === 'wasap';
      const { texts, skipped } = readAgentFolder(source, isOwn ? MAX_OWN : left);
      if (!isOwn) left -= texts.length;
      gathered.skipped.push(...skipped);
      for (const text of texts)
        gathered.add(specialistOf(await read(text), { source, text, tools, modelIds }));
    }
    return gathered.index();
  };
}

class GatheredSpecialists {
  readonly skipped: SkippedSpecialistFile[];
  readonly #found = new Map<string, Specialist>();

  constructor(skipped: readonly SkippedSpecialistFile[]) {
    this.skipped = [...skipped];
  }

  add(one: Specialist | SkippedSpecialistFile): void {
    if ('why' in one) {
      this.skipped.push(one);
      return;
    }
    const other = this.#found.get(one.reference);
    if (other === undefined) this.#found.set(one.reference, one);
    else this.skipped.push({ file: one.file, why: 'taken', detail: other.file });
  }

  index(): SpecialistIndex {
    const found = [...this.#found.values()];
    const mine = new Set(found.filter(({ origin }) => origin === 'mine').map(({ name }) => name));
    return {
      found: found.filter(({ origin, name }) => origin !== 'wasap' || !mine.has(name)),
      skipped: this.skipped,
    };
  }
}

function sourcesOf(
  workspace: string,
  plugins: readonly Plugin[],
  { config, shipped }: SpecialistsParts,
): readonly SpecialistSource[] {
  const inWorkspace = (folder: string) => (name: string) =>
    path.relative(workspace, path.join(folder, name)) || '.';
  const ofPlugins = plugins.map(({ plugin, folder }): SpecialistSource => {
    const agents = path.join(folder, AGENTS);
    return { origin: 'plugin', plugin, folder: agents, root: workspace, place: inWorkspace(agents) };
  });
  const ofProject = path.join(workspace, OF_PROJECT);
  return [
    ...ofPlugins,
    {
      origin: 'project',
      plugin: 'project',
      folder: ofProject,
      root: workspace,
      place: inWorkspace(ofProject),
    },
    ownSource('mine', path.join(config, AGENTS)),
    ownSource('wasap', shipped),
  ];
}

function ownSource(origin: 'mine' | 'wasap', folder: string): SpecialistSource {
  const root = canonicalFolder(folder);
  return { origin, plugin: origin, folder, root, place: (name) => path.join(folder, name) };
}

/** The given path when it does not exist. */
function canonicalFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return folder;
  }
}

interface AgentContext {
  readonly source: SpecialistSource;
  readonly text: AgentText;
  readonly tools: readonly NamedTool[];
  readonly modelIds: readonly string[];
}

function specialistOf(
  agent: ReadAgent,
  { source, text, tools, modelIds }: AgentContext,
): Specialist | SkippedSpecialistFile {
  const { file, hash } = text;
  if ('why' in agent) return { file, ...agent };
  const { origin, plugin } = source;
  return {
    ...agent,
    reference: `${plugin}:${agent.name}`,
    origin,
    plugin,
    // An unknown model's name stays, so that it can be reported.
    model: agent.model && (resolveProfileName(agent.model, modelIds) ?? agent.model),
    grants: agent.tools === undefined ? undefined : grantsOf(agent.tools, tools),
    file,
    hash,
  };
}

/** True when it has fewer tools than its file names until an owner accepts it. @param tools all of them */
export function isHeldBack(
  { origin, grants }: Specialist,
  tools: readonly Pick<AnyTool, 'name' | 'effect'>[],
): boolean {
  if (origin !== 'project' && origin !== 'plugin') return false;
  const named = grants?.tools;
  return named === undefined || tools.some(({ name, effect }) => effect !== 'reads' && named.includes(name));
}
