import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach } from 'vitest';
import { type PhoneChat, phoneChat } from './phone-chat.ts';
import type { Program } from './program.ts';
import { makeSampleProject } from './sample-project.ts';
import { type Scene, type SceneOptions, useScenes } from './scene.ts';
import { BOT, linkProgram, OWNER, whatsappEnv } from './whatsapp-scene.ts';
import { startWhatsAppServer, type WhatsAppServer } from './whatsapp-server/server.ts';

/**
 * Several machines in one folder: a front with a linked number, and cells, each with a disk and a project of its own.
 */
export interface ClusterScene {
  readonly world: WhatsAppServer;
  /** Links its number at the first time; returns once WhatsApp is connected. */
  startFront(): Promise<Program>;
  /** A front of the same name, on the disk that `startFront` uses or on another one; it may have to wait. */
  startFrontOn(disk: 'first' | 'second'): Program;
  startCell(name: string, env?: Readonly<Record<string, string>>): Program;
  /** The project of this cell. */
  projectOf(cell: string): string;
  /** The data folder of this cell. */
  dataOf(cell: string): string;
  /** What this cell has logged. */
  logOf(cell: string): string;
  /** What another command of the front's machine prints. */
  run(...args: readonly string[]): Promise<string>;
}

/** A cluster with its phone. */
export interface OpenedCluster {
  readonly place: Scene;
  readonly machines: ClusterScene;
  readonly ana: PhoneChat;
}

/** Clusters that are closed after each test, whatever became of it. */
export function useClusters(): (databaseUrl: string, options: SceneOptions) => Promise<OpenedCluster> {
  const scene = useScenes();
  const worlds: WhatsAppServer[] = [];
  afterEach(async () => {
    await Promise.all(worlds.splice(0).map((world) => world.stop()));
  });
  return async (databaseUrl, options) => {
    const place = await scene(options);
    const machines = await clusterScene(place, databaseUrl, options);
    worlds.push(machines.world);
    return { place, machines, ana: phoneChat(machines.world.person(OWNER)) };
  };
}

/** Several programs and a PostgreSQL start at once. */
const STARTS_WITHIN_MS = 60_000;

export const CONNECTED = /WhatsApp: (connected|conectado)/;

/** @param databaseUrl an empty database */
async function clusterScene(
  scene: Scene,
  databaseUrl: string,
  { env: common = {}, project = makeSampleProject }: SceneOptions,
): Promise<ClusterScene> {
  const world = await startWhatsAppServer({ account: BOT, expectsCrashes: true });
  const env = { ...whatsappEnv(world), DATABASE_URL: databaseUrl, ...common };
  // The same project on each machine, as a clone of one repository is.
  const projectOf = (cell: string): string => path.join(scene.folder, `machine-${cell}`, 'shop');
  const dataOf = (cell: string): string => path.join(scene.folder, `data-${cell}`);
  let isLinked = false;
  return {
    world,
    projectOf,
    dataOf,
    logOf: (cell) => readFileSync(path.join(dataOf(cell), 'wasap.log'), 'utf8'),
    async startFront() {
      const front = scene.start({ env, args: ['front'] });
      if (!isLinked) {
        await front.heard(/Linked devices|Dispositivos vinculados/, STARTS_WITHIN_MS);
        await linkProgram(scene, world);
        isLinked = true;
      }
      await front.heard(CONNECTED, STARTS_WITHIN_MS);
      return front;
    },
    startFrontOn: (disk) =>
      scene.start({
        env: disk === 'first' ? env : { ...env, DATA_DIR: dataOf('second-front') },
        args: ['front'],
      }),
    startCell(name, more = {}) {
      const workspace = projectOf(name);
      if (!existsSync(workspace)) {
        mkdirSync(workspace, { recursive: true });
        project(workspace);
      }
      const own = { ...env, PROJECT_ROOT: workspace, DATA_DIR: dataOf(name), ...more };
      return scene.start({ env: own, args: ['cell', '--name', name] });
    },
    async run(...args) {
      const program = scene.start({ env, args: [...args] });
      await program.exit;
      return `${program.output}${program.errors}`;
    },
  };
}
