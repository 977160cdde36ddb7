import { memberState, type SeenMember } from '../../../cluster/overview/look-at-cluster.ts';
import { machineLine, othersThan } from '../../../cluster/overview/machine-lines.ts';
import { formatBrief, formatDuration } from '../../../core/texts/format.ts';
import type { CellFacts } from '../facts.ts';
import { type Finding, finding } from '../finding.ts';
import type { DoctorWords } from '../texts/texts.ts';

/** More would hide what is wrong here. */
const MAX_MACHINES = 12;

/** Findings about a cell: how it is connected, and how the other machines are. */
export function cellFindings(cell: CellFacts, nowMs: number, words: DoctorWords): readonly Finding[] {
  return [...connectionFindings(cell, words), ...machineFindings(cell, nowMs, words)];
}

/** While PostgreSQL is away nothing is known of the lease but that it cannot be renewed. */
function connectionFindings({ name, isHeld, away }: CellFacts, { doctor }: DoctorWords): readonly Finding[] {
  const words = doctor.cell;
  if (away === 'no-url') return [finding('cell', 'bad', { text: words.noUrl(name), todo: words.setUrl })];
  const lease = isHeld
    ? finding('cell', 'ok', { text: words.held(name) })
    : finding('cell', 'warn', { text: words.notHeld(name), todo: words.notHeldTodo });
  const database =
    away === undefined
      ? finding('postgres', 'ok', { text: words.answers })
      : finding('postgres', 'bad', { text: words.away(formatBrief(away.ms)), todo: words.awayTodo });
  return [lease, database];
}

/** How each other machine is. One that is gone is nothing that this machine can mend, so it is never `bad`. */
function machineFindings(
  { name, seen }: CellFacts,
  nowMs: number,
  { doctor: { cell: words }, otherMachines }: DoctorWords,
): readonly Finding[] {
  if (seen === undefined) return [];
  const { atMs, isAway, members } = seen;
  const others = othersThan(name, members);
  const left = others.length - MAX_MACHINES;
  return [
    ...(isAway ? [finding('machines', 'warn', { text: words.lastSeen(formatDuration(nowMs - atMs)) })] : []),
    ...others.slice(0, MAX_MACHINES).map((member) => {
      const text = machineLine(member, { atMs, nowMs }, otherMachines);
      const todo = todoFor(member, words);
      return finding('machines', todo === undefined ? 'ok' : 'warn', {
        text,
        ...(todo === undefined ? {} : { todo }),
      });
    }),
    ...(left > 0 ? [finding('machines', 'ok', { text: otherMachines.more(String(left)) })] : []),
  ];
}

/** One that is gone matters while chats depend on it: a machine that was taken out of use has none. */
function todoFor(member: SeenMember, words: DoctorWords['doctor']['cell']): string | undefined {
  const { kind, name, isAlive, chats = 0 } = member;
  if (memberState(member) === 'full') return words.makeRoom;
  if (isAlive) return undefined;
  if (kind === 'front') return words.startFront(name);
  return chats === 0 ? undefined : words.startOrMove(name);
}
