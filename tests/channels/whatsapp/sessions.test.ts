/** What two ends of a conversation can read of each other, through the client's own repository over the stored keys. */
import path from 'node:path';
import {
  addTransactionCapability,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  generateSignalPubKey,
  initAuthCreds,
  type SignalKeyStoreWithTransaction,
  type SignalRepository,
} from '@whiskeysockets/baileys';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ArrivalOrder } from '../../../src/channels/whatsapp/arrival-order.ts';
import { openAuthState } from '../../../src/channels/whatsapp/auth-state.ts';
import { KnownKeys } from '../../../src/channels/whatsapp/caches.ts';
import { clientLog, muteLibsignal } from '../../../src/channels/whatsapp/client.ts';
import { Journal, withJournal } from '../../../src/channels/whatsapp/journal.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { Failure } from '../../../src/core/failure.ts';
import { silentLog } from '../../../src/core/log.ts';
import { openTestStore } from '../../support/test-store.ts';
import { dataFolder } from './rig.ts';

beforeAll(() => muteLibsignal(globalThis.console));

type Sealed = Awaited<ReturnType<SignalRepository['encryptMessage']>>;

/** Somebody who writes to one other, as the program does. */
interface End {
  readonly keys: SignalKeyStoreWithTransaction;
  /** Begins a session anew, with the keys that `other` has published. */
  begins(other: End): Promise<void>;
  seals(text: string): Promise<Sealed>;
  reads(sealed: Sealed): Promise<string>;
  /** True: nothing more can be stored. */
  isFull: boolean;
  /** How often sessions were read from the rows. */
  looks: number;
  /** Identity, signed key and a fresh one-time key. */
  bundle(): Promise<Parameters<SignalRepository['injectE2ESession']>[0]['session']>;
}

const ACCOUNT = 'main';
const OTHER = '99900000001@lid';

function makeEnd(): End {
  const store = openTestStore({ path: path.join(dataFolder(), 'wasap.db') });
  onTestFinished(() => store.close());
  const whatsapp = store.whatsapp();
  const claim = { account: ACCOUNT, pid: process.pid, startTime: '', over: undefined };
  const epoch = whatsapp.lease.take({ ...claim, atMs: 0, expiresAtMs: 1 }) ?? Number.NaN;
  const parts = { store: whatsapp, account: ACCOUNT, clock: systemClock, log: silentLog };
  const journal = new Journal(parts);
  const commit = journal.commitWith.bind(journal);
  journal.commitWith = (work) => {
    if (end.isFull) throw new Failure('unavailable', 'The disk is full.');
    commit(work);
  };
  const known = new KnownKeys();
  const auth: typeof whatsapp.auth = {
    ...whatsapp.auth,
    keys(account, type, ids) {
      if (type === 'session') end.looks += 1;
      return whatsapp.auth.keys(account, type, ids);
    },
  };
  const { creds, keys: stored } = openAuthState(
    {
      ...parts,
      store: { ...whatsapp, auth },
      journal,
      known,
      fence: { account: ACCOUNT, epoch },
      onLost: (why) => expect.unreachable(why),
    },
    { initAuthCreds, appStateKey: (value) => Object(value) },
  );
  const logger = clientLog(silentLog, systemClock);
  const keys = addTransactionCapability(stored, logger, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  const repository = withJournal(DEFAULT_CONNECTION_CONFIG.makeSignalRepository, {
    journal,
    order: new ArrivalOrder(systemClock),
    clock: systemClock,
    storedForm: (plaintext) => plaintext,
  })({ creds, keys }, logger);
  let preKeyId = 0;
  const end: End = {
    keys,
    isFull: false,
    looks: 0,
    begins: async (other) => repository.injectE2ESession({ jid: OTHER, session: await other.bundle() }),
    seals: (text) => repository.encryptMessage({ jid: OTHER, data: Buffer.from(text) }),
    reads: async (sealed) =>
      Buffer.from(await repository.decryptMessage({ jid: OTHER, ...sealed })).toString(),
    async bundle() {
      preKeyId += 1;
      const preKey = Curve.generateKeyPair();
      await keys.set({ 'pre-key': { [preKeyId]: preKey } });
      const { signedPreKey, signedIdentityKey, registrationId } = creds;
      return {
        registrationId,
        identityKey: generateSignalPubKey(signedIdentityKey.public),
        signedPreKey: {
          keyId: signedPreKey.keyId,
          publicKey: generateSignalPubKey(signedPreKey.keyPair.public),
          signature: signedPreKey.signature,
        },
        preKey: { keyId: preKeyId, publicKey: generateSignalPubKey(preKey.public) },
      };
    },
  };
  return end;
}

/** Two who have written to each other. */
async function talking(): Promise<{ readonly us: End; readonly ana: End }> {
  const [us, ana] = [makeEnd(), makeEnd()];
  await ana.begins(us);
  await us.reads(await ana.seals('hello'));
  await ana.reads(await us.seals('hello yourself'));
  return { us, ana };
}

/** The client sends inside one transaction, from the first look at the session until the message is on the wire. */
async function whileSending(us: End, text: string, meanwhile: () => Promise<unknown>): Promise<Sealed> {
  return us.keys.transaction(async () => {
    const sealed = await us.seals(text);
    // A message comes in on its own: not in the transaction of the one that is being sent.
    await new Promise((resolve, reject) => queue.push(() => meanwhile().then(resolve, reject)));
    return sealed;
  }, 'the own account');
}

const queue: (() => void)[] = [];
beforeAll(() => {
  const timer = setInterval(() => queue.shift()?.(), 1);
  return () => clearInterval(timer);
});

test('what is read while a message is being sent is not forgotten, and cannot be read twice', async () => {
  const { us, ana } = await talking();
  const incoming = await ana.seals('stop');
  const outgoing = await whileSending(us, 'working', () => us.reads(incoming));
  await expect(us.reads(incoming)).rejects.toThrow(/No matching sessions/);
  expect([await ana.reads(outgoing), await us.reads(await ana.seals('really'))]).toEqual([
    'working',
    'really',
  ]);
});

test('a key to send with is stored before the message can leave', async () => {
  const { us, ana } = await talking();
  const sent: Sealed[] = [];
  const dying = us.keys.transaction(async () => {
    sent.push(await us.seals('one'));
    throw new Error('the program dies here');
  }, 'the own account');
  await expect(dying).rejects.toThrow('dies');
  sent.push(await us.seals('two'));
  expect(await Promise.all(sent.map((sealed) => ana.reads(sealed)))).toEqual(['one', 'two']);
});

test('a message in an older session leaves the newer one as it was', async () => {
  const { us, ana } = await talking();
  await us.begins(ana);
  // She has not heard of it yet.
  expect(await us.reads(await ana.seals('in the old one'))).toBe('in the old one');
  expect(await ana.reads(await us.seals('in the new one'))).toBe('in the new one');
  expect(await us.reads(await ana.seals('agreed'))).toBe('agreed');
});

test('nor does one out of order in the older session', async () => {
  const { us, ana } = await talking();
  const late = [await ana.seals('first'), await ana.seals('second')];
  await us.begins(ana);
  await ana.reads(await us.seals('in the new one'));
  expect(await us.reads(await ana.seals('answered'))).toBe('answered');
  expect([await us.reads(late[1] as Sealed), await us.reads(late[0] as Sealed)]).toEqual(['second', 'first']);
  expect(await us.reads(await ana.seals('and on'))).toBe('and on');
  expect(await ana.reads(await us.seals('and on, too'))).toBe('and on, too');
});

test('a message whose keys could not be stored can be read when there is room again', async () => {
  const { us, ana } = await talking();
  const incoming = await ana.seals('stop');
  us.isFull = true;
  await expect(us.reads(incoming)).rejects.toThrow('The disk is full.');
  us.isFull = false;
  expect([await us.reads(incoming), await ana.reads(await us.seals('stopped'))]).toEqual(['stop', 'stopped']);
});

test('a session that was read or stored once is not read again', async () => {
  const { us, ana } = await talking();
  us.looks = 0;
  for (const text of ['one', 'two', 'three']) {
    await us.reads(await ana.seals(text));
    await ana.reads(await us.seals(text));
  }
  expect(us.looks).toBe(0);
});
