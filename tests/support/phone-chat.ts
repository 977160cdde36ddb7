import type { Person, Saying, Where } from './whatsapp-server/person.ts';
import type { Arrived } from './whatsapp-server/received.ts';

/** The card of a task that is under way; a list of tasks begins with the same sign. */
export const IS_CARD = /^(?:#\d+ )?🔧 (?!running: |en marcha: )/u;

/** One state of a message on the phone, and since when. */
export interface Shown {
  readonly at: number;
  readonly text: string;
}

/** A message of a chat: a card as it is in the end, a question as it was asked. */
export type Bubble = {
  readonly from: 'person' | 'program';
  /** The newest reaction on it. */
  readonly mark?: string;
} & (
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The first line of the message that it answers. */
      readonly quotes?: string;
      /** True for a card. */
      readonly isEdited: boolean;
      /** What an edit added when it was answered. */
      readonly later?: string;
    }
  | { readonly kind: 'picture'; readonly caption: string }
  | { readonly kind: 'file'; readonly name: string }
  | {
      readonly kind: 'poll';
      readonly question: string;
      readonly options: readonly string[];
      readonly chosen?: string;
    }
);

/** A chat as its person has it on the phone. What is done here instead of through the person is in `transcript`. */
export interface PhoneChat {
  readonly person: Person;
  says(text: string, how?: Saying): Promise<string>;
  /** Sends a picture with words below it. */
  sendsPicture(bytes: Uint8Array, caption: string): Promise<void>;
  votes(pollId: string, choice: string, where?: Where): Promise<void>;
  reacts(messageId: string, emoji: string): Promise<void>;
  /** The first message in words that came after the last thing said and fits: with the states it went through. */
  reads(fits: RegExp, limitMs?: number): Promise<Arrived>;
  poll(limitMs?: number): Promise<Poll>;
  /** Everything that a message of the program showed, in order. */
  states(id: string): readonly Shown[];
  /** Emojis of the program on a message of the person, in order. */
  reactions(id: string): readonly string[];
  /** Messages that make a phone buzz: neither edits nor reactions. */
  buzzes(): readonly Arrived[];
  /**
   * The chat as it looks at the end, oldest message first.
   * @param hasCards false where the machine decides how far the card of a task comes: its task is short, or killed
   */
  transcript(how?: { readonly hasCards: boolean }): string;
  /** The same, message by message: for a picture of it. */
  bubbles(): readonly Bubble[];
}

type Poll = { readonly id: string; readonly question: string; readonly options: readonly string[] };

interface OwnEvent {
  readonly at: number;
  readonly id: string;
  readonly text: string;
  /** Missing for what is no message of its own: a vote, a reaction. */
  readonly bubble?: Bubble;
}

const LIMIT_MS = 20_000;

export function phoneChat(person: Person): PhoneChat {
  const ownEvents: OwnEvent[] = [];
  /**
   * How many messages were here before the last thing done. A time will not do: an answer may come within its
   * millisecond.
   */
  let seen = 0;
  const did = (text: string, bubble?: Bubble): void => {
    seen = person.received.length;
    ownEvents.push({ at: Date.now(), id: '', text, ...(bubble === undefined ? {} : { bubble }) });
  };
  const votes = new Map<string, string>();
  const states = (id: string) =>
    person.received.flatMap(({ at, id: own, content }): Shown[] => {
      if (content.kind === 'text' && own === id) return [{ at, text: content.text }];
      return content.kind === 'edit' && content.target === id ? [{ at, text: content.text }] : [];
    });
  const reactions = (id: string) =>
    person.received.flatMap(({ content }) =>
      content.kind === 'reaction' && content.target === id ? [content.emoji] : [],
    );
  const quotedBy = ({ quoting }: Saying = {}): string | undefined => {
    const quoted = quoting === undefined ? undefined : states(quoting).at(-1)?.text;
    return quoted === undefined ? undefined : firstLine(quoted);
  };
  const isLate = (message: Arrived) => person.received.indexOf(message) >= seen;
  const isCard = ({ id }: Arrived) => IS_CARD.test(states(id)[0]?.text ?? '');
  return {
    person,
    says: async (text, how) => {
      // Before it is on its way, because the answer may be here before this goes on.
      const before = { at: Date.now(), seen: person.received.length };
      const { id } = await person.says(text, how);
      const quotes = quotedBy(how);
      ownEvents.push({
        at: before.at,
        id: id ?? '',
        text: `${person.name} › ${quotes === undefined ? '' : `↪ ${quotes}\n      `}${text}`,
        bubble: {
          from: 'person',
          kind: 'text',
          text,
          ...(quotes === undefined ? {} : { quotes }),
          isEdited: false,
        },
      });
      seen = before.seen;
      return id ?? '';
    },
    async sendsPicture(bytes, caption) {
      did(`${person.name} › 🖼 ${caption}`, { from: 'person', kind: 'picture', caption });
      await person.sendsImage(bytes, { caption });
    },
    votes: async (pollId, choice, where) => {
      did(`${person.name} ☑ ${choice}`);
      votes.set(pollId, choice);
      await person.votes(pollId, [choice], where);
    },
    reacts: async (id, emoji) => {
      did(`${person.name} ${emoji} ${firstLine(states(id).at(-1)?.text ?? '')}`);
      await person.reacts(id, emoji);
    },
    reads: (fits, limitMs = LIMIT_MS) =>
      person.waitFor(
        (message) => isLate(message) && message.content.kind === 'text' && fits.test(message.content.text),
        limitMs,
      ),
    async poll(limitMs = LIMIT_MS) {
      const { id, content } = await person.waitFor(
        (message) => isLate(message) && message.content.kind === 'poll',
        limitMs,
      );
      if (content.kind !== 'poll') throw new Error('no poll');
      return { id, question: content.question, options: content.options };
    },
    states,
    reactions,
    buzzes: () =>
      person.received.filter(({ content }) => !['edit', 'reaction', 'delete'].includes(content.kind)),
    transcript({ hasCards } = { hasCards: true }) {
      const own = ownEvents.map(({ at, id, text }) => {
        const marks = id === '' ? [] : reactions(id);
        return { at, text: marks.length === 0 ? text : `${text}\n      (${marks.join(' → ')})` };
      });
      const shown = person.received.filter(isFirst).filter((message) => hasCards || !isCard(message));
      const theirs = shown.flatMap((message) => {
        const text = lookOf(message, states(message.id));
        return text === undefined ? [] : [{ at: message.at, text }];
      });
      // Who answers within the same millisecond answers what was there.
      return `${[...theirs, ...own]
        .sort((a, b) => a.at - b.at)
        .map(({ text }) => text)
        .join('\n\n')}\n`;
    },
    bubbles() {
      const own = ownEvents.flatMap(({ at, id, bubble }) => {
        const mark = id === '' ? undefined : reactions(id).at(-1);
        return bubble === undefined
          ? []
          : [{ at, bubble: { ...bubble, ...(mark === undefined ? {} : { mark }) } }];
      });
      const theirs = person.received.filter(isFirst).flatMap((message) => {
        const bubble = bubbleOf(message, states(message.id), votes.get(message.id));
        return bubble === undefined ? [] : [{ at: message.at, bubble }];
      });
      return [...theirs, ...own].sort((a, b) => a.at - b.at).map(({ bubble }) => bubble);
    },
  };
}

/** Undefined for what a picture does not show. */
function bubbleOf({ content }: Arrived, states: readonly Shown[], chosen?: string): Bubble | undefined {
  const from = 'program';
  switch (content.kind) {
    case 'text':
      return { from, ...shownOf(states.map(({ text }) => text)) };
    case 'poll': {
      const { question, options } = content;
      return { from, kind: 'poll', question, options, ...(chosen === undefined ? {} : { chosen }) };
    }
    case 'image':
      return { from, kind: 'picture', caption: content.caption };
    case 'document':
      return { from, kind: 'file', name: content.name };
    default:
      return undefined;
  }
}

/** A phone shows what comes again under the same id once: a program that was killed may have sent it already. */
function isFirst({ id }: Arrived, at: number, all: readonly Arrived[]): boolean {
  return all.findIndex((one) => one.id === id) === at;
}

/** Undefined for what is no message of its own. */
function lookOf({ content }: Arrived, states: readonly Shown[]): string | undefined {
  switch (content.kind) {
    case 'text':
      return textWithEdits(states.map(({ text }) => text));
    case 'poll':
      return [`📊 ${content.question}`, ...content.options.map((option) => `   ○ ${option}`)].join('\n');
    case 'image':
      return `🖼 ${content.caption}`.trimEnd();
    case 'document':
      return `📎 ${content.name}`;
    case 'audio':
      return '🎤';
    case 'other':
      return `(${content.fields.join(', ')})`;
    case 'edit':
    case 'delete':
    case 'reaction':
      return undefined;
  }
}

/** A card as it is in the end; any other text as it came, and what became of it. */
function shownOf([first = '', ...edits]: readonly string[]): Omit<Extract<Bubble, { kind: 'text' }>, 'from'> {
  const last = edits.at(-1);
  if (last === undefined) return { kind: 'text', text: first, isEdited: false };
  if (IS_CARD.test(first)) return { kind: 'text', text: last, isEdited: true };
  return { kind: 'text', text: first, isEdited: false, later: last.split('\n').at(-1) ?? '' };
}

function textWithEdits(states: readonly string[]): string {
  const { text, isEdited, later } = shownOf(states);
  if (isEdited) return `${text}\n   (edited)`;
  return later === undefined ? text : `${text}\n   (later: ${later})`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
