import * as z from 'zod';
import type { Machines } from '../../../cluster/machines.ts';
import { type MemberSnapshot, memberState } from '../../../cluster/overview/look-at-cluster.ts';
import type { WebDataSource } from '../../../contracts/web-page.ts';
import { isoTime, SECOND_MS } from '../../../core/clock.ts';
import { MAX_WORDS, searchWordsIn } from './chats.tsx';

const Moment = z.iso.datetime();

const Member = z.object({
  kind: z.enum(['cell', 'front']),
  name: z.string(),
  state: z.enum(['running', 'draining', 'full', 'gone']).describe('Full: it can store nothing.'),
  version: z.string(),
  heard_at: Moment,
  messages_waiting: z.int(),
  oldest_waiting_at: Moment.nullable(),
  chats: z.int().nullable().describe('Null: a front.'),
  projects: z.array(z.string()).nullable().describe('Null: a front, or not known.'),
  tasks: z.object({ running: z.int(), waiting: z.int() }).nullable(),
  today_usd: z.number().nullable().describe('Spent there since midnight UTC; null: a front, or not known.'),
  record: z
    .object({
      verified_at: Moment,
      entry: z.int().nullable().describe('The last one; null: the record was broken.'),
      hash: z.string().nullable(),
    })
    .nullable()
    .describe('Its record of commands as the cell itself last verified it; null: never.'),
});

const Output = z.object({
  cell: z.string().describe('Which one answers.'),
  seen_at: Moment.nullable().describe('Null: the machines were never seen.'),
  postgres_answers: z.boolean().describe('False: all else is what was known last.'),
  machines: z.array(Member),
  chats: z
    .array(z.object({ chat: z.string(), front: z.string(), person: z.string(), cell: z.string() }))
    .describe('At most 50 of each cell, and 500 in all; with `find` those that were found, at most 50.'),
  chats_left_out: z.int().nullable().describe('How many more there are; null: of a search.'),
});

const Query = z.object({
  find: z.string().max(MAX_WORDS).default('').describe('Part of the name of a chat, or of its person.'),
});

/** What the page about machines shows, as data. */
export function machinesData({
  cell,
  readCluster,
  chatsNamed,
}: Pick<Machines, 'cell' | 'chatsNamed' | 'readCluster'>): WebDataSource {
  return {
    query: Query,
    output: Output,
    async read(request): Promise<z.infer<typeof Output> | undefined> {
      const { visitor, clean } = request;
      if (visitor.role !== 'owner') return undefined;
      const known = await readCluster();
      if (known === undefined)
        return {
          cell,
          seen_at: null,
          postgres_answers: false,
          machines: [],
          chats: [],
          chats_left_out: null,
        };
      const { atMs, isAway, members } = known;
      const searched = searchWordsIn(request);
      const chats = searched === '' ? known.chats : ((await chatsNamed(searched)) ?? []);
      const all = members.reduce((sum, { chats: count = 0 }) => sum + count, 0);
      return {
        cell,
        seen_at: isoTime(atMs),
        postgres_answers: !isAway,
        machines: members.map((member) => memberData(member, atMs, clean)),
        chats: chats.map(({ conversation, front, person, cell: on }) => ({
          chat: clean(conversation),
          front: clean(front),
          person: clean(person),
          cell: clean(on),
        })),
        chats_left_out: searched === '' ? Math.max(0, all - chats.length) : null,
      };
    },
  };
}

function memberData(
  member: MemberSnapshot,
  atMs: number,
  clean: (text: string) => string,
): z.infer<typeof Member> {
  const before = (seconds: number): string => isoTime(Math.round(atMs - SECOND_MS * seconds));
  const { kind, name, version, secondsSinceHeartbeat, snapshot, chats, depth } = member;
  const { waiting, active, oldestSeconds } = depth;
  return {
    kind,
    name: clean(name),
    state: memberState(member),
    version: clean(version),
    heard_at: before(secondsSinceHeartbeat),
    messages_waiting: waiting + active,
    oldest_waiting_at: oldestSeconds === undefined ? null : before(oldestSeconds),
    chats: chats ?? null,
    projects: snapshot?.projects.map(clean) ?? null,
    tasks: snapshot?.tasks ?? null,
    today_usd: snapshot === undefined ? null : snapshot.spentTodayMicroUsd / 1_000_000,
    record: verifiedRecord(snapshot?.verified ?? null),
  };
}

function verifiedRecord(
  verified: NonNullable<MemberSnapshot['snapshot']>['verified'],
): z.infer<typeof Member>['record'] {
  if (verified === null) return null;
  const { atMs, head } = verified;
  return { verified_at: isoTime(atMs), entry: head?.newest ?? null, hash: head?.hash ?? null };
}
