/**
 * Starts the built program once, on a task without work, so that the first start of a person finds the compiled code that
 * the launcher keeps. Where that does not succeed, the first task of a person makes it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAX_MS = 30_000;
const TASK = '/agent look around\n';

/** What a model of ours answers to every request: a few words. */
const REPLY = [
  { type: 'message_start', message: { content: [], usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Nothing to do.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('');

/** @param {string} dist holds the program and its launcher */
export async function keepCode(dist) {
  if (isKept(dist)) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-first-start-'));
  const model = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(REPLY);
  });
  try {
    model.listen(0, '127.0.0.1');
    await once(model, 'listening');
    const address = model.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await startOnce(dist, { folder, url: `http://127.0.0.1:${port}` });
  } catch {
    // No port, no git: see above.
  } finally {
    model.close();
    model.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * As the launcher does, it knows what belongs to this very program by the id at the end of both.
 * @param {string} dist
 */
function isKept(dist) {
  const kept = path.join(dist, `program.${process.version}-${process.arch}.cache`);
  if (!existsSync(kept)) return false;
  const program = readFileSync(path.join(dist, 'program.cjs'));
  return readFileSync(kept).subarray(-20, -4).equals(program.subarray(-16));
}

/**
 * @param {string} dist
 * @param {{ readonly folder: string, readonly url: string }} place
 */
async function startOnce(dist, { folder, url }) {
  const project = path.join(folder, 'project');
  mkdirSync(project);
  spawnSync('git', ['init', '-q'], { cwd: project });
  const program = spawn(process.execPath, [path.join(dist, 'wasap.cjs'), 'start'], {
    cwd: project,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: MAX_MS,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ANTHROPIC_BASE_URL: url,
      AGENT_WRITE_ENABLED: 'true',
      CHANNELS: 'console',
      PROJECT_ROOT: project,
      DATA_DIR: path.join(folder, 'data'),
      CONFIG_DIR: path.join(folder, 'config'),
    },
  });
  program.stdin.on('error', () => undefined).end(TASK);
  await once(program, 'close');
}
