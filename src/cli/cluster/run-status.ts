import { lookAtCluster, memberState, type SeenMember } from '../../cluster/overview/look-at-cluster.ts';
import { chatsNamed, MAX_FOUND_CHATS, type SeenChat } from '../../cluster/overview/seen-cluster.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { type Column, tableOf, widthOf } from '../../core/terminal-output.ts';
import { formatMoney } from '../../core/texts/format.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { withCluster } from './with-cluster.ts';

export interface StatusOptions {
  /** Part of the names of chats; then chats are shown in place of the machines. */
  readonly chat?: string;
  readonly json?: boolean;
}

export async function showStatus(host: CliHost, { chat = '', json = false }: StatusOptions): Promise<void> {
  await withCluster(host, async ({ db, words }) => {
    const width = widthOf(host.output);
    const show = (data: object, text: string): void =>
      void host.output.write(`${json ? JSON.stringify(data) : text}\n`);
    if (chat === '') {
      const seen = await lookAtCluster(db);
      show({ members: seen }, statusText(seen, words, width));
    } else {
      const found = await chatsNamed(db, chat);
      show({ chats: found }, chatsText(found, words, width));
    }
  });
}

/** Lists on which cell each chat lives. */
export function chatsText(
  found: readonly SeenChat[],
  { status: words }: ClusterTexts,
  width: number,
): string {
  if (found.length === 0) return words.noChat;
  const { columns } = words;
  const shown: readonly Column<SeenChat>[] = [
    { title: columns.chats, text: ({ conversation }) => conversation },
    { title: columns.cell, text: ({ cell }) => cell },
  ];
  const table = tableOf(found, shown, width);
  return found.length < MAX_FOUND_CHATS ? table : `${table}\n${words.firstChats(String(found.length))}`;
}

export function statusText(
  seen: readonly SeenMember[],
  { status: words }: ClusterTexts,
  width: number,
): string {
  if (seen.length === 0) return words.nobody;
  const { columns } = words;
  const shown: readonly Column<SeenMember>[] = [
    { title: columns.kind, text: ({ kind }) => words.kind[kind] },
    { title: columns.name, text: ({ name }) => name },
    { title: columns.state, text: (member) => stateIn(member, words) },
    { title: columns.chats, text: ({ chats }) => (chats === undefined ? '' : String(chats)) },
    { title: columns.waiting, text: ({ depth }) => waitingIn(depth, words) },
    { title: columns.tasks, text: (member) => knownOf(member, tasksIn) },
    { title: columns.today, text: (member) => knownOf(member, spentIn) },
    { title: columns.version, text: ({ version }) => version },
  ];
  return tableOf(seen, shown, width);
}

type Snapshot = NonNullable<SeenMember['snapshot']>;

/** The last report of a cell that is away is old: what it does now is unknown. */
function knownOf({ kind, isAlive, snapshot }: SeenMember, textOf: (snapshot: Snapshot) => string): string {
  if (kind === 'front') return '';
  return isAlive && snapshot !== undefined ? textOf(snapshot) : '?';
}

function tasksIn({ tasks: { running, waiting } }: Snapshot): string {
  return waiting === 0 ? String(running) : `${running} + ${waiting}`;
}

function spentIn({ spentTodayMicroUsd }: Snapshot): string {
  return formatMoney(spentTodayMicroUsd);
}

function stateIn(member: SeenMember, { state: words }: ClusterTexts['status']): string {
  const state = memberState(member);
  return state === 'gone' ? words.gone(String(member.secondsSinceHeartbeat)) : words[state];
}

function waitingIn(
  { waiting, active, oldestSeconds }: SeenMember['depth'],
  { oldest }: ClusterTexts['status'],
): string {
  const all = waiting + active;
  return all === 0 || oldestSeconds === undefined
    ? String(all)
    : oldest(String(all), String(Math.round(oldestSeconds)));
}
