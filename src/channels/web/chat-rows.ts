import * as z from 'zod';
import type { Gesture, InboundMessage } from '../../contracts/channel.ts';
import type { ShownMedia } from '../../contracts/web-page.ts';
import { unreachable } from '../../core/failure.ts';
import { flag, optionalText, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** Where a message is: one chat of one channel. */
export interface ChatAddress {
  readonly channel: string;
  readonly chat: string;
}

/** A message as it is shown now. */
export type ChatBody =
  /** A text, or what stands below a file. */
  | { readonly kind: 'text'; readonly text: string }
  /** A recording of the program, of something that another message says in words. */
  | { readonly kind: 'voice'; readonly seconds: number }
  /** An answer of a poll that its person has chosen. */
  | { readonly kind: 'choice'; readonly text: string }
  | { readonly kind: 'poll'; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: 'diff'; readonly diff: string }
  /** It was taken out of the chat. */
  | { readonly kind: 'deleted' };

/** A file that came or went with a message. */
export interface ChatFile {
  /** Number in its address. */
  readonly seq: number;
  /** SHA-256 of its bytes, under which they are kept. */
  readonly hash: string;
  /** Cleaned. */
  readonly name: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** The media type that its bytes show, if a page can show or play it. */
  readonly media: ShownMedia | undefined;
}

export interface ChatMessage {
  /** 1, 2, 3 … in its chat. */
  readonly place: number;
  readonly id: string;
  readonly author: 'person' | 'program';
  readonly body: ChatBody;
  /** Id of the message that it replies to, or of the poll whose answer it chooses. */
  readonly target: string | undefined;
  /** The other side's reaction to this message; empty when there is none. */
  readonly reaction: string;
  /**
   * How often its person has answered, changed or reacted to it: distinguishes a new request from a form that is sent
   * again.
   */
  readonly turn: number;
  /** True when its text is no longer the first one. */
  readonly isEdited: boolean;
  readonly atMs: number;
  readonly files: readonly ChatFile[];
}

/** What a person does to a message that is there; a vote is a message of its own. */
export type ChatGesture = Exclude<Gesture, { kind: 'vote' }>;

export interface NewChatGesture {
  readonly id: string;
  readonly gesture: ChatGesture;
  /** As the inbox gets it. */
  readonly waiting: InboundMessage;
}

export interface NewChatMessage extends Pick<ChatMessage, 'id' | 'author' | 'body' | 'target' | 'atMs'> {
  readonly files: readonly Omit<ChatFile, 'seq'>[];
  /** As the inbox gets it; undefined for a message of the program. */
  readonly waiting: InboundMessage | undefined;
}

/** What is written and shown in the chats of the browser. */
export interface ChatRows {
  /** False when this message is there already: nothing is changed then. */
  add(at: ChatAddress, message: NewChatMessage): boolean;
  /**
   * False when it was done already, or is about a message that this person cannot do that to: nothing is changed then.
   */
  gesture(at: ChatAddress, gesture: NewChatGesture): boolean;
  /** Replaces the text of a message of the program. */
  edit(at: ChatAddress, id: string, text: string): void;
  /** Reacts to a message of the person; an empty emoji takes the reaction back. */
  react(at: ChatAddress, id: string, emoji: string): void;
  /** Takes the words and the files of a message out of the chat. */
  remove(at: ChatAddress, id: string): void;
  /** Messages and gestures of people that are not in the inbox yet, oldest first. */
  listWaiting(channel: string): readonly InboundMessage[];
  /** The message is in the inbox. */
  markHandedIn(at: ChatAddress, id: string): void;
  find(at: ChatAddress, id: string): ChatMessage | undefined;
  /** Place of the newest message; 0 when there is none. */
  lastPlace(at: ChatAddress): number;
  /** Messages from one place to another, both included. */
  listBetween(at: ChatAddress, from: number, to: number): readonly ChatMessage[];
  /** True when the person has chosen an answer of this poll. */
  isChosen(at: ChatAddress, poll: string): boolean;
  /** Undefined also for a file of another chat. */
  file(at: ChatAddress, seq: number): ChatFile | undefined;
  /** True while a message has a file with these bytes. */
  hasFile(hash: string): boolean;
  /** Removes up to `most` messages from before then; returns how many. */
  removeOlder(beforeMs: number, most: number): number;
}

const File = z.object({
  seq: z.int(),
  hash: z.string(),
  name: z.string(),
  bytes: z.int(),
  media: z
    .custom<ShownMedia>((value) => typeof value === 'string')
    .nullable()
    .transform((value) => value ?? undefined),
});

const Message = z.object({
  seq: z.int(),
  place: z.int(),
  id: z.string(),
  author: z.enum(['person', 'program']),
  body: ownJson<ChatBody>(),
  target: optionalText,
  reaction: z.string(),
  turn: z.int(),
  isEdited: flag,
  atMs: z.int(),
});

/** Finds the choices of polls by how their stored body begins: `kind` must stay its first field. */
const IS_CHOICE = `body LIKE '{"kind":"choice"%'`;
const SELECT = `
  SELECT seq, place, id, author, body, target, reaction, is_edited AS isEdited, at_ms AS atMs,
    (SELECT count(*) FROM web_gestures g WHERE g.message = m.seq)
    + (SELECT count(*) FROM web_messages c
       WHERE c.channel = m.channel AND c.chat = m.chat AND c.target = m.id AND c.${IS_CHOICE}) AS turn
  FROM web_messages m`;
const HERE = 'channel = @channel AND chat = @chat';

export function createChatRows(database: Database): ChatRows {
  return { ...writesOf(database), ...gesturesOf(database), ...waitingOf(database), ...readsOf(database) };
}

function writesOf(database: Database): Pick<ChatRows, 'add' | 'edit' | 'react' | 'remove' | 'removeOlder'> {
  const insert = database.write(`
    INSERT INTO web_messages (channel, chat, place, id, author, body, target, at_ms, waiting)
    VALUES (@channel, @chat, (SELECT coalesce(max(place), 0) + 1 FROM web_messages WHERE ${HERE}), @id, @author, @body,
      @target, @atMs, @waiting)
    ON CONFLICT (channel, chat, id) DO NOTHING`);
  const insertFile = database.write(
    'INSERT INTO web_files (message, hash, name, bytes, media) VALUES (@message, @hash, @name, @bytes, @media)',
  );
  const edit = database.write(
    `UPDATE web_messages SET body = @body, is_edited = 1 WHERE ${HERE} AND id = @id AND author = 'program'`,
  );
  const react = database.write(
    `UPDATE web_messages SET reaction = @emoji WHERE ${HERE} AND id = @id AND author = 'person'`,
  );
  const remove = database.write(`UPDATE web_messages SET body = @body WHERE ${HERE} AND id = @id`);
  const removeFiles = database.write(
    `DELETE FROM web_files WHERE message = (SELECT seq FROM web_messages WHERE ${HERE} AND id = @id)`,
  );
  const removeOld = database.write(`
    DELETE FROM web_messages WHERE seq IN (
      SELECT seq FROM web_messages WHERE at_ms < @beforeMs AND waiting IS NULL LIMIT @most)`);
  return {
    add: ({ channel, chat }, { id, author, body, target, atMs, files, waiting: inbound }) =>
      database.atomically(() => {
        const { changes, rowid } = insert.run({
          channel,
          chat,
          id,
          author,
          body: JSON.stringify(body),
          target,
          atMs,
          waiting: inbound === undefined ? undefined : JSON.stringify(inbound),
        });
        if (changes === 0) return false;
        for (const { hash, name, bytes, media } of files)
          insertFile.run({ message: rowid, hash, name, bytes, media });
        return true;
      }),
    edit: ({ channel, chat }, id, text) =>
      void edit.run({ channel, chat, id, body: JSON.stringify({ kind: 'text', text }) }),
    react: ({ channel, chat }, id, emoji) => void react.run({ channel, chat, id, emoji }),
    remove: ({ channel, chat }, id) =>
      database.atomically(() => {
        remove.run({ channel, chat, id, body: DELETED });
        removeFiles.run({ channel, chat, id });
      }),
    removeOlder: (beforeMs, most) => removeOld.run({ beforeMs, most }).changes,
  };
}

const DELETED = JSON.stringify({ kind: 'deleted' } satisfies ChatBody);

function gesturesOf(database: Database): Pick<ChatRows, 'gesture'> {
  // A person reacts to the program's messages, and changes or takes back their own.
  const target = database.read(
    `SELECT seq FROM web_messages WHERE ${HERE} AND id = @id AND author = @author
       AND body NOT LIKE '{"kind":"deleted"%' AND (@author = 'program' OR body LIKE '{"kind":"text"%')`,
    z.object({ seq: z.int() }),
  );
  const insert = database.write(
    'INSERT INTO web_gestures (message, id, waiting) VALUES (@message, @id, @waiting) ON CONFLICT DO NOTHING',
  );
  const react = database.write('UPDATE web_messages SET reaction = @emoji WHERE seq = @seq');
  const edit = database.write('UPDATE web_messages SET body = @body, is_edited = 1 WHERE seq = @seq');
  const remove = database.write('UPDATE web_messages SET body = @body WHERE seq = @seq');
  const removeFiles = database.write('DELETE FROM web_files WHERE message = @seq');
  const carryOut = (seq: number, gesture: ChatGesture): void => {
    switch (gesture.kind) {
      case 'reaction':
        react.run({ seq, emoji: gesture.emoji });
        return;
      case 'edit':
        edit.run({ seq, body: JSON.stringify({ kind: 'text', text: gesture.text } satisfies ChatBody) });
        return;
      case 'delete':
        remove.run({ seq, body: DELETED });
        removeFiles.run({ seq });
        return;
      default:
        unreachable(gesture);
    }
  };
  return {
    gesture: ({ channel, chat }, { id, gesture, waiting }) =>
      database.atomically(() => {
        const author = gesture.kind === 'reaction' ? 'program' : 'person';
        const found = target.get({ channel, chat, id: gesture.target, author });
        if (found === undefined) return false;
        const { changes } = insert.run({ message: found.seq, id, waiting: JSON.stringify(waiting) });
        if (changes > 0) carryOut(found.seq, gesture);
        return changes > 0;
      }),
  };
}

/** Conditions must equal those of the indexes on what waits. */
function waitingOf(database: Database): Pick<ChatRows, 'listWaiting' | 'markHandedIn'> {
  const Waiting = z.object({ waiting: ownJson<InboundMessage>() });
  const messages = database.read(
    'SELECT waiting FROM web_messages WHERE channel = @channel AND waiting IS NOT NULL ORDER BY seq',
    Waiting,
  );
  const gestures = database.read(
    `SELECT g.waiting FROM web_gestures g JOIN web_messages m ON m.seq = g.message
     WHERE g.waiting IS NOT NULL AND m.channel = @channel ORDER BY g.seq`,
    Waiting,
  );
  const messageIn = database.write(`UPDATE web_messages SET waiting = NULL WHERE ${HERE} AND id = @id`);
  const gestureIn = database.write(
    `UPDATE web_gestures SET waiting = NULL WHERE waiting IS NOT NULL AND id = @id
       AND EXISTS (SELECT 1 FROM web_messages m WHERE m.seq = message AND m.channel = @channel AND m.chat = @chat)`,
  );
  return {
    // A gesture comes behind the message that it is about.
    listWaiting: (channel) =>
      [...messages.all({ channel }), ...gestures.all({ channel })]
        .map((row) => row.waiting)
        .toSorted((one, other) => one.sentAtMs - other.sentAtMs),
    markHandedIn({ channel, chat }, id) {
      if (messageIn.run({ channel, chat, id }).changes === 0) gestureIn.run({ channel, chat, id });
    },
  };
}

type ChatReads = Pick<ChatRows, 'find' | 'lastPlace' | 'listBetween' | 'isChosen' | 'file' | 'hasFile'>;

function readsOf(database: Database): ChatReads {
  const one = database.read(`${SELECT} WHERE ${HERE} AND id = @id`, Message);
  const last = database.read(
    `SELECT coalesce(max(place), 0) AS place FROM web_messages WHERE ${HERE}`,
    z.object({ place: z.int() }),
  );
  const between = database.read(
    `${SELECT} WHERE ${HERE} AND place BETWEEN @from AND @to ORDER BY place`,
    Message,
  );
  const files = database.read(
    'SELECT seq, hash, name, bytes, media FROM web_files WHERE message = @message ORDER BY seq',
    File,
  );
  const chosen = database.read(
    `SELECT count(*) AS count FROM web_messages WHERE ${HERE} AND target = @poll AND ${IS_CHOICE}`,
    z.object({ count: z.int() }),
  );
  const file = database.read(
    `SELECT f.seq, f.hash, f.name, f.bytes, f.media FROM web_files f JOIN web_messages m ON m.seq = f.message
     WHERE f.seq = @seq AND m.channel = @channel AND m.chat = @chat`,
    File,
  );
  const withHash = database.read('SELECT 1 AS one FROM web_files WHERE hash = @hash LIMIT 1', z.unknown());
  const whole = ({ seq, ...message }: z.infer<typeof Message>): ChatMessage => ({
    ...message,
    files: files.all({ message: seq }),
  });
  return {
    find({ channel, chat }, id) {
      const row = one.get({ channel, chat, id });
      return row && whole(row);
    },
    lastPlace: ({ channel, chat }) => last.get({ channel, chat })?.place ?? 0,
    listBetween: ({ channel, chat }, from, to) => between.all({ channel, chat, from, to }).map(whole),
    isChosen: ({ channel, chat }, poll) => (chosen.get({ channel, chat, poll })?.count ?? 0) > 0,
    file: ({ channel, chat }, seq) => file.get({ channel, chat, seq }),
    hasFile: (hash) => withHash.get({ hash }) !== undefined,
  };
}
