import { calls, says } from '../support/messages-server/replies.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';

/** What the model says last in every script. */
export const LAST_WORDS = 'All of it is done.';

export const FILES = 40;
const RANGES = 5;
const LINES = 50;
const LINES_PER_FILE = RANGES * LINES;

/** About 2 kB for each range that is read, as code has it. */
export function sourceFile(file: number): string {
  const line = (_: unknown, at: number) => `export const value_${file}_${at} = ${file * at};`;
  return `${Array.from({ length: LINES_PER_FILE }, line).join('\n')}\n`;
}

/** A model that reads another part of another file in each round: no guard against repetition may notice. */
export function readingScript(rounds: number): ScriptFile {
  const read = (_: unknown, round: number) => {
    const offset = (Math.floor(round / FILES) % RANGES) * LINES + 1;
    return calls(['read_source_file', { path: `src/part-${round % FILES}.ts`, offset, limit: LINES }]);
  };
  return inOnePiece([...Array.from({ length: rounds }, read), says(LAST_WORDS)]);
}

export function answeringScript(): ScriptFile {
  return inOnePiece([says(LAST_WORDS)]);
}

/** The same words to whatever is said, in a conversation of many turns. */
export function talkingScript(): ScriptFile {
  return inOnePiece(Array.from({ length: 200 }, () => says(LAST_WORDS)));
}

/** The server is not what is measured: it sends each reply at once. */
function inOnePiece(steps: ScriptFile['scripts'][number]['steps']): ScriptFile {
  return { chunkSize: 0, writeSize: 0, scripts: [{ steps }] };
}
