const FENCE = '```';

/**
 * One-line code that WhatsApp shows unchanged, in fixed width. One backtick on each side; three if the text has
 * backticks itself.
 */
export function codeSpan(text: string): string {
  if (text.trim() === '') return text;
  if (!text.includes('`')) return `\`${text}\``;
  const before = text.startsWith('`') ? ' ' : '';
  const after = text.endsWith('`') ? ' ' : '';
  return `${FENCE}${before}${withoutFence(text)}${after}${FENCE}`;
}

/** Lines that WhatsApp shows unchanged, in fixed width. */
export function codeBlock(text: string): string {
  return `${FENCE}\n${withoutFence(text)}\n${FENCE}`;
}

/** WhatsApp has no longer fence: one inside would end the block. The inserted joiner is invisible. */
function withoutFence(text: string): string {
  return text.replaceAll(FENCE, '``\u200c`');
}
