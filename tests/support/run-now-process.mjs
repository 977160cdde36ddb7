/**
 * `run-now-process.mjs <asks> <answers>`: runs a program for each line of the first pipe, and writes how it ended into
 * the second one; see `run-now.ts`. It ends when nobody has the other end of the first one open any more.
 */
import { spawnSync } from 'node:child_process';
import { openSync, readSync, writeFileSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const [, , asks = '', answers = ''] = process.argv;
const from = openSync(asks, 'r');
const to = openSync(answers, 'w');
const decoder = new StringDecoder('utf8');
const bytes = Buffer.alloc(64 * 1024);
let text = '';
for (let length = readSync(from, bytes); length > 0; length = readSync(from, bytes)) {
  text += decoder.write(bytes.subarray(0, length));
  if (text.endsWith('\n')) {
    writeFileSync(to, `${JSON.stringify(run(JSON.parse(text)))}\n`);
    text = '';
  }
}

/** @param {import('./run-now.ts').ProgramNow} asked */
function run({ program, args, cwd, env }) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return { status, stdout: stdout ?? '', stderr: error === undefined ? stderr : error.message };
}
