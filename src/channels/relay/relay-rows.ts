import * as z from 'zod';
import type { CellName, FrontName } from '../../cluster/names.ts';
import { flag, id, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** Where a chat of this cell comes from. */
export interface ChatOrigin {
  readonly chat: string;
  readonly front: FrontName;
  /** Every message that is sent there carries it: the front drops messages that an earlier owner still sends. */
  readonly epoch: number;
  /** True when it lives in another cell. */
  readonly hasLeft: boolean;
  /** The epoch under which all of its state was taken over from other cells. */
  readonly takenEpoch: number;
}

export interface RelayRows {
  /** The cell that the data folder belongs to; undefined when there is none yet. */
  cell(): CellName | undefined;
  nameCell(name: CellName): void;
  /** Undefined for a chat without any message so far. */
  origin(chat: string): ChatOrigin | undefined;
  origins(): readonly ChatOrigin[];
  /** It lives here under this epoch. An older epoch than the known one changes nothing. */
  noteArrival(origin: Pick<ChatOrigin, 'chat' | 'front' | 'epoch'>): void;
  /** The state of the chat in other cells has been taken over, as of this epoch. */
  noteTakenOver(chat: string, epoch: number): void;
  noteLeft(chat: string): void;
  /** Cells where it lived before, the last one first. */
  earlierCells(chat: string): readonly string[];
  noteEarlierCells(chat: string, cells: readonly string[]): void;
  /** As `Database.refusals`. */
  refusals(): number;
}

const Name = z.object({ name: id<'cell'>() });

const Origin = z.object({
  chat: z.string(),
  front: id<'front'>(),
  epoch: z.int(),
  hasLeft: flag,
  takenEpoch: z.int(),
});

const SELECT = 'SELECT chat, front, epoch, has_left AS hasLeft, taken_epoch AS takenEpoch FROM relay_chats';

export function createRelayRows(database: Database): RelayRows {
  const name = database.read('SELECT name FROM relay_cell', Name);
  const setName = database.write('INSERT INTO relay_cell (only_row, name) VALUES (1, @name)');
  const one = database.read(`${SELECT} WHERE chat = @chat`, Origin);
  const all = database.read(`${SELECT} ORDER BY chat`, Origin);
  const arrived = database.write(
    `INSERT INTO relay_chats (chat, front, epoch) VALUES (@chat, @front, @epoch)
     ON CONFLICT (chat) DO UPDATE SET front = excluded.front, epoch = excluded.epoch, has_left = 0
       WHERE front != excluded.front OR epoch < excluded.epoch`,
  );
  const tookOver = database.write(
    'UPDATE relay_chats SET taken_epoch = @epoch WHERE chat = @chat AND taken_epoch < @epoch',
  );
  const left = database.write('UPDATE relay_chats SET has_left = 1 WHERE chat = @chat');
  const earlier = database.read(
    'SELECT earlier_cells AS cells FROM relay_chats WHERE chat = @chat',
    z.object({ cells: ownJson<readonly string[]>() }),
  );
  const noteEarlier = database.write('UPDATE relay_chats SET earlier_cells = @cells WHERE chat = @chat');
  return {
    cell: () => name.get({})?.name,
    nameCell: (cell) => void setName.run({ name: cell }),
    origin: (chat) => one.get({ chat }),
    origins: () => all.all({}),
    noteArrival: ({ chat, front, epoch }) => void arrived.run({ chat, front, epoch }),
    noteTakenOver: (chat, epoch) => void tookOver.run({ chat, epoch }),
    noteLeft: (chat) => void left.run({ chat }),
    earlierCells: (chat) => earlier.get({ chat })?.cells ?? [],
    refusals: () => database.refusals(),
    noteEarlierCells: (chat, cells) => void noteEarlier.run({ chat, cells: JSON.stringify(cells) }),
  };
}
