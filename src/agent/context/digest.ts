import type { Block, ModelMessage } from '../../contracts/model.ts';
import { oneLine, tailOf } from '../../core/text.ts';

const MAX_WORDS = 300;
const MAX_INPUT = 160;
const MAX_FAILURE = 200;
/** Share of the length for the existing summary; the rest is for what came after it. */
const EARLIER_SHARE = 0.5;

/**
 * A summary made without a model, call by call: what the model said, what it called and whether that worked. Results
 * are dropped and counted. When it is too long its end is kept.
 * @param earlier the summary of an earlier compaction
 * @param most UTF-16 code units
 */
export function digestOf(folded: readonly ModelMessage[], earlier: string | undefined, most: number): string {
  const kept = earlier === undefined ? '' : `${tailOf(earlier, Math.floor(most * EARLIER_SHARE))}\n`;
  const lines = folded
    .slice(1)
    .flatMap(({ role, content }) =>
      content.flatMap((block) => (role === 'assistant' ? doneBy(block) : resultIn(block))),
    );
  return kept + lastLines(lines, most - kept.length);
}

function doneBy({ type, text, name, input }: Block): readonly string[] {
  if (type === 'text') return [`You said: ${oneLine(String(text), MAX_WORDS)}`];
  return type === 'tool_use' ? [`${String(name)} ${oneLine(JSON.stringify(input), MAX_INPUT)}`] : [];
}

function resultIn({ type, content, is_error: failed }: Block): readonly string[] {
  if (type !== 'tool_result') return [];
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (failed === true) return [`  failed: ${oneLine(text, MAX_FAILURE)}`];
  return [`  worked; its result (${text.length} characters) was dropped, call again what you need`];
}

function lastLines(lines: readonly string[], most: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.toReversed()) {
    length += line.length + 1;
    if (length > most && shown.length > 0) break;
    shown.unshift(line);
  }
  const left = lines.length - shown.length;
  return [...(left > 0 ? [`(${left} earlier lines left out)`] : []), ...shown].join('\n');
}
