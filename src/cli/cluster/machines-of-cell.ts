import type { OtherCell, RelayChannel } from '../../channels/relay/relay-channel.ts';
import type { RelayRows } from '../../channels/relay/relay-rows.ts';
import { WHATSAPP } from '../../channels/whatsapp/identity.ts';
import { askCells, type CellAnswer, type CellAnswers, type CellQuestion } from '../../cluster/ask-cells.ts';
import type { ClusterDatabase } from '../../cluster/cluster-database.ts';
import type { Machines } from '../../cluster/machines.ts';
import type { CellName } from '../../cluster/names.ts';
import { type ClusterWatch, chatsNamed } from '../../cluster/overview/cluster-snapshot.ts';
import { conversationsByCell } from '../../cluster/overview/look-at-cluster.ts';
import { type Handover, moveChat } from '../../cluster/placement/handovers.ts';
import { allMembers, setDraining } from '../../cluster/placement/membership.ts';
import { spendingByCell } from '../../cluster/spending/spending.ts';
import type { MoveToProject, OtherMachines, ProjectElsewhere } from '../../contracts/machines.ts';
import { SECOND_MS, systemClock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import type { ConversationId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { fault } from '../../core/texts/faults.ts';
import { addressOf } from '../../gateway/conversation.ts';
import { isWorkspaceName } from '../../git/workspaces/workspace-name.ts';
import type { CellMover } from './moving/cell-mover.ts';

/** The parts that a cell has once its channel is open. */
export interface OpenCell {
  readonly relay: Pick<
    RelayChannel,
    'beforeCommand' | 'claimRuns' | 'moveToProject' | 'otherCells' | 'ownsItsWork'
  >;
  readonly rows: Pick<RelayRows, 'earlierCells' | 'origin'>;
  readonly mover: Pick<CellMover, 'lookAt'>;
  readonly cluster: ClusterDatabase;
  readonly watch: ClusterWatch;
}

interface MachinesOfCell extends Machines {
  /** Call it when a conversation has arrived. */
  noteArrival(): void;
  /** The answers of this cell, by the kind of the question. */
  readonly answered: CellAnswers;
}

const ANSWERED_WITHIN_MS = 3 * SECOND_MS;

/** @param open gives undefined until its channel is open: nothing starts by itself before */
export function machinesOfCell(cell: CellName, open: () => OpenCell | undefined): MachinesOfCell {
  const listeners: (() => void)[] = [];
  const answered = new Map<string, (question: Json) => Promise<Json>>();
  const now = (): OpenCell => {
    const there = open();
    if (there === undefined) throw new Failure('unavailable', fault('cell-not-joined'));
    return there;
  };
  return {
    cell,
    ownsItsWork: async (conversation) => (await open()?.relay.ownsItsWork(conversation)) ?? false,
    beforeCommand: async (conversation) => await open()?.relay.beforeCommand(conversation),
    ...goingElsewhere(open),
    onArrival: (heard) => void listeners.push(heard),
    noteArrival() {
      for (const heard of listeners) heard();
    },
    async claimRuns({ conversation, ...due }) {
      const chat = chatOf(conversation);
      if (chat === undefined) return { kind: 'ours' };
      const there = open();
      if (there === undefined) return { kind: 'later' };
      const claim = await there.relay.claimRuns(chat, due);
      // Right after this its run begins and changes its row.
      setImmediate(() => there.mover.lookAt(chat));
      return claim;
    },
    readCluster: async () => await open()?.watch.readCluster(),
    earlierCells(conversation) {
      const chat = chatOf(conversation);
      return chat === undefined ? [] : (open()?.rows.earlierCells(chat) ?? []);
    },
    readSpending: (days) => unlessAway(open(), (sql) => spendingByCell(sql, days)),
    answered,
    answers: (kind, how) => void answered.set(kind, how),
    askOthers: (kind, question, only) =>
      unlessAway(open(), (db) =>
        askOthers((name) => name !== cell && only?.includes(name) !== false, { kind, question }, db),
      ),
    chatsNamed: (words) => unlessAway(open(), (sql) => chatsNamed(sql, words)),
    async drain(meant, isDraining) {
      const { cluster, watch } = now();
      await setDraining(cluster, meant, isDraining);
      const chats = (await conversationsByCell(cluster)).get(meant) ?? 0;
      await watch.lookNow();
      return chats;
    },
    async move(chat) {
      const { cluster, watch } = now();
      let handover: Handover = 'dead';
      const moved = await moveChat(cluster, chat, {
        clock: systemClock,
        handedOver: (how) => {
          handover = how;
        },
      });
      await watch.lookNow();
      return { ...moved, handover };
    },
  };
}

/** A PostgreSQL that is known to be away is not waited for. */
async function unlessAway<T>(
  cell: OpenCell | undefined,
  ask: (db: ClusterDatabase) => Promise<T>,
): Promise<T | undefined> {
  if (cell === undefined || cell.cluster.awaySinceUpMs() !== undefined) return undefined;
  try {
    return await ask(cell.cluster);
  } catch (error) {
    if (isFailure(error) && error.kind === 'unavailable') return undefined;
    throw error;
  }
}

/** A cell that is gone has no answer. */
async function askOthers(
  isAsked: (cell: string) => boolean,
  question: CellQuestion,
  db: ClusterDatabase,
): Promise<readonly CellAnswer[]> {
  const others = (await allMembers(db)).filter(({ kind, name }) => kind === 'cell' && isAsked(name));
  const cells = others.filter(({ isAlive }) => isAlive).map(({ name }) => name);
  const within = { clock: systemClock, withinMs: ANSWERED_WITHIN_MS };
  const answers = await askCells(db, { cells, ...question }, within);
  const gone = others.filter(({ isAlive }) => !isAlive).map(({ name }) => name);
  return [...answers, ...gone.map((cell) => ({ cell, answer: undefined }))];
}

function goingElsewhere(
  open: () => OpenCell | undefined,
): Pick<OtherMachines, 'canMove' | 'moveTo' | 'projects'> {
  return {
    projects: () => projectsElsewhere(open()?.relay.otherCells() ?? []),
    canMove(conversation) {
      const chat = chatOf(conversation);
      return chat !== undefined && open()?.rows.origin(chat) !== undefined;
    },
    moveTo: (request) => moveTo(request, open()),
  };
}

async function moveTo(
  { conversation, project, messages }: Parameters<OtherMachines['moveTo']>[0],
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
  return channel === WHATSAPP ? chat : undefined;
}

/** Names that could not be a project here are not shown to people either. */
function projectsElsewhere(cells: readonly OtherCell[]): readonly ProjectElsewhere[] {
  const machines = new Map<string, string[]>();
  for (const { cell, projects } of cells) {
    for (const name of projects.filter(isWorkspaceName))
      machines.set(name, [...(machines.get(name) ?? []), cell]);
  }
  return [...machines]
    .map(([name, names]) => ({ name, machines: names }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
