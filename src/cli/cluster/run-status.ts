import type { CliHost } from '../../contracts/sub-command.ts';
import { type Column, tableOf } from '../../core/table.ts';
import { widthOf } from '../../core/terminal-size.ts';
import { lookAtCluster, type SeenMember } from './look-at-cluster.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { withCluster } from './with-cluster.ts';

export async function showStatus(host: CliHost, asJson: boolean): Promise<void> {
  await withCluster(host, async ({ db, words }) => {
    const seen = await lookAtCluster(db);
    const text = asJson ? JSON.stringify({ members: seen }) : statusText(seen, words, widthOf(host.output));
    host.output.write(`${text}\n`);
  });
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
    { title: columns.state, text: (member) => stateOf(member, words) },
    { title: columns.chats, text: ({ chats }) => (chats === undefined ? '' : String(chats)) },
    { title: columns.waiting, text: ({ depth }) => waitingIn(depth, words) },
    { title: columns.version, text: ({ version }) => version },
  ];
  return tableOf(seen, shown, width);
}

function stateOf(
  { isAlive, isDraining, secondsSinceHeartbeat }: SeenMember,
  { state }: ClusterTexts['status'],
): string {
  if (!isAlive) return state.gone(String(secondsSinceHeartbeat));
  return isDraining ? state.draining : state.alive;
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
