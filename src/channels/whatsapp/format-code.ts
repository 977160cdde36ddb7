const FENCE = '```';

/**
 * A passage of one line that WhatsApp shows as it is, in fixed width. One backtick on each side; three where the
 * passage has backticks itself.
 */
export function codeSpan(text: string): string {
  if (text.trim() === '') return text;
  if (!text.includes('`')) return `\`${text}\``;
  const before = text.startsWith('`') ? ' ' : '';
  const after = text.endsWith('`') ? ' ' : '';
  return `${FENCE}${before}${withoutFence(text)}${after}${FENCE}`;
}

/** Lines that WhatsApp shows as they are, in fixed width. */
export function codeBlock(text: string): string {
  return `${FENCE}\n${withoutFence(text)}\n${FENCE}`;
}

/** WhatsApp has no longer fence: one inside would end the block. The joiner in it is invisible. */
function withoutFence(text: string): string {
  return text.replaceAll(FENCE, '``\u200c`');
}
