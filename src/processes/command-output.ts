import { join } from 'node:path';
import type { CommandOutput, OutputOffsets } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import { cutAt } from '../core/text.ts';
import { logSize, readLog, readLogSince, redactPiece } from './log-file.ts';
import { headAndTail, shares } from './output.ts';

const STDERR_LABEL = '[stderr]\n';

/** Bytes in the logs of the command whose record is in `folder`. */
export async function outputSizes(folder: string): Promise<OutputOffsets> {
  const { stdout, stderr } = logsIn(folder);
  const [out, err] = await Promise.all([logSize(stdout), logSize(stderr)]);
  return { stdout: out, stderr: err };
}

/** See `Supervisor.output`. */
export async function readOutput(folder: string, limit: number, redactor: Redactor): Promise<CommandOutput> {
  const { stdout, stderr } = logsIn(folder);
  const [out, err] = await Promise.all([readLog(stdout, redactor), readLog(stderr, redactor)]);
  const [outLimit, errLimit] = shares(limit, out.head.length, err.head.length);
  return {
    stdout: headAndTail(out, outLimit),
    stderr: headAndTail(err, errLimit),
    bytes: out.bytes + err.bytes,
    folder,
  };
}

export interface OutputPage {
  readonly from: OutputOffsets;
  readonly limit: number;
  /** True when the output is complete: an unfinished last line is then shown too. */
  readonly hasEnded: boolean;
}

/** See `Supervisor.read`. */
export async function readNewOutput(
  folder: string,
  { from, limit, hasEnded }: OutputPage,
  redactor: Redactor,
): Promise<{ readonly text: string; readonly next: OutputOffsets }> {
  const { stdout, stderr } = logsIn(folder);
  const [outSize, errSize] = await Promise.all([logSize(stdout), logSize(stderr)]);
  const room = Math.max(0, limit - STDERR_LABEL.length - 1);
  const [outMax, errMax] = shares(
    room,
    Math.max(0, outSize - from.stdout),
    Math.max(0, errSize - from.stderr),
  );
  const out = await readLogSince(stdout, { from: from.stdout, max: outMax, hasEnded });
  const err = await readLogSince(stderr, { from: from.stderr, max: errMax, hasEnded });
  const text = joinStreams(redactPiece(out, redactor), redactPiece(err, redactor));
  return { text: cutAt(text, limit), next: { stdout: out.next, stderr: err.next } };
}

function joinStreams(out: string, err: string): string {
  if (err === '') return out;
  return `${out}${out === '' || out.endsWith('\n') ? '' : '\n'}${STDERR_LABEL}${err}`;
}

function logsIn(folder: string): { readonly stdout: string; readonly stderr: string } {
  return { stdout: join(folder, 'stdout.log'), stderr: join(folder, 'stderr.log') };
}
