import { unreachable } from '../../../core/failure.ts';
import { codeBlock } from '../../../core/text.ts';
import type { BashExpansion } from './command-answer.ts';
import type { MarkedLine } from './command-arguments.ts';
import type { LayoutPart } from './lay-out.ts';

/** How one `` !`command` `` ended. */
export type InlineEnd =
  | { readonly kind: 'done'; readonly output: string }
  /** `error`: what it said, and how it ended where it said nothing. */
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'timed-out'; readonly limitMs: number }
  | { readonly kind: 'refused'; readonly why: string };

/** `shown`: the command with its arguments, each quoted where it must be. Output is redacted and shortened. */
export type InlineRun = InlineEnd & { readonly shown: string };

/**
 * Runs a command of a command file, if it only reads and is allowed without a question.
 * @throws Failure `stopped` when the signal aborts
 */
export type RunInline = (line: MarkedLine, signal: AbortSignal) => Promise<InlineRun>;

/** Most of one file. */
const MAX_COMMANDS = 20;
/** At the same time. */
const MAX_TOGETHER = 8;

/** In the order of the lines. */
export async function runAll(
  lines: readonly MarkedLine[],
  run: RunInline,
  signal: AbortSignal,
): Promise<readonly InlineRun[]> {
  const ends: InlineRun[] = [];
  for (let from = 0; from < lines.length; from += MAX_TOGETHER) {
    const wave = lines.slice(from, from + MAX_TOGETHER);
    const ran = wave.map(async (line, index): Promise<InlineRun> => {
      if (from + index < MAX_COMMANDS) return await run(line, signal);
      return { kind: 'refused', why: `a file runs at most ${MAX_COMMANDS} commands`, shown: line.line };
    });
    ends.push(...(await Promise.all(ran)));
  }
  return ends;
}

export function expansionOf(run: InlineRun): BashExpansion {
  if (run.kind === 'done') return { command: run.shown, executed: true, output: run.output };
  return { command: run.shown, executed: false, error: errorOf(run) };
}

/** The text that replaces it. */
export function partOf(run: InlineRun): LayoutPart {
  if (run.kind === 'done')
    return { kind: 'block', text: codeBlock(run.output === '' ? '(no output)' : run.output) };
  const heading = `This command was not executed${run.kind === 'failed' ? ' to its end' : ''}:`;
  return { kind: 'block', text: `${heading}\n\n${codeBlock(`${run.shown}\n${errorOf(run)}`)}` };
}

function errorOf(run: Exclude<InlineEnd, { readonly kind: 'done' }>): string {
  switch (run.kind) {
    case 'failed':
      return run.error;
    case 'timed-out':
      return `timeout: it ran longer than ${run.limitMs / 1000} s`;
    case 'refused':
      return `not allowed: ${run.why}`;
    default:
      return unreachable(run);
  }
}
