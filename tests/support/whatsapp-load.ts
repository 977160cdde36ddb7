import * as z from 'zod';
import { says } from './messages-server/replies.ts';
import { blocksOf, type MessagesRequest } from './messages-server/request.ts';
import type { ScriptFunction } from './messages-server/script.ts';
import { storedRows, storedSessions } from './stored-rows.ts';
import type { Person } from './whatsapp-server/person.ts';
import type { WhatsAppServer } from './whatsapp-server/server.ts';

/** So many people write so many messages each. */
export interface Load {
  readonly people: number;
  readonly messages: number;
}

const TOKEN = /\bp\d{3}m\d{3,4}\b/g;

/** The model answers everything with a word: what counts is what it was asked. */
export const BRIEF: ScriptFunction = () => says('Noted.');

export function phoneOf(person: number): string {
  return `54911${String(10_000_000 + person)}`;
}

export function crowd(world: WhatsAppServer, { people }: Pick<Load, 'people'>): readonly Person[] {
  return Array.from({ length: people }, (_, index) =>
    world.person({
      phone: phoneOf(index),
      lid: String(70_000_000 + index),
      name: `Person ${index}`,
      as: index % 2 === 0 ? 'lid' : 'pn',
    }),
  );
}

export function tokenOf(person: number, message: number): string {
  return `p${String(person).padStart(3, '0')}m${String(message).padStart(3, '0')}`;
}

/** What each person of this load writes, in order. */
export function tokensOf({ people, messages }: Load): readonly (readonly string[])[] {
  return Array.from({ length: people }, (_, person) =>
    Array.from({ length: messages }, (_, n) => tokenOf(person, n)),
  );
}

/** All of them write at the same time, each their own messages in order. */
export async function everybodyWrites(people: readonly Person[], { messages }: Load): Promise<void> {
  await Promise.all(
    people.map(async (person, index) => {
      for (let n = 0; n < messages; n += 1) await person.says(`This is ${tokenOf(index, n)}.`);
    }),
  );
}

export interface Delivery {
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly reordered: readonly string[];
}

/**
 * What the model was told of each person's messages, over all their sessions: a message that was gathered with others
 * or steered a run counts like one of its own.
 * @param expected the tokens of each person, in order
 */
export function deliveryOf(
  requests: readonly { readonly body: MessagesRequest }[],
  expected: readonly (readonly string[])[],
): Delivery {
  const told = longestTranscripts(requests).map(tokensIn);
  const lost: string[] = [];
  const duplicated: string[] = [];
  const reordered: string[] = [];
  for (const [person, tokens] of expected.entries()) {
    const prefix = tokenOf(person, 0).slice(0, 4);
    const mine = told.flatMap((tokens) => tokens.filter((token) => token.startsWith(prefix)));
    lost.push(...tokens.filter((token) => !mine.includes(token)));
    duplicated.push(...mine.filter((token, at) => mine.indexOf(token) !== at));
    if (mine.some((token, at) => tokens.indexOf(token) < tokens.indexOf(mine[at - 1] ?? token)))
      reordered.push(`${prefix}: ${mine.map((token) => token.slice(5)).join(' ')}`);
  }
  return { lost, duplicated, reordered };
}

/** Only the last request of a session holds everything. */
function longestTranscripts(
  requests: readonly { readonly body: MessagesRequest }[],
): readonly MessagesRequest[] {
  const last = new Map<string, MessagesRequest>();
  for (const { body } of requests) {
    const [first = ''] = tokensIn(body);
    const known = last.get(first);
    if (known === undefined || body.messages.length >= known.messages.length) last.set(first, body);
  }
  return [...last.values()];
}

export function tokensIn({ messages }: MessagesRequest): readonly string[] {
  const own = messages.filter(({ role }) => role === 'user');
  return own
    .flatMap(blocksOf)
    .flatMap(({ text }) => (typeof text === 'string' ? (text.match(TOKEN) ?? []) : []));
}

/** True when every session has had its say. */
export function isQuiet(dataDir: string): boolean {
  return storedSessions(dataDir).every(({ status }) => status === 'done');
}

/** How many messages of this load the inbox holds, and how many of those are not done. */
export function inboxOf(dataDir: string): { readonly done: number; readonly other: number } {
  const rows = storedRows(
    dataDir,
    "SELECT state FROM inbox WHERE channel = 'whatsapp'",
    z.object({ state: z.string() }),
  );
  const done = rows.filter(({ state }) => state === 'done').length;
  return { done, other: rows.length - done };
}
