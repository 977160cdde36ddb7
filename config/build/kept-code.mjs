/**
 * Starts the built program on a small task, so that the first start of a person finds the compiled code that the
 * launcher keeps: once in English, and once in Spanish with the console in the browser and with WhatsApp, which never
 * answers. Where that does not succeed, the first task of a person makes it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_MS = 30_000;
const LOOK_MS = 50;
/** The port of `discard`. */
const NOBODY_LISTENS = 'ws://127.0.0.1:9';
const TASK = '/agent look around\n';

/** What the project of that task holds. */
const NOTES = 'notes.txt';

/**
 * How many rounds read them: what the first rounds of a person's task run, too. With an edit the kept code would be
 * larger than the program, into whose memory the launcher reads it.
 */
const ROUNDS = 2;

/** @param {string} body of a request to the model */
function replyTo(body) {
  const done = body.split('"tool_use_id"').length - 1; // the result of one call in each round
  const words = {
    block: { type: 'text', text: '' },
    delta: { type: 'text_delta', text: 'Nothing to do.' },
    reason: 'end_turn',
  };
  const call = {
    block: { type: 'tool_use', id: `call-${done}`, name: 'read_source_file', input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify({ path: NOTES }) },
    reason: 'tool_use',
  };
  const { block, delta, reason } = done < ROUNDS ? call : words;
  return [
    { type: 'message_start', message: { content: [], usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

/** @param {string} dist holds the program and its launcher */
export async function keepCode(dist) {
  if (isKept(dist)) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-first-start-'));
  const model = createServer(async (request, response) => {
    const body = await text(request);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(replyTo(body));
  });
  try {
    const port = await portOf(model);
    await startOnce(dist, { folder, port });
    await startWithParts(dist, { folder, port });
  } catch {
    // No port, no git: see above.
  } finally {
    model.close();
    model.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * As the launcher does, it knows what belongs to these very files by the id at the end of both.
 * @param {string} dist
 */
function isKept(dist) {
  const parts = readdirSync(path.join(dist, 'parts')).filter((name) => name.endsWith('.cjs'));
  return ['program.cjs', ...parts.map((name) => path.join('parts', name))].every((name) => {
    const file = path.join(dist, name);
    const kept = file.replace(/\.cjs$/, `.${process.version}-${process.arch}.cache`);
    return existsSync(kept) && readFileSync(kept).subarray(-20, -4).equals(readFileSync(file).subarray(-16));
  });
}

/**
 * @typedef {{ readonly folder: string, readonly port: number }} Place `port`: of the model
 * @param {string} dist
 * @param {Place} place
 */
async function startOnce(dist, place) {
  const program = start(dist, place, { CHANNELS: 'console' });
  program.stdin.end(TASK);
  await once(program, 'close');
}

/**
 * Until a page of the console was shown: by then all of them have been read.
 * @param {string} dist
 * @param {Place} place
 */
async function startWithParts(dist, place) {
  const unused = createServer();
  const port = await portOf(unused);
  unused.close();
  const program = start(dist, place, {
    LOCALE: 'es',
    CHANNELS: 'console,whatsapp',
    WHATSAPP_WS_URL: NOBODY_LISTENS,
    WEB_PORT: String(port),
  });
  let isOver = false;
  const ended = once(program, 'close').then(() => {
    isOver = true;
  });
  program.stdin.write(TASK);
  while (!isOver && !(await isThere(`http://127.0.0.1:${port}/enter`))) await sleep(LOOK_MS);
  program.kill('SIGTERM');
  await ended;
}

/** @param {string} page */
async function isThere(page) {
  return await fetch(page).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<number>} the port that it listens on from now on
 */
async function portOf(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return address.port;
}

/**
 * @param {string} dist
 * @param {Place} place
 * @param {Readonly<Record<string, string>>} settings
 */
function start(dist, { folder, port }, settings) {
  const project = path.join(folder, 'project');
  mkdirSync(project, { recursive: true });
  writeFileSync(path.join(project, NOTES), 'one\n');
  spawnSync('git', ['init', '-q'], { cwd: project });
  const program = spawn(process.execPath, [path.join(dist, 'wasap.cjs'), 'start'], {
    cwd: project,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: MAX_MS,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      AGENT_WRITE_ENABLED: 'true',
      PROJECT_ROOT: project,
      DATA_DIR: path.join(folder, 'data'),
      CONFIG_DIR: path.join(folder, 'config'),
      ...settings,
    },
  });
  program.stdin.on('error', () => undefined);
  return program;
}
