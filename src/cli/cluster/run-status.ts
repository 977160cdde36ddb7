import { type ChatSummary, chatsNamed, MAX_FOUND_CHATS } from '../../cluster/overview/cluster-snapshot.ts';
import {
  databaseNowMs,
  lookAtCluster,
  type MemberSnapshot,
  memberState,
} from '../../cluster/overview/look-at-cluster.ts';
import { machineLine, recordLine } from '../../cluster/overview/machine-lines.ts';
import { type MachineTexts, machineWords } from '../../cluster/texts/texts.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { SECOND_MS, systemClock } from '../../core/clock.ts';
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
  found: readonly ChatSummary[],
  { status: words }: ClusterTexts,
  width: number,
): string {
  if (found.length === 0) return words.noChat;
  const { columns } = words;
  const shown: readonly Column<ChatSummary>[] = [
    { title: columns.chats, text: ({ conversation }) => conversation },
    { title: columns.cell, text: ({ cell }) => cell },
  ];
  const table = tableOf(found, shown, width);
  return found.length < MAX_FOUND_CHATS ? table : `${table}\n${words.firstChats(String(found.length))}`;
}

export function statusText(
  seen: readonly MemberSnapshot[],
  { status: words }: ClusterTexts,
  width: number,
): string {
  if (seen.length === 0) return words.nobody;
  const { columns } = words;
  const shown: readonly Column<MemberSnapshot>[] = [
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

type Snapshot = NonNullable<MemberSnapshot['snapshot']>;

/** The last report of a cell that is away is old: what it does now is unknown. */
function knownOf(
  { kind, isAlive, snapshot }: MemberSnapshot,
  textOf: (snapshot: Snapshot) => string,
): string {
  if (kind === 'front') return '';
  return isAlive && snapshot !== undefined ? textOf(snapshot) : '?';
}

function tasksIn({ tasks: { running, waiting } }: Snapshot): string {
  return waiting === 0 ? String(running) : `${running} + ${waiting}`;
}

function spentIn({ spentTodayMicroUsd }: Snapshot): string {
  return formatMoney(spentTodayMicroUsd);
}

function stateIn(member: MemberSnapshot, { state: words }: ClusterTexts['status']): string {
  const state = memberState(member);
  return state === 'gone' ? words.gone(String(member.secondsSinceHeartbeat)) : words[state];
}

function waitingIn(
  { waiting, active, oldestSeconds }: MemberSnapshot['depth'],
  { oldest }: ClusterTexts['status'],
): string {
  const all = waiting + active;
  return all === 0 || oldestSeconds === undefined
    ? String(all)
    : oldest(String(all), String(Math.round(oldestSeconds)));
}

export interface ClusterFinding {
  readonly isRight: boolean;
  readonly text: string;
}

interface ClusterMeasurement {
  readonly seen: readonly MemberSnapshot[];
  readonly answerMs: number;
  /** PostgreSQL's clock minus this machine's. */
  readonly clockOffsetMs: number;
}

const EXIT_ILL = 1;
/** Leases use PostgreSQL's clock alone, but the times that people read do not. */
const MAX_OFFSET_MS = 5 * SECOND_MS;
/** A job that waits longer is stuck, and not only waiting for its turn. */
const MAX_WAIT_SECONDS = 60;

/** @returns the exit code: 1 when something is wrong */
export async function runClusterDoctor(host: CliHost, asJson: boolean): Promise<number> {
  return await withCluster(host, async ({ db, words, locale }) => {
    const fromMs = systemClock.upMs();
    const nowMs = await databaseNowMs(db);
    const answerMs = systemClock.upMs() - fromMs;
    const clockOffsetMs = nowMs - systemClock.nowMs();
    const measured = { seen: await lookAtCluster(db), answerMs, clockOffsetMs };
    const findings = [
      ...clusterFindings(measured, words),
      ...machineFindings(measured, machineWords(locale).otherMachines),
    ];
    const lines = findings.map(
      ({ isRight, text }) => `${isRight ? '✅' : '❌'} ${text.replaceAll('\n', '\n   ')}`,
    );
    host.output.write(`${asJson ? JSON.stringify({ findings }) : lines.join('\n')}\n`);
    return findings.every(({ isRight }) => isRight) ? 0 : EXIT_ILL;
  });
}

/**
 * The state of each machine, and the last verified record of commands of each cell: the same lines as in the chat of
 * a cell. `clusterFindings` reports a cell that is full, or silent while chats depend on it.
 */
export function machineFindings(
  { seen }: Pick<ClusterMeasurement, 'seen'>,
  words: MachineTexts,
): readonly ClusterFinding[] {
  const nowMs = systemClock.nowMs();
  const moment = { atMs: nowMs, nowMs };
  const calm = seen.filter((one) => memberState(one) !== 'full' && (one.isAlive || (one.chats ?? 0) === 0));
  const cells = seen.filter(({ kind }) => kind === 'cell');
  return [
    ...calm.map((member) => right(machineLine(member, moment, words))),
    ...cells.map((cell) => {
      const isBroken = cell.snapshot?.verified?.head === null;
      return { isRight: !isBroken, text: recordLine(cell, moment, words) };
    }),
  ];
}

const right = (text: string): ClusterFinding => ({ isRight: true, text });
const wrong = (text: string): ClusterFinding => ({ isRight: false, text });

export function clusterFindings(
  { seen, answerMs, clockOffsetMs }: ClusterMeasurement,
  { doctor: words, status: { kind: kinds } }: ClusterTexts,
): readonly ClusterFinding[] {
  const living = (kind: MemberSnapshot['kind']) =>
    seen.filter((one) => one.kind === kind && one.isAlive).length;
  const offset = Math.round(Math.abs(clockOffsetMs) / SECOND_MS);
  // A silent machine matters only while chats depend on it: one that was taken out of use has none.
  const silent = seen.filter(({ isAlive, chats = 0 }) => !isAlive && chats > 0);
  const full = seen.filter((one) => memberState(one) === 'full');
  const stuck = seen.filter(({ depth }) => (depth.oldestSeconds ?? 0) > MAX_WAIT_SECONDS);
  const versions = [...new Set(seen.filter(({ isAlive }) => isAlive).map(({ version }) => version))];
  return [
    right(words.database(String(Math.round(answerMs)))),
    Math.abs(clockOffsetMs) > MAX_OFFSET_MS ? wrong(words.clock(String(offset))) : right(words.clockRight),
    living('front') === 0 ? wrong(words.noFront) : right(words.fronts(String(living('front')))),
    living('cell') === 0 ? wrong(words.noCell) : right(words.cells(String(living('cell')))),
    ...silent.map(({ kind, name, secondsSinceHeartbeat, chats = 0 }) =>
      wrong(words.silent(kinds[kind], name, String(secondsSinceHeartbeat), String(chats))),
    ),
    ...full.map(({ name }) => wrong(words.full(name))),
    ...(versions.length > 1 ? [wrong(words.versions(versions.join(', ')))] : []),
    ...stuck.map(({ queue, depth: { waiting, active, oldestSeconds = 0 } }) =>
      wrong(words.stuck(queue, String(waiting + active), String(Math.round(oldestSeconds)))),
    ),
    ...(stuck.length === 0 ? [right(words.flowing)] : []),
  ];
}
