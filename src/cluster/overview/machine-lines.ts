import { SECOND_MS, startOfUtcDay } from '../../core/clock.ts';
import { formatDuration, formatMoney } from '../../core/texts/format.ts';
import type { MachineTexts } from '../texts/texts.ts';
import type { ClusterSnapshot } from './cluster-snapshot.ts';
import { type MemberSnapshot, memberState } from './look-at-cluster.ts';

/** About two screens of a phone. */
const MAX_LINES = 12;

export interface Viewer {
  /** The cell that shows the list; it is left out, because it knows itself better. */
  readonly cell: string;
  readonly nowMs: number;
  readonly words: MachineTexts;
}

/** One line for each other machine, those that are gone first. Undefined if they were never seen. */
export function otherMachineLines(seen: ClusterSnapshot | undefined, viewer: Viewer): readonly string[] {
  return [
    ...memberLines(seen, viewer, machineLine),
    ...(seen === undefined ? [] : togetherLine(seen, viewer)),
  ];
}

/** What all cells do and have spent, this one included; nothing if it is the only one. */
function togetherLine({ members, atMs }: ClusterSnapshot, { words }: Viewer): readonly string[] {
  const cells = members.filter(({ kind }) => kind === 'cell');
  if (cells.length < 2) return [];
  const { tasks, microUsd } = togetherOf(cells, atMs);
  return [words.together([tasksIn({ tasks }, words), words.today(formatMoney(microUsd))].join(' · '))];
}

/** Sums the tasks of living cells, and the money of all that reported today. */
export function togetherOf(cells: readonly MemberSnapshot[], atMs: number): ClusterTotals {
  const living = cells.flatMap(({ isAlive, snapshot }) =>
    isAlive && snapshot !== undefined ? snapshot : [],
  );
  const saidThatDay = cells.flatMap(({ snapshot }) =>
    snapshot !== undefined && atMs - SECOND_MS * snapshot.secondsOld >= startOfUtcDay(atMs) ? snapshot : [],
  );
  return {
    tasks: {
      running: living.reduce((sum, { tasks }) => sum + tasks.running, 0),
      waiting: living.reduce((sum, { tasks }) => sum + tasks.waiting, 0),
    },
    microUsd: saidThatDay.reduce((sum, { spentTodayMicroUsd }) => sum + spentTodayMicroUsd, 0),
  };
}

interface ClusterTotals {
  readonly tasks: { readonly running: number; readonly waiting: number };
  /** Since midnight UTC. */
  readonly microUsd: number;
}

/** The other cells with the end of their records of commands, as each has last verified it itself. */
export function otherRecordLines(seen: ClusterSnapshot | undefined, viewer: Viewer): readonly string[] {
  const cells = seen && { ...seen, members: seen.members.filter(({ kind }) => kind === 'cell') };
  return memberLines(cells, viewer, recordLine);
}

function memberLines(
  seen: ClusterSnapshot | undefined,
  { cell, nowMs, words }: Viewer,
  lineOf: (member: MemberSnapshot, moment: LookMoment, words: MachineTexts) => string,
): readonly string[] {
  if (seen === undefined) return [words.unseen];
  const { atMs, isAway, members } = seen;
  const others = othersThan(cell, members);
  const shown = others.slice(0, MAX_LINES).map((member) => lineOf(member, { atMs, nowMs }, words));
  const left = others.length - shown.length;
  return [
    isAway ? words.asOf(formatDuration(nowMs - atMs)) : words.here(cell),
    ...(others.length === 0 ? [words.alone] : shown),
    ...(left === 0 ? [] : [words.more(String(left))]),
  ];
}

/** The other machines: those that are gone first, then cells before fronts, each by its name. */
export function othersThan(cell: string, members: readonly MemberSnapshot[]): readonly MemberSnapshot[] {
  const others = members.filter(({ kind, name }) => kind === 'front' || name !== cell);
  return [...others.filter(({ isAlive }) => !isAlive), ...others.filter(({ isAlive }) => isAlive)];
}

export interface LookMoment {
  /** The moment of the look. */
  readonly atMs: number;
  readonly nowMs: number;
}

/** The state of a machine; of one that is gone only since when, because its last report is old. */
export function machineLine(member: MemberSnapshot, moment: LookMoment, words: MachineTexts): string {
  const { kind, name, snapshot } = member;
  const state = memberState(member);
  const age = words.heard(sinceHeartbeat(member, moment));
  const facts =
    state !== 'gone'
      ? [
          words[state],
          ...(snapshot === undefined
            ? []
            : [tasksIn(snapshot, words), words.today(formatMoney(snapshot.spentTodayMicroUsd))]),
          ...waitingIn(member, words),
          age,
        ]
      : goneFacts(member, moment, words);
  return `${words[kind](name)}: ${facts.join(' · ')}`;
}

function goneFacts(member: MemberSnapshot, moment: LookMoment, words: MachineTexts): readonly string[] {
  const { chats = 0 } = member;
  return [
    words.gone(sinceHeartbeat(member, moment)),
    ...(chats === 0 ? [] : [words.chats(String(chats))]),
    ...waitingIn(member, words),
  ];
}

function tasksIn(
  { tasks: { running, waiting } }: Pick<NonNullable<MemberSnapshot['snapshot']>, 'tasks'>,
  words: MachineTexts,
): string {
  return waiting === 0 ? words.tasks(String(running)) : words.tasksWaiting(String(running), String(waiting));
}

function waitingIn(
  { depth: { waiting, active, oldestSeconds = 0 } }: MemberSnapshot,
  words: MachineTexts,
): readonly string[] {
  const all = waiting + active;
  return all === 0 ? [] : [words.messages(String(all), formatDuration(SECOND_MS * oldestSeconds))];
}

const MAX_HASH_SHOWN = 12;

/**
 * The end of the record as the cell itself has verified it; its whole hash is in the console and in `wasap cluster
 * status --json`.
 */
export function recordLine(member: MemberSnapshot, moment: LookMoment, words: MachineTexts): string {
  const { kind, name, isAlive, snapshot } = member;
  const gone = isAlive ? [] : [words.gone(sinceHeartbeat(member, moment))];
  return `${words[kind](name)}: ${[...gone, verifiedIn(snapshot?.verified ?? null, moment, words)].join(' · ')}`;
}

function verifiedIn(
  verified: NonNullable<MemberSnapshot['snapshot']>['verified'],
  { nowMs }: LookMoment,
  words: MachineTexts,
): string {
  if (verified === null) return words.unverified;
  const span = formatDuration(Math.max(0, nowMs - verified.atMs));
  const { head } = verified;
  return head === null
    ? words.broken(span)
    : words.verified(String(head.newest), span, head.hash.slice(0, MAX_HASH_SHOWN));
}

function sinceHeartbeat({ secondsSinceHeartbeat }: MemberSnapshot, { atMs, nowMs }: LookMoment): string {
  return formatDuration(Math.max(0, nowMs - atMs) + SECOND_MS * secondsSinceHeartbeat);
}
