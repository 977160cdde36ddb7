import type { TerminalKind } from './link-state.ts';

/** What to do about a closed connection, before time and chance are considered. */
export type CloseRule =
  /** Reconnect at once, without counting an attempt: the server asked for it. */
  | { readonly rule: 'again' }
  | { readonly rule: 'backoff'; readonly firstMs: number }
  | { readonly rule: 'conflict' }
  | { readonly rule: 'version' }
  | { readonly rule: 'terminal'; readonly kind: TerminalKind; readonly why: string };

const USUAL: CloseRule = { rule: 'backoff', firstMs: 1000 };
/** The server is in trouble, or did not understand: wait longer. */
const SLOW: CloseRule = { rule: 'backoff', firstMs: 10_000 };

const RULES: Readonly<Record<number, CloseRule>> = {
  403: {
    rule: 'terminal',
    kind: 'banned',
    why: 'WhatsApp has blocked this account. Open WhatsApp on the phone and follow what it says; nothing is tried until the program is started again.',
  },
  405: { rule: 'version' },
  411: {
    rule: 'terminal',
    kind: 'logged_out',
    why: 'This account does not allow linked devices. Update WhatsApp on the phone, then link again with `wasap pair`.',
  },
  440: { rule: 'conflict' },
  500: SLOW,
  503: SLOW,
  515: { rule: 'again' },
};

const LOGGED_OUT: CloseRule = {
  rule: 'terminal',
  kind: 'logged_out',
  why: 'This device was unlinked on the phone. Link it again with `wasap pair`; the old credentials were moved aside.',
};

/** An unknown code is no reason to give up, and never one to throw credentials away. */
export function closeRule({ code, linked }: { readonly code: number; readonly linked: boolean }): CloseRule {
  if (code === 401) return linked ? LOGGED_OUT : USUAL;
  return RULES[code] ?? USUAL;
}
