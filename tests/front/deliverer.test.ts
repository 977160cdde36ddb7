/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import type { CellName } from '../../src/cluster/names.ts';
import { putMedia } from '../../src/cluster/queues/media.ts';
import { orderedIds } from '../../src/cluster/queues/queues.ts';
import type { OutboundJob, RemoteBody } from '../../src/cluster/queues/wire.ts';
import type { Channel, OutboundMessage } from '../../src/contracts/channel.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import type { Json } from '../../src/core/json.ts';
import { silentLog } from '../../src/core/log.ts';
import { createMedia, epochFence, startDeliverer } from '../../src/front/deliverer.ts';
import { createFrontJournal, type DeliveryState } from '../../src/front/journal.ts';
import { freshDatabase } from '../support/postgres.ts';
import { tempFolder } from '../support/program.ts';
import { FRONT, openCluster, ownDatabase, placeChat } from './rig.ts';

const WITHIN = { timeout: 15_000 };
const OUT = { name: 'out.main', wakes: 'wasap.front.main' };

interface Case {
  readonly cell?: string;
  readonly epoch?: number;
  /** What the journal has of the job from an earlier life. */
  readonly before?: DeliveryState;
  /** How the channel's first tries end. */
  readonly fails?: readonly Failure[];
  readonly body?: (media: string) => RemoteBody;
  /** The front asks nobody whether the cell still has the chat. */
  readonly isUnguarded?: boolean;
}

interface Outcome {
  /** What the channel was given: its words or bytes, and whether they may have been sent before. */
  readonly sent: readonly string[];
  readonly answer: Json | undefined;
  readonly state: DeliveryState | undefined;
  readonly logged: readonly string[];
}

/** Ana's chat lives in the cell lima since its second move; a job comes for it. */
async function deliver({
  cell = 'lima',
  epoch = 3,
  before,
  fails = [],
  body,
  isUnguarded = false,
}: Case): Promise<Outcome> {
  const url = await freshDatabase();
  const db = await openCluster(url);
  await placeChat(url, 'ana', 'lima');
  await db.run('UPDATE wasap.placements SET epoch = 3');
  const journal = createFrontJournal(ownDatabase());
  const id = orderedIds(undefined, () => systemClock.nowMs())();
  const known = { job: id, cell, epoch, chat: 'ana', messageId: 'M1' };
  if (before !== undefined) journal.setDelivery(known, before, { atMs: 0 });
  const folder = tempFolder('front');
  onTestFinished(() => folder.remove());
  const media = createMedia(db, `${folder.path}/media`);
  const item: OutboundJob['item'] = {
    kind: 'send',
    message: {
      id: 'M1',
      chat: 'ana',
      body: body?.(await putMedia(db, Buffer.from('bytes'))) ?? { kind: 'text', text: 'hello' },
      mayRepeat: false,
    },
  };
  const sent: string[] = [];
  const logged: string[] = [];
  const failing = [...fails];
  const log = { ...silentLog, warn: (event: string) => void logged.push(event) };
  const stopping = new AbortController();
  await db.queues.make(OUT.name);
  const data: OutboundJob = { v: 1, cell: cell as CellName, epoch, item };
  await db.transaction((sql) => db.queues.add(sql, OUT, [{ id, key: 'main:ana', data }]));
  const deliverer = startDeliverer({
    db,
    journal,
    front: FRONT,
    channel: channelThat(async (message) => {
      const failure = failing.shift();
      if (failure !== undefined) throw failure;
      sent.push(shown(message));
    }),
    media,
    pace: { waitForTurn: async () => true, noteHeard: () => undefined },
    isCurrent: isUnguarded ? async () => true : epochFence(db, FRONT),
    isHeld: () => true,
    // A front waits a second before it tries again.
    clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 50), signal) },
    log,
    signal: stopping.signal,
  });
  const answer = async (): Promise<Json | undefined> => (await db.queues.readOutputs(OUT.name, [id])).get(id);
  await expect.poll(answer, WITHIN).toBeDefined();
  stopping.abort();
  await deliverer.stop();
  return { sent, answer: await answer(), state: journal.deliveryState(id), logged };
}

/** As much of a channel as is sent with. */
function channelThat(send: Channel['send']): Channel {
  return { send } as Channel;
}

function shown({ body, mayRepeat }: OutboundMessage): string {
  const again = mayRepeat ? ' (again)' : '';
  if (body.kind === 'text') return `${body.text}${again}`;
  return `${body.kind}${again}`;
}

const OK = { ok: true };
const FENCED = { ok: false, failure: 'denied', reason: 'This conversation has moved to another cell.' };

test.each<[string, Case, Outcome]>([
  ['of its cell', {}, { sent: ['hello'], answer: OK, state: 'sent', logged: [] }],
  [
    'of another cell',
    { cell: 'quito' },
    { sent: [], answer: FENCED, state: 'fenced', logged: ['front.delivery.fenced'] },
  ],
  [
    'of the cell before the last move, to a front that does not ask: it would reach the phone',
    { epoch: 2, isUnguarded: true },
    { sent: ['hello'], answer: OK, state: 'sent', logged: [] },
  ],
  [
    'that a crash may have sent',
    { before: 'sending' },
    { sent: ['hello (again)'], answer: OK, state: 'sent', logged: [] },
  ],
  [
    'while the link is down',
    { fails: [new Failure('unavailable', 'The link is down.')] },
    { sent: ['hello (again)'], answer: OK, state: 'sent', logged: ['front.delivery.waits'] },
  ],
])('a message %s', async (_, given, expected) => {
  expect(await deliver(given)).toEqual(expected);
});

test.each<[string, Case, Outcome]>([
  [
    'of the cell before the last move',
    { epoch: 2 },
    { sent: [], answer: FENCED, state: 'fenced', logged: ['front.delivery.fenced'] },
  ],
  ['that was sent before a crash', { before: 'sent' }, { sent: [], answer: OK, state: 'sent', logged: [] }],
  [
    'that the network never takes',
    { fails: [new Failure('invalid', 'Too long.')] },
    {
      sent: [],
      answer: { ok: false, failure: 'invalid', reason: 'Too long.' },
      state: 'refused',
      logged: [],
    },
  ],
  [
    'with a file',
    { body: (media) => ({ kind: 'document', media, name: 'a.txt', caption: '' }) },
    { sent: ['document'], answer: OK, state: 'sent', logged: [] },
  ],
  [
    'with a file that is no longer there',
    {
      body: () => ({
        kind: 'document',
        media: '00000000-0000-4000-8000-000000000000',
        name: 'a.txt',
        caption: '',
      }),
    },
    {
      sent: [],
      answer: {
        ok: false,
        failure: 'not-found',
        reason: 'The file is no longer there: it was on its way too long.',
      },
      state: 'refused',
      logged: [],
    },
  ],
])('a message %s', { tags: 'full' }, async (_, given, expected) => {
  expect(await deliver(given)).toEqual(expected);
});
