/** What became of every message, read from the phones, the disks of the cells and the file that commands write to. */
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { storedRows } from '../stored-rows.ts';
import type { Person } from '../whatsapp-server/person.ts';
import { answerTo, tokensIn, UNSURE } from './model.ts';
import { projectOf, type Sent, tellsOfMove } from './people.ts';

export interface Evidence {
  readonly people: readonly Person[];
  readonly sent: readonly Sent[];
  /** Data folders of the cells that live. */
  readonly dataDirs: readonly string[];
  /** Of cells that are lost: what those had taken may have come again elsewhere. */
  readonly lostDataDirs: readonly string[];
  /** One line for each command that had its effect. */
  readonly effectFiles: readonly string[];
  /** Numbers of the people whose chat was in a cell that is lost. */
  readonly moved: readonly number[];
}

/** Ids, tokens or chats; all empty when nothing went wrong. */
export interface Verdict {
  /** Written, and in no inbox. */
  readonly lost: readonly string[];
  /** In two inboxes, or twice in one. */
  readonly doubled: readonly string[];
  /** Chats whose inbox has another order than was written. */
  readonly outOfOrder: readonly string[];
  readonly unanswered: readonly string[];
  readonly ranTwice: readonly string[];
  /** Reported as done, and without effect. */
  readonly untrue: readonly string[];
  /** The same words under two message ids. */
  readonly saidTwice: readonly string[];
  /** Somebody was told what another one had asked. */
  readonly mixedUp: readonly string[];
  /** Edits and reactions for messages that nobody has. */
  readonly dangling: readonly string[];
  /** Not told once that their chat has moved, or told so though it has not. */
  readonly untold: readonly string[];
}

const InboxRow = z.object({ id: z.string() });

export function judge(evidence: Evidence): Verdict {
  const { people, sent } = evidence;
  const inboxes = evidence.dataDirs.map(inboxIn);
  const taken = new Set([...inboxes, ...evidence.lostDataDirs.map(inboxIn)].flat());
  const inboxed = countsOf(inboxes.flat());
  const effects = countsOf(effectsIn(evidence));
  return {
    lost: sent.flatMap(({ id, token = '' }) => (taken.has(id) ? [] : [`${id} ${token}`])),
    doubled: [...inboxed].flatMap(([id, times]) => (times > 1 ? [id] : [])),
    outOfOrder: people.flatMap((_, n) =>
      inboxes.every((inbox) => isInOrder(inbox, n, sent)) ? [] : [projectOf(n)],
    ),
    unanswered: sent.flatMap(({ token, answeredMs }) =>
      token === undefined || answeredMs !== undefined ? [] : [token],
    ),
    ranTwice: [...effects].flatMap(([token, times]) => (times > 1 ? [token] : [])),
    untrue: sent.flatMap(({ token, kind, person }) =>
      token === undefined || kind === 'talk' || effects.has(token) || !claimsDone(people[person], token)
        ? []
        : [token],
    ),
    saidTwice: people.flatMap(saidTwice),
    mixedUp: people.flatMap(({ received }, n) =>
      received.flatMap(({ content }) =>
        tokensIn(JSON.stringify(content)).filter((token) => !token.startsWith(projectOf(n))),
      ),
    ),
    untold: people.flatMap(({ received }, n) => {
      const told = new Set(received.filter(tellsOfMove).map(({ id }) => id)).size;
      return told === (evidence.moved.includes(n) ? 1 : 0) ? [] : [`${projectOf(n)} ${told}`];
    }),
    dangling: people.flatMap(({ received }, n) => {
      const ids = new Set([
        ...received.map(({ id }) => id),
        ...sent.filter(({ person }) => person === n).map(({ id }) => id),
      ]);
      return received.flatMap(({ content }) =>
        'target' in content && !ids.has(content.target) ? [content.target] : [],
      );
    }),
  };
}

function inboxIn(dataDir: string): readonly string[] {
  return storedRows(dataDir, 'SELECT message_id AS id FROM inbox ORDER BY seq', InboxRow).map(({ id }) => id);
}

export function effectsIn({ effectFiles }: Pick<Evidence, 'effectFiles'>): readonly string[] {
  return effectFiles.flatMap((file) =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [],
  );
}

/** How often a phone got a message again that it had: a phone shows it once. */
export function repeatsOnTheWire(people: readonly Person[]): number {
  return people.flatMap(({ received }) => received.filter(({ copy }) => copy > 1)).length;
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function isInOrder(inbox: readonly string[], person: number, sent: readonly Sent[]): boolean {
  const places = new Map(inbox.map((id, at) => [id, at]));
  const own = sent.flatMap(({ id, person: n }) => (n === person ? (places.get(id) ?? []) : []));
  return own.every((place, at) => at === 0 || place > (own[at - 1] ?? 0));
}

/** A report says ✅ only for what has happened. */
function claimsDone(person: Person | undefined, token: string): boolean {
  return (
    person?.received.some(
      ({ content }) =>
        (content.kind === 'text' || content.kind === 'edit') &&
        content.text.includes('✅') &&
        content.text.includes(answerTo(token)) &&
        !content.text.includes(`${answerTo(token)}${UNSURE}`),
    ) ?? false
  );
}

function saidTwice({ received }: Person): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, content } of received)
    if (
      content.kind === 'text' &&
      tokensIn(content.text).some((token) => content.text.includes(answerTo(token)))
    )
      ids.set(content.text, (ids.get(content.text) ?? new Set()).add(id));
  return [...ids].flatMap(([text, under]) => (under.size > 1 ? [text] : []));
}
