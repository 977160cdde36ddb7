import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import * as z from 'zod';

export interface ProgramNow {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * What a program writes, once it has ended: as `execFileSync`, but started by a small process. To start one from here
 * copies the page tables of the process of the tests, which takes longer than what git does with a small repository.
 * @throws when it does not end with 0
 */
export function runNow({ program, args, cwd, env }: ProgramNow): string {
  const { status, stdout, stderr } = answerTo({ program, args, cwd, env });
  if (status === 0) return stdout;
  throw Object.assign(new Error(`Command failed: ${program} ${args.join(' ')}\n${stderr}`), {
    status,
    stderr,
  });
}

const Answer = z.object({ status: z.int().nullable(), stdout: z.string(), stderr: z.string() });

function answerTo(asked: ProgramNow): z.infer<typeof Answer> {
  const { asks, answers } = open();
  writeFileSync(asks, `${JSON.stringify(asked)}\n`);
  const decoder = new StringDecoder('utf8');
  const bytes = Buffer.alloc(64 * 1024);
  let line = '';
  while (!line.endsWith('\n')) {
    const length = readSync(answers, bytes);
    if (length === 0) throw new Error('the process that starts programs is gone');
    line += decoder.write(bytes.subarray(0, length));
  }
  return Answer.parse(JSON.parse(line));
}

/** Two pipes that have names, because this process can wait for what comes out of one. */
interface Pipes {
  readonly asks: number;
  readonly answers: number;
}

let pipes: Pipes | undefined;

/** The small process is made once for all files of a test process, and ends with it. */
function open(): Pipes {
  pipes ??= make();
  return pipes;
}

function make(): Pipes {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-run-now-'));
  const [asks, answers] = [path.join(folder, 'asks'), path.join(folder, 'answers')];
  execFileSync('mkfifo', [asks, answers]);
  const args = ['--max-semi-space-size=1', path.resolve('tests/support/run-now-process.mjs'), asks, answers];
  spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).unref();
  // Each waits until the other end is open as well.
  const made = { asks: openSync(asks, 'w'), answers: openSync(answers, 'r') };
  rmSync(folder, { recursive: true });
  return made;
}
