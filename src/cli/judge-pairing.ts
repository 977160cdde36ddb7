import type { LinkReport } from './control-protocol.ts';

/** What has happened since somebody asked to link a device. */
export interface PairingSoFar {
  /** True while codes are on the screen. */
  readonly showing: boolean;
  /** True once codes were on the screen. */
  readonly shown: boolean;
  /** Number of series of codes that expired. */
  readonly series: number;
  /** Number of connections in a row without a code. */
  readonly failures: number;
}

export const PAIRING_BEGINS: PairingSoFar = { showing: false, shown: false, series: 0, failures: 0 };

export type PairingEnd =
  | { readonly kind: 'linked'; readonly number: string }
  | { readonly kind: 'already'; readonly number: string }
  | { readonly kind: 'unscanned' }
  | { readonly kind: 'no-code'; readonly why: string }
  | { readonly kind: 'unreachable' | 'outdated'; readonly why: string }
  | { readonly kind: 'refused'; readonly state: Extract<LinkReport['state'], { at: 'terminal' }> };

/** Each series lasts about two minutes. */
const MAX_SERIES = 3;
const MAX_FAILURES = 4;

/** The meaning of a report on the link for somebody who waits for a device to be linked. */
export function judgePairing(
  before: PairingSoFar,
  { state, number = '' }: LinkReport,
): { readonly soFar: PairingSoFar; readonly end: PairingEnd | undefined } {
  switch (state.at) {
    case 'pairing':
      return { soFar: { ...before, showing: true, shown: true, failures: 0 }, end: undefined };
    case 'open':
      return { soFar: before, end: { kind: before.shown ? 'linked' : 'already', number } };
    case 'terminal':
      return { soFar: before, end: { kind: 'refused', state } };
    case 'outdated':
      return {
        soFar: before,
        end: state.looked ? { kind: 'outdated', why: state.why } : undefined,
      };
    case 'backoff':
      return afterLoss(before, state.why);
    default:
      return { soFar: before, end: undefined };
  }
}

function afterLoss(before: PairingSoFar, why: string): ReturnType<typeof judgePairing> {
  const { showing, series, failures } = before;
  const soFar = showing
    ? { ...before, showing: false, series: series + 1 }
    : { ...before, failures: failures + 1 };
  if (soFar.series >= MAX_SERIES) return { soFar, end: { kind: 'unscanned' } };
  if (soFar.failures < MAX_FAILURES) return { soFar, end: undefined };
  // The connection itself worked: WhatsApp rejects the number.
  const end = { kind: /no pairing code/.test(why) ? 'no-code' : 'unreachable', why } as const;
  return { soFar, end };
}
