import type { Block, ModelMessage, Usage } from '../../contracts/model.ts';

/** JSON as it is sent; code has a little more. Used only for what the API has not counted yet. */
const BYTES_PER_TOKEN = 3;
/** About what the API counts for a picture of a usual size, whatever its bytes. */
const IMAGE_TOKENS = 1600;

/** An estimate, in tokens. */
export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/**
 * Letters, and digits, that one token holds at least on average: a third more tokens than public tokenizers make.
 */
const LETTERS = 3;
const DIGITS = 2;

/**
 * Upper estimate in tokens, for names and numbers, which a tokenizer splits more than prose. Each part of a name,
 * each sign and each two digits count.
 */
export function mostTokensOf(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d ]/g)) {
    if (/^\d/.test(piece)) tokens += Math.ceil(piece.length / DIGITS);
    else if (/^[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / LETTERS);
    else tokens += Buffer.byteLength(piece);
  }
  return tokens;
}

/** An estimate, in tokens. */
export function tokensOfBlock(block: Block): number {
  return block.type === 'image' ? IMAGE_TOKENS : tokensOfText(JSON.stringify(block));
}

/** An estimate, in tokens. */
export function tokensOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + sumOf(content), 0);
}

/** Length of plain text with about so many tokens, in UTF-16 code units. */
export function lengthOf(tokens: number): number {
  return Math.floor(tokens * BYTES_PER_TOKEN);
}

/** Size of the context when this reply was complete, itself included; 0 from a server that does not count. */
export function tokensCounted(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens;
}

function sumOf(content: readonly Block[]): number {
  return content.reduce((sum, block) => sum + tokensOfBlock(block), 0);
}
