import type { Block, ModelCall, ModelReply, ModelRequest, StopReason } from '../contracts/model.ts';
import type { DraftBlock, ReplyDraft } from './draft.ts';
import { readToolInput, type ToolInput } from './tool-input.ts';

type Earlier = Pick<ModelRequest, 'messages' | 'earlierCallIds'>;

/**
 * Turns a complete draft into a reply. Blocks stay as they came, with four exceptions, each of which the API would
 * refuse when it is sent back: blank text blocks and thinking that was cut off before it was signed are left out, an
 * input that cannot be used becomes `{}`, and a call id that was used before, or that the API would not take, is
 * replaced by a free one.
 * @param earlier the request, for the call ids it holds
 */
export function finishReply(draft: ReplyDraft, earlier: Earlier): ModelReply {
  const stopReason = stopReasonOf(draft.stopReason);
  const spoiled = whySpoiled(stopReason);
  const used = usedIds(earlier);
  const content: Block[] = [];
  const calls: ModelCall[] = [];
  for (const { block, inputJson } of wholeBlocks(draft, stopReason)) {
    if (block.type === 'tool_use') {
      const input = spoiled ?? readToolInput(inputJson, block.input);
      const call = callOf(block, { id: freeId(block.id, used), input });
      calls.push(call);
      content.push({ ...block, id: call.id, input: call.input });
    } else if (inputJson !== '') {
      const input = readToolInput(inputJson, undefined);
      content.push({ ...block, input: input.kind === 'usable' ? input.input : {} });
    } else if (block.type !== 'text' || visibleText(block) !== '') {
      content.push(block);
    }
  }
  return {
    content,
    text: content.map(visibleText).filter(Boolean).join('\n\n'),
    calls,
    stopReason,
    usage: draft.usage,
  };
}

/** Only the last block can be cut off. A server that never signs may have its thinking back. */
function wholeBlocks({ blocks }: ReplyDraft, stopReason: StopReason): readonly DraftBlock[] {
  const last = blocks.at(-1)?.block;
  const isUnsigned = last?.type === 'thinking' && (last.signature ?? '') === '';
  return isUnsigned && stopReason === 'max_tokens' ? blocks.slice(0, -1) : blocks;
}

function callOf(
  block: DraftBlock['block'],
  { id, input }: { readonly id: string; readonly input: ToolInput },
): ModelCall {
  const name = typeof block.name === 'string' ? block.name : '';
  return input.kind === 'usable'
    ? { id, name, input: input.input }
    : { id, name, input: {}, malformed: input.why };
}

/** A call of such a reply may be cut off even where its JSON happens to be valid. */
function whySpoiled(stopReason: StopReason): ToolInput | undefined {
  if (stopReason === 'max_tokens' || stopReason === 'window-full') {
    return { kind: 'malformed', why: 'The reply was cut off at the token limit, maybe inside this call.' };
  }
  if (stopReason === 'refusal') {
    return { kind: 'malformed', why: 'The reply was broken off by a refusal, maybe inside this call.' };
  }
  return undefined;
}

function stopReasonOf(reason: string | undefined): StopReason {
  switch (reason) {
    case 'end_turn':
    case 'tool_use':
    case 'max_tokens':
    case 'refusal':
    case 'pause_turn':
      return reason;
    case 'stop_sequence':
      return 'end_turn';
    case 'model_context_window_exceeded':
      return 'window-full';
    default:
      return 'other';
  }
}

function visibleText(block: Block): string {
  const text = block.type === 'text' ? block.text : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : '';
}

interface UsedIds {
  has(id: string): boolean;
  add(id: string): void;
}

/** The history's ids are searched, not collected: a long one has hundreds, and a reply few. */
function usedIds({ messages, earlierCallIds = [] }: Earlier): UsedIds {
  const ofReply = new Set<string>();
  const isCall = (id: string) => (block: Block) => block.type === 'tool_use' && block.id === id;
  return {
    has: (id) =>
      ofReply.has(id) ||
      earlierCallIds.includes(id) ||
      messages.some(({ content }) => content.some(isCall(id))),
    add: (id) => void ofReply.add(id),
  };
}

/** Gives the id itself when it is free, else the id with the first free number; the answer counts as used. */
function freeId(proposed: unknown, used: UsedIds): string {
  const stem = typeof proposed === 'string' ? proposed.replace(/[^a-zA-Z0-9_-]/g, '_') : '';
  const base = stem === '' ? 'call' : stem;
  let id = base;
  for (let number = 2; used.has(id); number += 1) id = `${base}-${number}`;
  used.add(id);
  return id;
}
