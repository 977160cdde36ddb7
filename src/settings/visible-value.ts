import { createRedactor } from '../policy/redaction.ts';
import type { ExplainedSetting } from './explain.ts';

/** A value as people may see it: of a secret only that it is set. */
type VisibleValue =
  | { readonly kind: 'not-set' }
  | { readonly kind: 'secret' }
  | { readonly kind: 'text'; readonly text: string };

/** Passwords inside other values, as in a URL, are taken out. */
export function visibleValues(
  settings: readonly Pick<ExplainedSetting, 'isSecret' | 'text'>[],
): (setting: Pick<ExplainedSetting, 'isSecret' | 'text'>) => VisibleValue {
  const secrets = settings.flatMap(({ isSecret, text }) => (isSecret && text !== undefined ? [text] : []));
  const { redact } = createRedactor({ secrets });
  return ({ text, isSecret }) => {
    if (text === undefined) return { kind: 'not-set' };
    return isSecret ? { kind: 'secret' } : { kind: 'text', text: redact(text) };
  };
}
