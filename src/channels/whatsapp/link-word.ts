import { unreachable } from '../../core/unreachable.ts';
import type { LinkState } from './link-state.ts';

/**
 * - `connecting`: or coming back by itself. - `pairing`: waits for a phone. - `logged_out`: the phone has unlinked it.
 * - `given_up`: nothing is tried any more until a person has done something.
 */
export const LINK_WORDS = [
  'connected',
  'connecting',
  'pairing',
  'logged_out',
  'given_up',
  'stopped',
] as const;
export type LinkWord = (typeof LINK_WORDS)[number];

/** The state of a link in one word, for figures and scripts. */
export function linkWord(state: LinkState): LinkWord {
  switch (state.at) {
    case 'open':
    case 'degraded':
      return 'connected';
    case 'locking':
    case 'connecting':
    case 'syncing':
    case 'backoff':
    case 'outdated':
      return 'connecting';
    case 'pairing':
    case 'stopped':
      return state.at;
    case 'terminal':
      return state.kind === 'logged_out' ? 'logged_out' : 'given_up';
    default:
      return unreachable(state);
  }
}
