/**
 * The server as a process of its own:
 * `main.mjs --script <file> --log <file> [--port <number>] [--seconds <number>] [--bodies]`
 *
 * Prints `listening <url>`, appends one line for each request to the log, and ends when its standard input closes
 * (so that it never outlives the test that started it) or when the seconds are over.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { createRequestLog } from './request-log.ts';
import { byKeyword } from './script.ts';
import { readScriptFile } from './script-file.ts';
import { startMessagesServer } from './server.ts';

const { values } = parseArgs({
  options: {
    script: { type: 'string' },
    log: { type: 'string' },
    port: { type: 'string', default: '0' },
    seconds: { type: 'string' },
    bodies: { type: 'boolean', default: false },
  },
});
if (values.script === undefined || values.log === undefined) {
  throw new Error('--script <file> and --log <file> are needed.');
}

const file = readScriptFile(readFileSync(values.script, 'utf8'));
const server = await startMessagesServer({
  script: byKeyword(file.scripts),
  strictPrefix: file.strictPrefix,
  chunkSize: file.chunkSize,
  writeSize: file.writeSize,
  chunkDelayMs: file.chunkDelayMs,
  port: Number(values.port),
  onRequest: createRequestLog(values.log, { bodies: values.bodies }),
});

process.stdin.once('end', stop);
process.stdin.resume();
if (values.seconds !== undefined) setTimeout(stop, Number(values.seconds) * 1000);
process.stdout.write(`listening ${server.url}\n`);

async function stop(): Promise<void> {
  await server.close();
  process.exit(0);
}
