import { unreachable } from '../core/unreachable.ts';
import type { LinkWord } from '../telemetry/prometheus-text.ts';
import type { LinkReport } from './control-protocol.ts';

/** The state of a link in one word, for metrics and scripts. */
export function linkWord({ state }: Pick<LinkReport, 'state'>): LinkWord {
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
