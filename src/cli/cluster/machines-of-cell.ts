import type { OtherCell, RelayChannel } from '../../channels/relay/relay-channel.ts';
import type { RelayRows } from '../../channels/relay/relay-rows.ts';
import type { Machines, MoveToProject, ProjectElsewhere } from '../../contracts/machines.ts';
import { isFailure } from '../../core/failure.ts';
import type { ConversationId } from '../../core/ids.ts';
import { addressOf } from '../../gateway/address.ts';
import { isWorkspaceName } from '../../git/workspaces/workspace-name.ts';
import type { CellCarrying } from './carry/carrying.ts';

/** What a cell has once its channel is open. */
export interface OpenCell {
  readonly relay: Pick<
    RelayChannel,
    'isHandingOver' | 'moveToProject' | 'otherCells' | 'ownsItsWork' | 'report'
  >;
  readonly rows: Pick<RelayRows, 'origin'>;
  readonly carrying: Pick<CellCarrying, 'mayBegin'>;
}

interface MachinesOfCell extends Machines {
  /** A conversation has come. */
  arrived(): void;
}

/** @param cell undefined until its channel is open: nothing begins by itself before */
export function machinesOfCell(cell: () => OpenCell | undefined): MachinesOfCell {
  const listeners: (() => void)[] = [];
  return {
    arrived() {
      for (const heard of listeners) heard();
    },
    whenArrived: (heard) => void listeners.push(heard),
    projects: () => projectsOf(cell()?.relay.otherCells() ?? []),
    canMove(conversation) {
      const chat = chatOf(conversation);
      return chat !== undefined && cell()?.rows.origin(chat) !== undefined;
    },
    ownsItsWork: () => cell()?.relay.ownsItsWork() ?? false,
    moveTo: (wish) => moveTo(wish, cell()),
    async mayBegin({ conversation, schedule, untilMs }) {
      const chat = chatOf(conversation);
      const open = cell();
      if (chat === undefined) return true;
      if (open === undefined || !open.relay.report().isHeld || open.relay.isHandingOver(chat)) return false;
      return await open.carrying.mayBegin(chat, { schedule, untilMs });
    },
  };
}

async function moveTo(
  { conversation, project, messages }: Parameters<Machines['moveTo']>[0],
  cell: OpenCell | undefined,
): Promise<MoveToProject> {
  const chat = chatOf(conversation);
  const origin = chat === undefined ? undefined : cell?.rows.origin(chat);
  if (cell === undefined || origin === undefined) return 'gone';
  if (origin.hasLeft) return 'moved';
  try {
    return (await cell.relay.moveToProject({ chat: origin.chat, project, messages })) ? 'moved' : 'busy';
  } catch (error) {
    const kind = isFailure(error) ? error.kind : undefined;
    if (kind === 'unavailable') return 'away';
    if (kind === 'not-found') return 'gone';
    throw error;
  }
}

/** Undefined for a conversation of this machine alone, as at its terminal. */
function chatOf(conversation: ConversationId): string | undefined {
  const { channel, chat } = addressOf(conversation);
  return channel === 'whatsapp' ? chat : undefined;
}

/** What could not be a project here is none for people either. */
function projectsOf(cells: readonly OtherCell[]): readonly ProjectElsewhere[] {
  const machines = new Map<string, string[]>();
  for (const { cell, projects } of cells) {
    for (const name of projects.filter(isWorkspaceName))
      machines.set(name, [...(machines.get(name) ?? []), cell]);
  }
  return [...machines]
    .map(([name, names]) => ({ name, machines: names }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
