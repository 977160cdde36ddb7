import { mkdirSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { type ChatBody, createChatRows } from '../../src/channels/web/chat-rows.ts';
import { WEB_LOCAL } from '../../src/channels/web/web.ts';
import type { SessionRecord, SessionStatus } from '../../src/contracts/session.ts';
import type { ApprovalRecord } from '../../src/contracts/store.ts';
import { MINUTE_MS } from '../../src/core/clock.ts';
import { type ApprovalId, type CallId, conversationId, type SessionId } from '../../src/core/ids.ts';
import { createVisitStore } from '../../src/features/web-console/visit-store.ts';
import { openStore } from '../../src/store/open.ts';
import { freePort } from '../support/free-port.ts';
import { approvalRecord } from '../support/gateway-rig.ts';
import { feedOf } from '../support/live-window.ts';
import { sessionRecord } from '../support/session-record.ts';
import { consolePageFigures } from './console-pages.ts';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';
import type { Running } from './running.ts';
import { answeringScript } from './script.ts';
import { firstRequestMs } from './start-up.ts';
import { median, quantile } from './statistics.ts';

const TASKS = 5_000;
/** More than the page lists, and as many questions as people may leave open. */
const OPEN = 100;
const QUESTIONS = 10;
const OWNER = '34600111222';
/** Below what one session may ask for at once. */
const REQUESTS = 60;
const WARM_UP = 20;
const WINDOWS = 20;
const CHANGES = 40;
const PAIRS = 25;
const IDLE_RUNS = 3;
const LONG_CHATS = [10_000, 100_000];
const CHAT = { channel: WEB_LOCAL, chat: 'local' };
const CARD = 'card';
/** The console is loaded a second after the start; then nothing happens any more. */
const IDLE_AFTER_MS = 6_000;

/** The console in the browser: the weight of its first page, how fast it follows, and what it costs who never looks. */
export async function consoleFigures(rig: Rig): Promise<readonly Figure[]> {
  return [
    ...(await pageFigures(rig)),
    ...(await chatFigures(rig)),
    ...(await consolePageFigures()),
    await coldStart(rig),
    ...(await idleMemory(rig)),
  ];
}

/** A long chat, its card ticking: however long it is, page and change weigh the same. */
async function chatFigures(rig: Rig): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const messages of LONG_CHATS) figures.push(...(await chatFiguresOf(rig, messages)));
  return figures;
}

async function chatFiguresOf(rig: Rig, messages: number): Promise<readonly Figure[]> {
  const dataDir = rig.newDataDir();
  fillChat(dataDir, messages);
  const { program, console: served, end } = await startServed(rig, dataDir);
  try {
    const cookie = await served.signIn('local');
    for (let asked = 0; asked < WARM_UP; asked += 1) await served.get('/chat', cookie);
    const workedMs = program.processorMs();
    let bytes = 0;
    for (let asked = 0; asked < REQUESTS; asked += 1)
      bytes = Buffer.byteLength((await served.get('/chat', cookie)).body);
    const pageMs = (program.processorMs() - workedMs) / REQUESTS;
    const tick = await ticksOf(served, { cookie, dataDir, program });
    const most = (limit: number) => ({ of: 'ours', limit }) as const;
    const kilo = messages / 1000;
    return [
      { name: `Chat, ${kilo}k messages: size`, unit: 'kB', ours: bytes / 1000, bar: most(60) },
      { name: '  processor time of the program', unit: 'ms', ours: pageMs, bar: most(30) },
      { name: '  its card ticks: sent to a window', unit: 'kB', ours: tick.bytes / 1000, bar: most(15) },
      { name: '  processor time of a tick', unit: 'ms', ours: tick.ms, bar: most(30) },
    ];
  } finally {
    program.kill();
    await end();
  }
}

interface Ticking {
  readonly cookie: string;
  readonly dataDir: string;
  readonly program: Pick<Running, 'processorMs'>;
}

/** The card of a task that is edited by another program while a window is open, as the median tick. */
async function ticksOf(
  served: Console,
  { cookie, dataDir, program }: Ticking,
): Promise<{ readonly bytes: number; readonly ms: number }> {
  const window = await openWindow(served, cookie, '/chat');
  const store = openStore({ path: path.join(dataDir, 'wasap.db') });
  const rows = createChatRows(store.database);
  const [bytes, took] = [[] as number[], [] as number[]];
  try {
    for (let tick = 0; tick < CHANGES; tick += 1) {
      await sleep(200);
      const arrived = window.next();
      const beganMs = program.processorMs();
      rows.edit(CHAT, CARD, `⏳ #2 round 3 of 15\n→ npm test\n${tick * 5} s`);
      await arrived;
      took.push(program.processorMs() - beganMs);
      bytes.push(window.lastBytes());
    }
  } finally {
    store.close();
    window.close();
  }
  return { bytes: median(bytes), ms: median(took) };
}

/** What months of work leave in one chat: commands, answers, code, questions. The card is the newest but some. */
function fillChat(dataDir: string, messages: number): void {
  mkdirSync(dataDir, { mode: 0o700 });
  const store = openStore({ path: path.join(dataDir, 'wasap.db') });
  const rows = createChatRows(store.database);
  store.atomically(() => {
    for (let at = 1; at <= messages; at += 1)
      rows.add(CHAT, {
        id: at === messages - 3 ? CARD : `m${at}`,
        author: at % 4 === 0 ? 'person' : 'program',
        body: bodyAt(at),
        target: undefined,
        atMs: Date.now() - (messages - at) * MINUTE_MS,
        files: [],
        waiting: undefined,
      });
  });
  store.close();
}

function bodyAt(at: number): ChatBody {
  if (at % 9 === 1)
    return { kind: 'poll', question: `May I run command ${at}?`, choices: ['Yes, once', 'No'] };
  const text = `Step ${at}: the reports are readable now, with totals below each table.\n\`\`\`\n✓ ${at % 40} passed\n\`\`\``;
  return { kind: 'text', text };
}

async function pageFigures(rig: Rig): Promise<readonly Figure[]> {
  const dataDir = rig.newDataDir();
  const newest = fill(dataDir);
  const { program, console: served, end } = await startServed(rig, dataDir);
  try {
    const cookie = await served.signIn('local');
    const took: number[] = [];
    let bytes = 0;
    // The first ones compile the code of the page.
    for (let asked = 0; asked < WARM_UP; asked += 1) await served.get('/', cookie);
    const workedMs = program.processorMs();
    for (let asked = 0; asked < REQUESTS; asked += 1) {
      const beganMs = performance.now();
      const { body } = await served.get('/', cookie);
      took.push(performance.now() - beganMs);
      bytes = Buffer.byteLength(body);
    }
    const processorMs = (program.processorMs() - workedMs) / REQUESTS;
    const delays = await delaysOf(served, path.join(dataDir, 'wasap.db'), newest);
    const most = (limit: number) => ({ of: 'ours', limit }) as const;
    return [
      { name: `Now, ${TASKS} tasks, ${OPEN} open: size`, unit: 'kB', ours: bytes / 1000, bar: most(60) },
      { name: '  processor time of the program', unit: 'ms', ours: processorMs, bar: most(30) },
      { name: '  request and answer, median', unit: 'ms', ours: median(took), bar: most(30) },
      { name: '  request and answer, p95', unit: 'ms', ours: quantile(took, 0.95) },
      { name: `commit to ${WINDOWS} windows, median`, unit: 'ms', ours: median(delays) },
      {
        name: `commit to ${WINDOWS} windows, p95`,
        unit: 'ms',
        ours: quantile(delays, 0.95),
        bar: most(300),
      },
    ];
  } finally {
    program.kill();
    await end();
  }
}

/** Milliseconds from each commit, of another program, to the arrival of the changed region in each window. */
async function delaysOf(served: Console, file: string, task: SessionId): Promise<readonly number[]> {
  const cookies = [await served.signIn('local'), await served.signIn(OWNER)];
  const windows = await Promise.all(
    Array.from({ length: WINDOWS }, (_, at) => openWindow(served, cookies[at % 2] ?? '')),
  );
  const database = new Sqlite(file);
  // The sum on the page changes by a cent.
  const spend = database.prepare('UPDATE sessions SET cost_micro_usd = cost_micro_usd + 10000 WHERE id = ?');
  const delays: number[] = [];
  try {
    for (let change = 0; change < CHANGES; change += 1) {
      // The moments are spread over the time between two looks of the program.
      await sleep(200 + ((change * 37) % 100));
      const arrived = windows.map((window) => window.next());
      spend.run(task);
      const atMs = performance.now();
      for (const arrivedMs of await Promise.all(arrived)) delays.push(arrivedMs - atMs);
    }
  } finally {
    database.close();
    for (const window of windows) window.close();
  }
  return delays;
}

interface BenchWindow {
  /** When the next change of the page is here. */
  next(): Promise<number>;
  /** Of the last change, as it was sent. */
  lastBytes(): number;
  close(): void;
}

/** As a browser keeps one; resolves when the server has said hello. */
async function openWindow(served: Console, cookie: string, to = '/'): Promise<BenchWindow> {
  const { body } = await served.get(to, cookie);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(feedOf(body, served.address), { headers: { cookie }, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  let [text, bytes, arrived] = ['', 0, (_atMs: number): void => undefined];
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    // What a window shows of a change is there once the event has ended.
    if (!/event: regions\n[\s\S]*\n\n/.test(text)) return;
    bytes = Buffer.byteLength(text);
    text = '';
    arrived(performance.now());
  });
  response.on('error', () => undefined);
  return {
    next: () =>
      new Promise((resolve) => {
        arrived = resolve;
      }),
    lastBytes: () => bytes,
    close: () => response.destroy(),
  };
}

/** With and without, one after the other and each first in turn: what changes on the machine meanwhile meets both. */
async function coldStart(rig: Rig): Promise<Figure> {
  const dataDir = rig.newDataDir();
  const ports = { on: String(await freePort()), off: 'off' };
  const took = { on: [] as number[], off: [] as number[] };
  await firstRequestMs(rig, 'ours', { dataDir });
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const how of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const))
      took[how].push(await firstRequestMs(rig, 'ours', { dataDir, settings: { WEB_PORT: ports[how] } }));
  }
  return {
    name: 'start to request, with the console and without',
    unit: 'ms',
    ours: median(took.on),
    bare: median(took.off),
    bar: { of: 'ratio', limit: 1.03 },
  };
}

async function idleMemory(rig: Rig): Promise<readonly Figure[]> {
  const held = { without: [] as number[], unused: [] as number[], used: [] as number[] };
  for (let run = 0; run < IDLE_RUNS; run += 1) {
    const model = await rig.model(answeringScript());
    const without = rig.start('ours', model, { settings: { WEB_PORT: 'off' } });
    await sleep(IDLE_AFTER_MS);
    held.without.push(without.memoryMb());
    await without.end();
    await model.end();
    const { program, console: served, end } = await startServed(rig, rig.newDataDir());
    await sleep(IDLE_AFTER_MS);
    held.unused.push(program.memoryMb());
    const cookie = await served.signIn('local');
    for (const to of ['/', '/tasks', '/questions']) await served.get(to, cookie);
    await sleep(IDLE_AFTER_MS);
    held.used.push(program.memoryMb());
    await program.end();
    await end();
  }
  const bar = { of: 'difference', limit: 12 } as const;
  const bare = median(held.without);
  return [
    { name: 'memory at rest, console not looked at', unit: 'MB', ours: median(held.unused), bare, bar },
    { name: 'memory at rest, after three pages', unit: 'MB', ours: median(held.used), bare, bar },
  ];
}

interface Console {
  readonly address: string;
  /** @returns the cookie */
  signIn(person: string): Promise<string>;
  get(to: string, cookie: string): Promise<Answer>;
}

interface Answer {
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

interface ServedProgram {
  readonly program: Running;
  readonly console: Console;
  end(): Promise<void>;
}

async function startServed(rig: Rig, dataDir: string): Promise<ServedProgram> {
  const model = await rig.model(answeringScript());
  const port = await freePort();
  const settings = { WEB_PORT: String(port), ALLOWED_PHONE_NUMBERS: `+${OWNER}` };
  const program = rig.start('ours', model, { dataDir, settings });
  const address = `http://127.0.0.1:${port}`;
  // Each request by itself: a connection that rests too long is closed by the server.
  const agent = new Agent();
  const ask = (to: string, asking: Partial<Asking>): Promise<Answer> =>
    answerTo(`${address}${to}`, { headers: {}, agent, ...asking });
  while (
    !(await ask('/enter', {}).then(
      () => true,
      () => false,
    ))
  )
    await sleep(50);
  const served: Console = {
    address,
    async signIn(person) {
      const store = openStore({ path: path.join(dataDir, 'wasap.db') });
      const code = createVisitStore(store).invite(person, Date.now());
      store.close();
      const headers = { origin: address, 'content-type': 'application/x-www-form-urlencoded' };
      const entered = await ask('/enter', { headers, form: `code=${code}` });
      return entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    },
    get: (to, cookie) => ask(to, { headers: { cookie } }),
  };
  const end = async (): Promise<void> => {
    agent.destroy();
    await model.end();
  };
  return { program, console: served, end };
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
  /** Makes it a POST. */
  readonly form?: string;
}

function answerTo(url: string, { headers, agent, form }: Asking): Promise<Answer> {
  const method = form === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ body, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end(form);
  });
}

const ENDED: readonly SessionStatus[] = ['done', 'failed', 'cancelled', 'parked'];
const HERE = conversationId('console', 'local');

/** Tasks as months of work leave them behind. @returns the newest that has ended */
function fill(dataDir: string): SessionId {
  mkdirSync(dataDir, { mode: 0o700 });
  const store = openStore({ path: path.join(dataDir, 'wasap.db') });
  store.atomically(() => {
    for (let at = 0; at < TASKS; at += 1) store.sessions.create(taskAt(at));
    for (let at = TASKS - QUESTIONS; at < TASKS; at += 1) store.approvals.create(questionAt(at));
  });
  store.close();
  return idAt(TASKS - OPEN - 1);
}

function taskAt(at: number): SessionRecord {
  const isOpen = at >= TASKS - OPEN;
  const updatedAtMs = Date.now() - (TASKS - at) * MINUTE_MS;
  return sessionRecord({
    id: idAt(at),
    number: at + 1,
    conversation: HERE,
    task: `make the reports of month ${at} readable on a phone, with totals below each table and tests`,
    project: `/projects/shop-${at % 7}`,
    state: {
      status: isOpen ? 'waiting' : (ENDED[at % ENDED.length] ?? 'done'),
      updatedAtMs,
      endedAtMs: isOpen ? undefined : updatedAtMs,
    },
    usage: { round: at % 40, costMicroUsd: (at % 300) * 10_000 },
  });
}

function questionAt(at: number): ApprovalRecord {
  return approvalRecord({
    id: `q${at}` as ApprovalId,
    session: idAt(at),
    call: `call-${at}` as CallId,
    conversation: HERE,
    requester: 'local',
    question: { details: `npm publish --access public --tag month-${at}` },
    askedAtMs: Date.now() - MINUTE_MS,
  });
}

function idAt(at: number): SessionId {
  return `20261120-${String(at).padStart(8, '0')}` as SessionId;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
