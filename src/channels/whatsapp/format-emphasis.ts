import type { MarkdownNode } from './format-tree.ts';

/** `plain`: the signs are removed. `literal`: they are not emphasis, and are shown. */
export type Emphasis =
  | { readonly kind: 'signs'; readonly sign: string }
  | { readonly kind: 'plain' }
  | { readonly kind: 'literal' };

/** Characters that may precede emphasis. */
const BEFORE = /[\s([{<"'“‘«¿¡—–*_~]/u;
const AFTER = /[\s.,;:!?)\]}>"'”’»…—–*_~]/u;

/**
 * The intended meaning of two pairs of signs. Models write `**` for bold and hardly anything else with it; single
 * signs are as often part of a name, a pattern or a sum, which must stay as they are. WhatsApp knows emphasis only
 * around whole words, and on one line.
 * @param inner the content between the signs
 */
export function emphasisOf(node: MarkdownNode, inner: MarkdownNode, source: string): Emphasis {
  const signs = source.slice(node.start, inner.start);
  const words = source.slice(inner.start, inner.end);
  const beginsWord = BEFORE.test(source[node.start - 1] ?? ' ');
  const endsWord = AFTER.test(source[node.end] ?? ' ');
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return { kind: 'literal' };
  if (signs === '__' && /^[\w.]+$/.test(words)) return { kind: 'literal' };
  if (
    node.type === 'emphasis' &&
    (isPattern(inner, words) || !beginsWord || !endsWord || words.includes('\n'))
  )
    return { kind: 'literal' };
  if (!beginsWord) return { kind: 'literal' };
  if (!endsWord || words.includes('\n')) return { kind: 'plain' };
  return { kind: 'signs', sign: SIGN_OF[node.type] ?? '' };
}

const SIGN_OF: Readonly<Record<string, string>> = { strong: '*', emphasis: '_', strikethrough: '~' };

/** `*.ts*`, `*_old_*`: emphasis is not nested in itself, nor does it begin with a full stop or a slash. */
function isPattern({ children }: MarkdownNode, words: string): boolean {
  const [only, ...more] = children;
  return /^[./\\-]/.test(words) || (only?.type === 'emphasis' && more.length === 0);
}
