import type { Block, ModelMessage } from '../../contracts/model.ts';
import { notices } from '../notices.ts';
import { asData, type KeptRecords, recordSections } from './kept-records.ts';
import { textBlock } from './person-blocks.ts';
import { lengthOf } from './size.ts';
import { cutMiddle } from './split-turns.ts';

/** Share of the room for each text that may be long, and its useful length, in UTF-16 code units. */
const FIRST_SHARE = 0.15;
const RECORDS_SHARE = 0.05;
const SUMMARY_SHARE = 0.15;
const MAX_FIRST = 40_000;
const MAX_RECORDS = 12_000;
const MAX_SUMMARY = 24_000;

/** Longest summary that fits, in UTF-16 code units. */
export function summaryLength(roomTokens: number): number {
  return Math.min(MAX_SUMMARY, lengthOf(roomTokens * SUMMARY_SHARE));
}

export interface MessageParts {
  /** The first message of the history: facts and task, word for word. */
  readonly first: ModelMessage;
  readonly records: KeptRecords;
  /** May quote anything that the model has read. */
  readonly summary: string;
  readonly method: 'summary' | 'digest';
  /** Window that all lengths are relative to. */
  readonly roomTokens: number;
}

/** The one message that replaces everything before the kept rounds. */
export function compactionMessage(parts: MessageParts): ModelMessage {
  const { first, records, summary, method, roomTokens } = parts;
  const mostFirst = Math.min(MAX_FIRST, lengthOf(roomTokens * FIRST_SHARE));
  const mostRecords = Math.min(MAX_RECORDS, lengthOf(roomTokens * RECORDS_SHARE));
  const sections = [
    notices.compacted,
    ...recordSections(records, mostRecords),
    [notices.compactedWork[method], asData(cutMiddle(summary, summaryLength(roomTokens)))].join('\n'),
    notices.compactedEnd,
  ];
  const text = textBlock(sections.join('\n\n'));
  return { role: 'user', content: [...first.content.map((block) => firstBlock(block, mostFirst)), text] };
}

/**
 * Unchanged, so that it stays cached; pictures are described in the summary, or every compaction would carry them
 * along.
 */
function firstBlock(block: Block, most: number): Block {
  if (block.type === 'image') return textBlock(notices.pictureNotKept);
  if (typeof block.text !== 'string' || block.text.length <= most) return block;
  return { ...block, text: cutMiddle(block.text, most) };
}
