import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { Script } from './messages-server/script.ts';
import { type MessagesServer, startMessagesServer } from './messages-server/server.ts';
import type { AllowsChange } from './messages-server/strict-prefix.ts';
import { Program, type ProgramOptions, tempFolder } from './program.ts';
import { makeSampleProject } from './sample-project.ts';
import { testDataFolder } from './test-data.ts';

export interface SceneOptions {
  readonly script: Script;
  /** Makes the project in this folder; default: the sample project with its history. */
  readonly project?: (folder: string) => void;
  /** The person's own `agent.yaml`. */
  readonly agentYaml?: string;
  /** Changes of a conversation that the model takes, other than by growth. */
  readonly allowsChange?: AllowsChange;
  /** For every program of this scene. */
  readonly env?: Readonly<Record<string, string>>;
  /** True where a test is about what commands reach: below /dev they reach nothing anyway. */
  readonly dataOnDisk?: boolean;
}

/** A project, a data folder, a person's settings and a scripted model, for one or several runs of the program. */
export interface Scene {
  readonly folder: string;
  readonly workspace: string;
  readonly dataDir: string;
  readonly configDir: string;
  readonly server: MessagesServer;
  start(options?: Pick<ProgramOptions, 'env' | 'args' | 'fileBlocks' | 'within'>): Program;
  /** Rows, transcripts and the log; not what commands wrote themselves, which is redacted when it is read. */
  storedText(): string;
  /** Ends every program of this scene and removes its folder. */
  close(): Promise<void>;
}

/** Commands of the sample project run without a question, with or without bubblewrap on this machine. */
export const PROJECT_SCRIPTS = 'policy:\n  sandbox: off-accepted\n';

/** Scenes that are closed after each test, whatever became of it. */
export function useScenes(
  usual: Pick<SceneOptions, 'dataOnDisk'> = {},
): (options: SceneOptions) => Promise<Scene> {
  const open: Scene[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((scene) => scene.close()));
  });
  return async (options) => {
    const scene = await makeScene({ ...usual, ...options });
    open.push(scene);
    return scene;
  };
}

export async function makeScene(options: SceneOptions): Promise<Scene> {
  const {
    script,
    project = makeSampleProject,
    agentYaml = PROJECT_SCRIPTS,
    env = {},
    dataOnDisk = false,
    allowsChange,
  } = options;
  const folder = tempFolder('scene');
  const data = dataOnDisk ? folder : tempFolder('data', testDataFolder());
  const places = { ...placesIn(folder.path), dataDir: path.join(data.path, 'data') };
  mkdirSync(places.workspace);
  project(places.workspace);
  mkdirSync(places.configDir);
  writeFileSync(path.join(places.configDir, 'agent.yaml'), unpaced(agentYaml));
  const server = await startMessagesServer({ script, strictPrefix: allowsChange ?? true });
  const programs: Program[] = [];
  return {
    folder: folder.path,
    workspace: places.workspace,
    dataDir: places.dataDir,
    configDir: places.configDir,
    server,
    start(more = {}) {
      const program = new Program({ ...places, modelUrl: server.url, ...more, env: { ...env, ...more.env } });
      programs.push(program);
      return program;
    },
    storedText: () => textsIn(places.dataDir),
    async close() {
      await Promise.all(programs.map((program) => program.kill()));
      await server.close();
      for (const made of [data, folder]) made.remove();
    },
  };
}

/** A test does not wait as a phone number must, nor for a model that is away, unless it is about that. */
function unpaced(agentYaml: string): string {
  const paced = agentYaml.includes('whatsapp:') ? '' : 'whatsapp:\n  pacing: off\n';
  const patient = agentYaml.includes('limits:') ? '' : 'limits:\n  outage_minutes: 0\n';
  return `${agentYaml}\n${paced}${patient}`;
}

/** Where things are in the folder of one test. */
export function placesIn(folder: string): {
  readonly workspace: string;
  readonly dataDir: string;
  readonly configDir: string;
} {
  return {
    workspace: path.join(folder, 'project'),
    dataDir: path.join(folder, 'data'),
    configDir: path.join(folder, 'config'),
  };
}

function textsIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/processes/'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
