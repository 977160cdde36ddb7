import type { Block, ModelMessage } from '../../contracts/model.ts';
import type { ActiveSession } from '../active-session.ts';
import { isFilePicture } from '../file-picture.ts';
import { callKey, LOOP_WINDOW } from '../loops/loop-detection.ts';
import { notices } from '../notices.ts';
import { callEnd } from './call-end.ts';

/**
 * Fills loop detection from the rows of the calls since the person's last message: its counters live in memory, and
 * every question and restart would otherwise reset them.
 */
export function recallCalls({ record, messages, guards, parts, toolbox }: ActiveSession): void {
  const rounds = Math.min(repliesSinceWords(messages), LOOP_WINDOW);
  for (let round = record.usage.round - rounds + 1; round <= record.usage.round; round += 1) {
    for (const call of parts.store.calls.listOfRound(record.id, round)) {
      if (call.state !== 'done' || call.result === undefined) continue;
      const turn = guards.loops.goOn(callKey(call.tool, call.input), round);
      const isSkipped = call.result.text === notices.skippedPingPong(call.tool);
      guards.loops.end(
        turn,
        isSkipped ? { result: undefined, mutated: false } : callEnd(toolbox.tools, call, call.result),
      );
    }
  }
}

function repliesSinceWords(messages: readonly ModelMessage[]): number {
  const words = messages.findLastIndex(
    ({ role, content }) =>
      role === 'user' && content.some((block, at) => isOfPerson(block) && !isFilePicture(content, at)),
  );
  return messages.slice(words + 1).filter(({ role }) => role === 'assistant').length;
}

/** True for the person's words and pictures, and for what stands for their request to go on. */
function isOfPerson({ type, text }: Block): boolean {
  if (type === 'image') return true;
  return (
    type === 'text' &&
    typeof text === 'string' &&
    (text.startsWith(notices.steering('')) || text === notices.goOn)
  );
}
