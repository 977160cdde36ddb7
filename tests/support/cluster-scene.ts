import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Program } from './program.ts';
import { makeSampleProject } from './sample-project.ts';
import type { Scene } from './scene.ts';
import { BOT, linkProgram, whatsappEnv } from './whatsapp-scene.ts';
import { startWhatsAppServer, type WhatsAppServer } from './whatsapp-server/server.ts';

/** Several machines in one folder: a front with a linked number, and cells, each with a disk and a project of its own. */
export interface ClusterScene {
  readonly world: WhatsAppServer;
  /** Links its number at the first time; returns once WhatsApp is connected. */
  startFront(): Promise<Program>;
  startCell(name: string): Program;
  /** The project of this cell. */
  projectOf(cell: string): string;
  /** What another command of the front's machine prints. */
  run(...args: readonly string[]): Promise<string>;
}

const CONNECTED = /WhatsApp: (connected|conectado)/;

/** @param databaseUrl an empty database */
export async function clusterScene(scene: Scene, databaseUrl: string): Promise<ClusterScene> {
  const world = await startWhatsAppServer({ account: BOT, expectsCrashes: true });
  const env = { ...whatsappEnv(world), DATABASE_URL: databaseUrl };
  const projectOf = (cell: string): string => path.join(scene.folder, `project-${cell}`);
  let isLinked = false;
  return {
    world,
    projectOf,
    async startFront() {
      const front = scene.start({ env, args: ['front'] });
      if (!isLinked) {
        await front.heard(/Linked devices|Dispositivos vinculados/);
        await linkProgram(scene, world);
        isLinked = true;
      }
      await front.heard(CONNECTED);
      return front;
    },
    startCell(name) {
      const workspace = projectOf(name);
      if (!existsSync(workspace)) {
        mkdirSync(workspace);
        makeSampleProject(workspace);
      }
      const data = path.join(scene.folder, `data-${name}`);
      const own = { ...env, PROJECT_ROOT: workspace, DATA_DIR: data };
      return scene.start({ env: own, args: ['cell', '--name', name] });
    },
    async run(...args) {
      const program = scene.start({ env, args: [...args] });
      await program.exit;
      return `${program.output}${program.errors}`;
    },
  };
}
