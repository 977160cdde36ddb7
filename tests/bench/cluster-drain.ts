import { cpSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { createTranscripts } from '../../src/agent/transcript.ts';
import { createRelayRows } from '../../src/channels/relay/relay-rows.ts';
import type { CellName } from '../../src/cluster/names.ts';
import { conversationId, type InstanceId, type SessionId } from '../../src/core/ids.ts';
import { openStore } from '../../src/store/open.ts';
import { FRONT, startFakeFront } from '../channels/relay/fake-front.ts';
import { reply, slow, text } from '../support/messages-server/replies.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';
import { type PostgresServer, runSql, startPostgres } from '../support/postgres.ts';
import { sessionRecord } from '../support/session-record.ts';
import { storedRows } from '../support/stored-rows.ts';
import { phoneOf } from '../support/whatsapp-load.ts';
import { newDatabase } from './cluster-linked.ts';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';
import { preciseNowMs, type Running } from './running.ts';
import { LAST_WORDS } from './script.ts';

const LEFT = 'left' as CellName;
const OTHERS = ['middle', 'right'];
/** Before the restart of a machine that an operator waits for. */
const IDLE = { chats: 500, sessions: 0 };
const WITH_HISTORY = { chats: 100, sessions: 5 };
const AT_WORK = 40;
/** Of one session: what a task of some ten rounds leaves. */
const LINES = 20;
const LINE_LENGTH = 1000;
/**
 * 500 chats are then less than a minute of one processor, on all machines together. What a machine does besides hardly
 * counts.
 */
const MAX_PROCESSOR_MS = 100;
const LOOK_MS = 100;
const LIMIT_MS = 600_000;
const NO_END_MS = 600_000;

/** How fast chats leave a machine: real cells and the real command, on a PostgreSQL that flushes its commits. */
export async function drainFigures(rig: Rig): Promise<readonly Figure[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const idle = await drained(rig, postgres, IDLE);
    const grown = await drained(rig, postgres, WITH_HISTORY);
    const busy = await drained(rig, postgres, { chats: AT_WORK, sessions: 0, areAtWork: true });
    return [
      rate(`${IDLE.chats} idle chats`, idle),
      { name: '  until the other cells have taken all in, s', unit: '', ours: idle.takenInSeconds },
      {
        name: '  processor time of all cells for each',
        unit: 'ms',
        ours: idle.processorMsEach,
        bar: { of: 'ours', limit: MAX_PROCESSOR_MS },
      },
      rate(`${WITH_HISTORY.chats} chats with ${WITH_HISTORY.sessions} tasks each`, grown),
      rate(`${AT_WORK} chats with an open task, which is parked`, busy),
    ];
  } finally {
    postgres.stop();
  }
}

function rate(what: string, { aSecond }: Drained): Figure {
  return { name: `drain: chats a second, ${what}`, unit: '', ours: aSecond };
}

interface Wanted {
  readonly chats: number;
  /** Ended ones of each chat. */
  readonly sessions: number;
  /** Each has a task that waits for its model, or for another one in its folder. */
  readonly areAtWork?: boolean;
}

interface Drained {
  readonly aSecond: number;
  /** From the beginning until the other cells have all that they got. */
  readonly takenInSeconds: number;
  /** Of the three cells together: it hardly depends on what else the machine does. */
  readonly processorMsEach: number;
}

async function drained(rig: Rig, { url }: PostgresServer, wanted: Wanted): Promise<Drained> {
  const { chats } = wanted;
  const databaseUrl = await newDatabase(url);
  const model = await rig.model(endlessScript());
  const settingsOf = (dataDir: string) => ({
    DATABASE_URL: databaseUrl,
    ALLOWED_PHONE_NUMBERS: Array.from({ length: chats }, (_, chat) => phoneOf(chat)).join(),
    ANTHROPIC_BASE_URL: model.url,
    AGENT_DAILY_COST_USD: 'none',
    DATA_DIR: dataDir,
    PROJECT_ROOT: projectOf(dataDir),
  });
  const cells: Running[] = [];
  const startCell = (name: string): string => {
    const dataDir = rig.newDataDir();
    cpSync(rig.workspace, projectOf(dataDir), { recursive: true });
    if (name === LEFT) seed(dataDir, wanted);
    cells.push(rig.startWith(settingsOf(dataDir), 'cell', '--name', name));
    return dataDir;
  };
  const front = await startFakeFront({ url: databaseUrl, cell: LEFT });
  // Before the cell looks: it copies nothing of a chat that lives nowhere.
  await place(databaseUrl, chats);
  startCell(LEFT);
  for (let chat = 0; chat < chats && wanted.areAtWork === true; chat += 1)
    await front.says('/agent read the sources', { chat: chatOf(chat), sender: phoneOf(chat) });
  await untilCopied(databaseUrl, wanted);
  const others = OTHERS.map(startCell);
  await untilRows(databaseUrl, `SELECT 1 FROM wasap.members WHERE kind = 'cell'`, 1 + OTHERS.length);
  const beganMs = preciseNowMs();
  const operator = { ...settingsOf(rig.newDataDir()), PROJECT_ROOT: rig.workspace };
  const draining = rig.startWith(operator, 'cluster', 'drain', LEFT, '--move', '--within', '0s');
  await untilRows(databaseUrl, 'SELECT 1 FROM wasap.placements WHERE epoch > 1', 1);
  const firstMs = preciseNowMs();
  const usedMs = (): number => cells.reduce((sum, cell) => sum + cell.processorMs(), 0);
  const usedBeforeMs = usedMs();
  await untilRows(databaseUrl, 'SELECT 1 FROM wasap.placements WHERE epoch > 1', chats);
  const lastMs = preciseNowMs();
  await until(async () => others.reduce((sum, dataDir) => sum + takenIn(dataDir), 0) === chats);
  const takenInMs = preciseNowMs();
  const processorMs = usedMs() - usedBeforeMs;
  await draining.end();
  await front.stop();
  for (const cell of cells) {
    cell.interrupt();
    await cell.end();
  }
  await model.end();
  return {
    aSecond: (chats - 1) / ((lastMs - firstMs) / 1000),
    takenInSeconds: (takenInMs - beganMs) / 1000,
    processorMsEach: processorMs / chats,
  };
}

function endlessScript(): ScriptFile {
  return {
    chunkSize: 0,
    writeSize: 0,
    scripts: [{ steps: [slow(reply([text(LAST_WORDS)]), NO_END_MS)] }],
  };
}

/** Of the same name on each machine, as a clone of one repository is. */
function projectOf(dataDir: string): string {
  return path.join(`${dataDir}-projects`, 'shop');
}

function chatOf(chat: number): string {
  return `${phoneOf(chat)}@s.whatsapp.net`;
}

/** The disk of a cell that has had these chats for some time. */
function seed(dataDir: string, { chats, sessions }: Wanted): void {
  const store = openStore({ path: path.join(dataDir, 'wasap.db') });
  const instance = 'earlier' as InstanceId;
  store.instances.register({ id: instance, pid: process.pid, startTime: '0', atMs: 0 });
  const rows = createRelayRows(store.database);
  const transcripts = createTranscripts(path.join(dataDir, 'agent_sessions'));
  const workspace = projectOf(dataDir);
  let count = 0;
  for (let chat = 0; chat < chats; chat += 1) {
    rows.noteArrival({ chat: chatOf(chat), front: FRONT, epoch: 1 });
    for (let number = 1; number <= sessions; number += 1) {
      count += 1;
      const session = sessionRecord({
        id: `20261120-${count.toString(16).padStart(8, '0')}` as SessionId,
        conversation: conversationId('whatsapp', chatOf(chat)),
        owner: phoneOf(chat),
        workspace,
        number,
        instance,
        state: { status: 'done' },
        origin: { sourceMessageId: `m${count}` },
        prompt: { system: 'frozen there' },
      });
      store.sessions.create(session);
      const file = transcripts.open(session, { messages: [], compactions: [], takenBack: [] });
      file.append(Array.from({ length: LINES }, (_, seq) => lineOf(seq)));
      file.close();
    }
  }
  store.close();
}

function lineOf(seq: number) {
  const role = seq % 2 === 0 ? ('user' as const) : ('assistant' as const);
  const content = [{ type: 'text' as const, text: `${seq} `.padEnd(LINE_LENGTH, 'words ') }];
  return { type: 'message' as const, seq, role, content };
}

async function place(url: string, chats: number): Promise<void> {
  // The one of the front that nothing ever came from.
  await runSql(url, 'DELETE FROM wasap.placements');
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch)
     SELECT $1 || ':' || phone || '@s.whatsapp.net', $1, phone, $2, 1 FROM unnest($3::text[]) AS phone`,
    [FRONT, LEFT, Array.from({ length: chats }, (_, chat) => phoneOf(chat))],
  );
}

/** As after some time: what is copied while chats move is not what is measured. */
async function untilCopied(url: string, { chats, sessions, areAtWork = false }: Wanted): Promise<void> {
  await untilRows(url, 'SELECT 1 FROM wasap.chats', chats);
  await untilRows(url, 'SELECT 1 FROM wasap.copies', areAtWork ? chats : chats * sessions);
  await untilRows(
    url,
    'SELECT 1 FROM wasap.copies JOIN wasap.transcripts USING (conversation, session)',
    chats * sessions,
  );
}

function takenIn(dataDir: string): number {
  const Row = z.object({ chats: z.int() });
  const rows = storedRows(dataDir, 'SELECT count(*) AS chats FROM relay_chats WHERE taken_epoch > 1', Row);
  return rows[0]?.chats ?? 0;
}

async function untilRows(url: string, sql: string, least: number): Promise<void> {
  await until(async () => (await runSql(url, sql).catch(() => [])).length >= least);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const endMs = preciseNowMs() + LIMIT_MS;
  while (!(await isTrue())) {
    if (preciseNowMs() > endMs) throw new Error('Not within the time.');
    await sleep(LOOK_MS);
  }
}
