import * as z from 'zod';
import type { InboundMessage, OutboundBody } from '../../../contracts/channel.ts';
import type { InboxState, Store } from '../../../contracts/store.ts';
import type { SpokenMessage } from '../../../contracts/web-page.ts';
import type { Clock } from '../../../core/clock.ts';
import { type InstanceId, unseenMessageId } from '../../../core/ids.ts';
import { addressOf, isGroupChat } from '../../../gateway/address.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { ownJson } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import type { SpokenResult } from '../../../web-server/console-parts.ts';

/** The account of messages that were said in a browser. */
const WEB_ACCOUNT = 'web';
/** How long the answer to a button waits for its message to be handled. */
const MAX_WAIT_MS = 2000;
const LOOK_MS = 20;

export interface SpokenMessages {
  /** Stores the message and hands it in, once; resolves when it is handled, or after a moment. */
  say(message: SpokenMessage): Promise<SpokenResult>;
  /** Undefined when there is no such message, or somebody else said it. */
  findResult(seq: number, isTheirs: (sender: string) => boolean): SpokenResult | undefined;
}

interface SpokenParts {
  readonly database: Database;
  readonly store: Pick<Store, 'inbox'>;
  readonly handIn: Gateway['handIn'];
  readonly instance: InstanceId;
  readonly clock: Clock;
}

/** Messages that people say by pressing a button: rows of the inbox, as if they had been written in the chat. */
export function createSpokenMessages({
  database,
  store,
  handIn,
  instance,
  clock,
}: SpokenParts): SpokenMessages {
  const one = database.read(
    `SELECT state, sender FROM inbox WHERE seq = @seq AND account = '${WEB_ACCOUNT}'`,
    z.object({ state: z.enum(['accepted', 'done', 'refused']), sender: z.string() }),
  );
  const replyRows = database.read(
    `SELECT body FROM outbox WHERE dedupe_key >= @from AND dedupe_key < @until AND body <> '{}' ORDER BY seq`,
    z.object({ body: ownJson<OutboundBody>() }),
  );
  const heardOf = (seq: number, state: InboxState): SpokenResult => ({
    seq,
    state,
    // Every key of a reply to it: a semicolon is the sign after a colon.
    replies: replyRows
      .all({ from: `reply:${seq}:`, until: `reply:${seq};` })
      .flatMap(({ body }) => ('text' in body ? [body.text] : [])),
  });

  return {
    async say(spoken) {
      const { channel, chat } = addressOf(spoken.conversation);
      const atMs = clock.nowMs();
      const message = messageOf(spoken, chat, atMs);
      const row = store.inbox.accept({ channel, message, instance, atMs });
      if (row !== undefined) handIn([row]);
      const untilMs = clock.upMs() + MAX_WAIT_MS;
      for (;;) {
        const found = store.inbox.find(message);
        if (found === undefined) throw new Error(`the message ${message.id} is not stored`);
        if (found.state !== 'accepted' || clock.upMs() >= untilMs) return heardOf(found.seq, found.state);
        await clock.sleep(LOOK_MS);
      }
    },
    findResult(seq, isTheirs) {
      const row = one.get({ seq });
      return row !== undefined && isTheirs(row.sender) ? heardOf(seq, row.state) : undefined;
    },
  };
}

function messageOf(
  { sender, key, text, gesture }: SpokenMessage,
  chat: string,
  sentAtMs: number,
): InboundMessage {
  return {
    account: WEB_ACCOUNT,
    chat,
    sender,
    id: unseenMessageId(`${WEB_ACCOUNT}:${key}`),
    text,
    sentAtMs,
    ...(gesture === undefined ? {} : { gesture }),
    ...(isGroupChat(chat) ? { group: { addressed: true } } : {}),
  };
}
