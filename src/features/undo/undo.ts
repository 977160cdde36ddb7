import * as z from 'zod';
import type { UndoPlan, UndoResult } from '../../contracts/checkpoints.ts';
import type { ConversationId, InstanceId, SessionId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { id, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

export interface UndoRecord {
  readonly seq: number;
  readonly session: SessionId;
  /** The conversation that asked for it and gets the report. */
  readonly conversation: ConversationId;
  readonly locale: Locale;
  readonly requester: string;
  /** Number of the last step that it undoes. */
  readonly through: number;
  readonly state: 'wanted' | 'acting' | 'done' | 'failed';
  readonly plan: UndoPlan | undefined;
  readonly result: UndoResult | undefined;
  readonly revert: 'wanted' | 'done' | undefined;
}

/** Undos are stored before anything is done, so that the next program finishes an interrupted one. */
export interface UndoStore {
  add(
    undo: Pick<UndoRecord, 'session' | 'conversation' | 'locale' | 'requester' | 'through'> & {
      readonly instance: InstanceId;
    },
  ): number;
  get(seq: number): UndoRecord | undefined;
  /** The newest undo of a session. */
  findLast(session: SessionId): UndoRecord | undefined;
  setPlan(seq: number, plan: UndoPlan): void;
  finish(seq: number, result: UndoResult): void;
  fail(seq: number): void;
  /** Unfinished ones of this program. */
  listUnfinished(instance: InstanceId): readonly UndoRecord[];
  /** True while an undo works on these files: nothing else may. */
  isBusy(workspace: string): boolean;
  /** Records that a person approved the reverting commit, or that it was made. */
  setRevert(seq: number, revert: 'wanted' | 'done'): void;
}

/** What the commands and the reaction decide. */
export type UndoAction =
  /** Undoes the steps of a session up to the one with this number. */
  | { readonly kind: 'undo.begin'; readonly session: SessionId; readonly through: number }
  /** Asks whether to do that, because the words that led to it may have meant something else. */
  | { readonly kind: 'undo.ask'; readonly session: SessionId; readonly through: number }
  /** Looks up the changes of a session, which takes git a moment, and shows them. */
  | { readonly kind: 'undo.show-diff'; readonly session: SessionId };

const Row = z.object({
  seq: z.int(),
  session: id<'session'>(),
  conversation: id<'conversation'>(),
  locale: z.enum(['en', 'es']),
  requester: z.string(),
  through: z.int(),
  state: z.enum(['wanted', 'acting', 'done', 'failed']),
  plan: ownJson<UndoPlan>()
    .nullable()
    .transform((value) => value ?? undefined),
  result: ownJson<UndoResult>()
    .nullable()
    .transform((value) => value ?? undefined),
  revert: z
    .enum(['wanted', 'done'])
    .nullable()
    .transform((value) => value ?? undefined),
});

const SELECT = `SELECT u.seq, u.session, u.conversation, u.locale, u.requester, u.through, u.state, u.plan, u.result,
  u.revert
  FROM undos u`;
const UNFINISHED = "(u.state IN ('wanted', 'acting') OR u.revert = 'wanted')";

export function createUndoStore(database: Database): UndoStore {
  const add = database.write(`
    INSERT INTO undos (instance, session, conversation, locale, requester, through, state)
    VALUES (@instance, @session, @conversation, @locale, @requester, @through, 'wanted')`);
  const one = database.read(`${SELECT} WHERE u.seq = @seq`, Row);
  const last = database.read(`${SELECT} WHERE u.session = @session ORDER BY u.seq DESC LIMIT 1`, Row);
  const setPlan = database.write("UPDATE undos SET state = 'acting', plan = @plan WHERE seq = @seq");
  const finish = database.write("UPDATE undos SET state = 'done', result = @result WHERE seq = @seq");
  const fail = database.write("UPDATE undos SET state = 'failed' WHERE seq = @seq");
  const setRevert = database.write('UPDATE undos SET revert = @revert WHERE seq = @seq');
  const unfinished = database.read(
    `${SELECT} WHERE ${UNFINISHED} AND u.instance = @instance ORDER BY u.seq`,
    Row,
  );
  const busy = database.read(
    `SELECT u.seq FROM undos u JOIN sessions s ON s.id = u.session
     WHERE ${UNFINISHED} AND s.workspace = @workspace LIMIT 1`,
    Row.pick({ seq: true }),
  );

  return {
    add: (undo) => add.run({ ...undo }).rowid,
    get: (seq) => one.get({ seq }),
    findLast: (session) => last.get({ session }),
    setPlan: (seq, plan) => setPlan.runOnRow({ seq, plan: JSON.stringify(plan) }),
    finish: (seq, result) => finish.runOnRow({ seq, result: JSON.stringify(result) }),
    fail: (seq) => fail.runOnRow({ seq }),
    setRevert: (seq, revert) => setRevert.runOnRow({ seq, revert }),
    listUnfinished: (instance) => unfinished.all({ instance }),
    isBusy: (workspace) => busy.get({ workspace }) !== undefined,
  };
}

/** Number of the last undo of a session; undefined without one that is done. */
export function lastUndone({
  findLast,
}: Pick<UndoStore, 'findLast'>): (session: SessionId) => number | undefined {
  return (session) => {
    const undo = findLast(session);
    return undo?.state === 'done' ? undo.seq : undefined;
  };
}
