import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandOutput, OutputOffsets } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import { codeOf } from '../core/failure.ts';
import { cutAt, tailOf } from '../core/text.ts';
import { divideLimit, headAndTail, type LogText, plainText } from './output.ts';

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
  const [outLimit, errLimit] = divideLimit(limit, out.head.length, err.head.length);
  return {
    stdout: headAndTail(out, outLimit),
    stderr: headAndTail(err, errLimit),
    bytes: out.bytes + err.bytes,
    folder,
  };
}

interface OutputPage {
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
  const [outMax, errMax] = divideLimit(
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

/** How many bytes are read from each end of a log; the middle is only on disk. */
const WINDOW_BYTES = 1024 * 1024;

/** Longest secret that the inner edge of a window may cut in two, in characters: that much is never shown. */
const EDGE = 8 * 1024;

/** Size in bytes; 0 when there is no such file. */
async function logSize(file: string): Promise<number> {
  return (await withLog(file, async (handle) => (await handle.stat()).size)) ?? 0;
}

/** Both ends of a log, plain and redacted. Memory stays bounded however large the file is. */
export async function readLog(file: string, redactor: Redactor): Promise<LogText> {
  const shaped = (bytes: Buffer): string => redactor.redact(plainText(decodeUtf8(bytes)));
  const log = await withLog(file, async (handle) => {
    const { size } = await handle.stat();
    if (size <= 2 * WINDOW_BYTES) {
      const text = shaped(await readBytes(handle, 0, size));
      return { head: text, tail: text, isWhole: true, bytes: size, file };
    }
    const head = shaped(await readBytes(handle, 0, WINDOW_BYTES));
    const tail = shaped(await readBytes(handle, size - WINDOW_BYTES, WINDOW_BYTES));
    return {
      head: cutAt(head, Math.max(0, head.length - EDGE)),
      tail: tailOf(tail, Math.max(0, tail.length - EDGE)),
      isWhole: false,
      bytes: size,
      file,
    };
  });
  return log ?? { head: '', tail: '', isWhole: true, bytes: 0, file };
}

/** A piece of a log with its surroundings: a secret may begin in one piece and end in another. */
interface LogPiece {
  readonly before: string;
  readonly text: string;
  readonly after: string;
  /** Position of the next piece, in bytes. */
  readonly next: number;
}

/**
 * Text since byte `from`, at most `max` bytes, ending with a whole line: half a line could end in half a secret. The
 * unfinished last line is returned once the command has ended, or when it alone fills `max`.
 */
export async function readLogSince(
  file: string,
  { from, max, hasEnded }: { readonly from: number; readonly max: number; readonly hasEnded: boolean },
): Promise<LogPiece> {
  const start = Math.max(0, from - EDGE);
  const around =
    (await withLog(file, (handle) => readBytes(handle, start, from - start + max + EDGE))) ?? Buffer.alloc(0);
  const bytes = around.subarray(from - start);
  const isAllThereIs = bytes.length <= max;
  const lineEnd = bytes.subarray(0, max).lastIndexOf(0x0a) + 1;
  const takesAll = isAllThereIs ? hasEnded : lineEnd === 0;
  const end = takesAll ? characterEnd(bytes.subarray(0, max)) : lineEnd;
  const shown = (part: Buffer): string => plainText(decodeUtf8(part));
  return {
    before: shown(around.subarray(0, from - start)),
    text: shown(bytes.subarray(0, end)),
    after: shown(bytes.subarray(end)),
    next: from + end,
  };
}

/** The text of a piece without secrets, including those that only begin or end in it. */
export function redactPiece({ before, text, after }: LogPiece, { redact }: Redactor): string {
  const all = redact(before + text + after);
  const start = commonPrefixLength(all, redact(before));
  return all.slice(start, all.length - commonSuffixLength(all.slice(start), redact(after)));
}

function commonPrefixLength(text: string, other: string): number {
  let length = 0;
  while (length < other.length && text[length] === other[length]) length += 1;
  return length;
}

function commonSuffixLength(text: string, other: string): number {
  let length = 0;
  while (length < Math.min(text.length, other.length) && text.at(-1 - length) === other.at(-1 - length)) {
    length += 1;
  }
  return length;
}

/**
 * End of the last whole UTF-8 character, so that the rest of it is read next time; never 0 for a non-empty buffer.
 */
function characterEnd(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const isCut = bytes.length - start < characterLength(bytes[start] ?? 0);
  return isCut && start > 0 ? start : bytes.length;
}

/** Length in bytes of the UTF-8 character that begins with this byte. */
function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

function decodeUtf8(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function withLog<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}
