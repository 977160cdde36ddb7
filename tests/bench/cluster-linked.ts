import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresServer, runSql } from '../support/postgres.ts';
import { crowd, phoneOf } from '../support/whatsapp-load.ts';
import { BOT, whatsappEnv } from '../support/whatsapp-scene.ts';
import { startWhatsAppServer } from '../support/whatsapp-server/server.ts';
import type { Linked } from './linked.ts';
import type { Rig, ScriptedModel } from './rig.ts';
import type { Running } from './running.ts';

/** As `Linked`, with a front and cells in place of one program. */
export interface LinkedCluster extends Pick<Linked, 'world' | 'people' | 'model' | 'end'> {
  readonly front: Running;
  readonly cells: readonly Running[];
  /** Of the cells. */
  readonly dataDirs: readonly string[];
  readonly databaseUrl: string;
}

interface ClusterParts {
  readonly postgres: Pick<PostgresServer, 'url'>;
  readonly cells: number;
  readonly people: number;
  readonly model: ScriptedModel;
}

const SETTINGS = 'limits:\n  backlog: 1000\nwhatsapp:\n  pacing: off\nworktrees:\n  parallel: 1\n';
const LOOK_MS = 100;

let databases = 0;

/** In an empty database, with a workspace for each cell. */
export async function startCluster(
  rig: Rig,
  { postgres, cells: count, people, model }: ClusterParts,
): Promise<LinkedCluster> {
  const world = await startWhatsAppServer({ account: BOT, wantsAllKeys: true });
  const databaseUrl = await newDatabase(postgres.url);
  const settingsOf = (dataDir: string): Readonly<Record<string, string>> => {
    const configDir = `${dataDir}-config`;
    mkdirSync(configDir, { recursive: true });
    writeFileSync(path.join(configDir, 'agent.yaml'), SETTINGS);
    return {
      ...whatsappEnv(world),
      DATABASE_URL: databaseUrl,
      ALLOWED_PHONE_NUMBERS: Array.from({ length: people }, (_, person) => phoneOf(person)).join(),
      AGENT_DAILY_COST_USD: 'none',
      ANTHROPIC_BASE_URL: model.url,
      DATA_DIR: dataDir,
      CONFIG_DIR: configDir,
    };
  };
  const dataDirs = Array.from({ length: count }, () => rig.newDataDir());
  const cells = dataDirs.map((dataDir, at) =>
    rig.startWith(
      { ...settingsOf(dataDir), PROJECT_ROOT: rig.newWorkspace() },
      'cell',
      '--name',
      `cell-${at}`,
    ),
  );
  const ofFront = settingsOf(rig.newDataDir());
  const front = rig.startWith(ofFront, 'front');
  await front.hear('Linked devices');
  const pairing = rig.startWith(ofFront, 'pair', '--json');
  await pairing.hear('{"qr":"');
  await world.phone.scan(await pairing.hear('"'));
  await pairing.end();
  await front.hear('WhatsApp: connected');
  await untilJoined(databaseUrl, count + 1);
  return {
    world,
    people: crowd(world, { people }),
    model,
    front,
    cells,
    dataDirs,
    databaseUrl,
    async end() {
      for (const program of [front, ...cells]) {
        program.interrupt();
        await program.end();
      }
      await world.stop();
      return world.problems.length;
    },
  };
}

export async function newDatabase(server: string): Promise<string> {
  databases += 1;
  const name = `bench_${databases}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function untilJoined(url: string, members: number): Promise<void> {
  for (;;) {
    const rows = await runSql(url, 'SELECT name FROM wasap.members').catch(() => []);
    if (rows.length === members) return;
    await sleep(LOOK_MS);
  }
}
