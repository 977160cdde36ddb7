import * as z from 'zod';
import { CONSOLE, LOCAL } from '../../channels/console/console.ts';
import type { InboundMessage, OutboundBody } from '../../contracts/channel.ts';
import type { Worker } from '../../contracts/feature.ts';
import type { InboxState, Store } from '../../contracts/store.ts';
import type { SpokenMessage } from '../../contracts/web-page.ts';
import type { Clock } from '../../core/clock.ts';
import { conversationId, type InstanceId, unseenMessageId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { texts } from '../../core/texts/texts.ts';
import { untilAborted } from '../../core/waiting.ts';
import { addressOf, isGroupChat } from '../../gateway/conversation.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { Settings } from '../../settings/settings.ts';
import { ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type {
  ConsoleContent,
  ConsoleParts,
  SpokenResult,
  VisitorMessages,
  Visits,
} from '../../web-server/console-parts.ts';
import type { ListenSettings } from '../../web-server/listen-address.ts';
import type { AddressStore } from './rows/address-store.ts';
import { webConsoleTexts } from './texts/texts.ts';

/** The first second belongs to the chat: no page is opened before. */
const BEGIN_AFTER_MS = 1000;

/** How this program serves the console. */
export interface ConsoleServerOptions {
  readonly listen: ListenSettings;
  /** False for a default port: if it is taken, that is not reported. */
  readonly isWanted: boolean;
  /** Folder of its script and its style. */
  readonly assets: string;
  /** Folder for files of forms while they come. */
  readonly uploadFolder: string;
  /** Shows lines to the person at the terminal. */
  notice(lines: readonly string[]): void;
  /** See `PairingPort`. */
  linkChanges(): string;
}

export interface ConsoleWorkerParts {
  readonly served: ConsoleServerOptions;
  /** Takes secrets out. */
  redact(text: string): string;
  readonly visits: Visits;
  readonly addresses: AddressStore;
  readonly database: Database;
  readonly store: Pick<Store, 'inbox' | 'conversations' | 'people'>;
  content(): ConsoleContent;
  readonly version: string;
  /** Its name among several machines; undefined when it is alone. */
  readonly machine: string | undefined;
  readonly handIn: Gateway['handIn'];
  /** Stores a message that a person wrote in their chat in the browser. */
  readonly write: VisitorMessages['write'];
  /** Without a configured language each person reads their own. */
  readonly settings: Pick<Settings, 'locale' | 'terminalLocale'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
}

/** Serves the console beside the chats, as long as the program runs. Nothing of it is loaded before. */
export function consoleWorker(parts: ConsoleWorkerParts): Worker {
  const { served, addresses, settings, instance, clock, log } = parts;
  return {
    async run(signal) {
      await clock.sleep(BEGIN_AFTER_MS, signal);
      if (signal.aborted) return;
      const words = webConsoleTexts(texts(settings.terminalLocale));
      const { serveConsole } = await import('../../web-server/serve-console.ts');
      const server = await serveConsole(consoleParts(parts));
      if (typeof server === 'string') {
        if (served.isWanted) served.notice(words.notStarted(String(served.listen.port), server).split('\n'));
        return;
      }
      addresses.put({ instance, address: server.address }, clock.nowMs());
      log.info('web_console.served', { address: server.address });
      served.notice([words.started(server.address)]);
      await untilAborted(signal);
      addresses.remove(instance);
      await server.close();
    },
  };
}

function consoleParts(parts: ConsoleWorkerParts): ConsoleParts {
  const { served, database, store, handIn, instance, clock, log } = parts;
  const { locale } = parts.settings;
  const spoken = createSpokenMessages({ database, store, handIn, instance, clock });
  const rowChanges = changesIn(database);
  return {
    listen: served.listen,
    assets: served.assets,
    uploadFolder: served.uploadFolder,
    content: parts.content(),
    version: parts.version,
    machine: parts.machine,
    visits: parts.visits,
    messages: {
      say: spoken.say,
      write: parts.write,
      heard: (seq, { sender, isAtMachine }) =>
        spoken.findResult(seq, (author) => isAtMachine || author === sender),
    },
    changes: () => `${rowChanges()} ${served.linkChanges()}`,
    localeOf(visitor) {
      if (visitor === undefined) return locale;
      const conversation = visitor.isAtMachine
        ? conversationId(CONSOLE, LOCAL)
        : store.people.directChat(visitor.sender);
      return conversation === undefined ? locale : localeHere(conversation, locale, store.conversations);
    },
    redact: parts.redact,
    clock,
    log,
  };
}

/** Moves with every commit: of this connection by the first number, of any other program by the second. */
function changesIn(database: Database): () => string {
  const counts = database.read(
    'SELECT total_changes() AS own, (SELECT data_version FROM pragma_data_version) AS others',
    z.object({ own: z.int(), others: z.int() }),
  );
  return () => {
    const found = counts.get({});
    return `${found?.own}.${found?.others}`;
  };
}

/** The account of messages that were said in a browser. */
const WEB_ACCOUNT = 'web';
/** How long the answer to a button waits for its message to be handled. */
const MAX_WAIT_MS = 2000;
const LOOK_MS = 20;

interface SpokenMessages {
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
