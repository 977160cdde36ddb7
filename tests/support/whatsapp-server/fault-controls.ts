/** Faults, as a test sets them off. */
import { endStream } from './login.ts';
import { node } from './nodes.ts';
import { notifyIfLow } from './prekeys.ts';
import { sendAgain } from './to-client.ts';
import { type Contact, linkedDevice, type World } from './world.ts';

export type FaultControls = {
  /** Cuts the line, now; also one that waits to be paired. */
  dropConnection(): void;
  /** The line stays open and nothing passes; the next connection is a good one. */
  goHalfOpen(): void;
  /** Upgrades are answered with this status until it is set to undefined. */
  refuseUpgrade(status: number | undefined): void;
  /** The next logins are refused with `<failure reason>`. @param times default 1 */
  failure(reason: number, times?: number): void;
  /** Ends the connection with a code, now: 440, 503, 515, 500. */
  streamError(code: number): void;
  /** Messages arrive and are not acknowledged. */
  withholdAcks(on: boolean): void;
  /** The next messages are acknowledged with an error and reach nobody. @param times default 1 */
  ackWithError(code: number, times?: number): void;
  /** Delivers a message of a person once more under its id, encrypted afresh. */
  duplicateLive(messageId: string): Promise<void>;
  /** Delivers the same bytes once more. */
  redeliverBytes(messageId: string): void;
  /** Spoils the next messages to the client, which it will ask for again. @param count default 1 */
  undecryptable(count?: number): void;
  /** The next usync queries stay without an answer. @param count default 1 */
  loseUsyncAnswers(count?: number): void;
  /** The end of the backlog is not declared; switched off, it is declared at once. */
  withholdOffline(on: boolean): void;
  /** Clients that speak an older revision of WhatsApp Web are refused with 405. */
  demandRevision(revision: number): void;
  /** What `/sw.js` names as the newest one; undefined: it is not there. */
  offerRevision(revision: number | undefined): void;
  /** The phone keeps from a new device what it hands it once; switched off, it hands it over at the next login. */
  withholdHistory(on: boolean): void;
  /** All but so many of the client's one-time keys are gone, as when many people wrote for the first time. */
  losePreKeys(left: number): void;
  /** Downloads are answered with this status until it is set to undefined. */
  refuseDownloads(status: number | undefined): void;
};

export function createFaultControls(world: World): FaultControls {
  const { faults } = world;
  return {
    dropConnection: () => (world.live ?? world.unpaired?.connection)?.drop(),
    goHalfOpen() {
      if (world.live === undefined) return;
      world.live.freeze();
      world.queue.disconnected(world.live.id);
      world.live = undefined;
    },
    refuseUpgrade(status) {
      faults.upgradeStatus = status;
    },
    failure(reason, times = 1) {
      faults.failures.push(...Array.from({ length: times }, () => reason));
    },
    streamError(code) {
      if (world.live !== undefined) endStream(world.live, code);
    },
    withholdAcks(on) {
      faults.withholdAcks = on;
    },
    ackWithError(code, times = 1) {
      faults.ackErrors.push(...Array.from({ length: times }, () => code));
    },
    duplicateLive: (id) => world.inTurn(() => sendAgain(world, writerOf(world, id), id)),
    redeliverBytes(id) {
      const stanza = world.queue.lastSent(id);
      if (stanza === undefined) throw new Error(`message ${id} was never sent`);
      world.queue.put(stanza);
    },
    undecryptable(count = 1) {
      faults.undecryptable += count;
    },
    loseUsyncAnswers(count = 1) {
      faults.lostUsync += count;
    },
    withholdOffline(on) {
      faults.withholdOffline = on;
      if (!on) world.live?.send(node('ib', {}, [node('offline', { count: '0' })]));
    },
    demandRevision(revision) {
      faults.demandedRevision = revision;
    },
    offerRevision(revision) {
      faults.offeredRevision = revision;
    },
    withholdHistory(on) {
      faults.withholdHistory = on;
    },
    losePreKeys(left) {
      const { preKeys } = linkedDevice(world);
      for (const id of [...preKeys.keys()].slice(left)) preKeys.delete(id);
      notifyIfLow(world);
    },
    refuseDownloads(status) {
      world.media.refuseWith = status;
    },
  };
}

function writerOf(world: World, id: string): Contact {
  const writer = [...world.contacts.values()].find(({ sent }) => sent.has(id));
  if (writer === undefined) throw new Error(`nobody ever wrote message ${id}`);
  return writer;
}
