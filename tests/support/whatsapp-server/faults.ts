/** What can be made to go wrong. Everything here stays until it is switched off, or counts down. */

export type Faults = {
  /** Upgrades are answered with this status instead of 101. */
  upgradeStatus: number | undefined;
  /** Logins are answered with `<failure reason>`, one per entry. */
  readonly failures: number[];
  withholdAcks: boolean;
  /** Messages of the client are acknowledged with an error, one per entry. */
  readonly ackErrors: number[];
  /** How many of the next messages to the client are spoilt on their way. */
  undecryptable: number;
  /** How many of the next usync queries are never answered. */
  lostUsync: number;
  /** The end of the backlog is never declared. */
  withholdOffline: boolean;
  /** Clients of an older revision are refused with 405. */
  demandedRevision: number;
  /** What the script of WhatsApp Web names; undefined: there is no script. */
  offeredRevision: number | undefined;
  /** The phone hands a new device nothing. */
  withholdHistory: boolean;
};

export function createFaults(): Faults {
  return {
    upgradeStatus: undefined,
    failures: [],
    withholdAcks: false,
    ackErrors: [],
    undecryptable: 0,
    lostUsync: 0,
    withholdOffline: false,
    demandedRevision: 0,
    offeredRevision: undefined,
    withholdHistory: false,
  };
}

/** Counts one down. @returns whether there was one */
export function takeOne(faults: Faults, which: 'undecryptable' | 'lostUsync'): boolean {
  if (faults[which] === 0) return false;
  faults[which] -= 1;
  return true;
}
