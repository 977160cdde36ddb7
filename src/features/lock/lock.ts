import * as z from 'zod';
import type { Action } from '../../contracts/commands.ts';
import type { ConversationId } from '../../core/ids.ts';
import { id, optionalInt, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

type FactorKind = 'pin' | 'totp';

/**
 * The way in which an owner proves who they are. The secret that codes are compared with is in a file: see
 * `FactorFile`.
 */
export interface Factor {
  readonly kind: FactorKind;
  readonly sinceMs: number;
  /** The last time step whose code was used. */
  readonly usedStep: number | undefined;
}

/** `asked`: by `/lock`; `idle`: nothing was heard for long; `clock`: the clock was set back. */
type LockWhy = 'asked' | 'idle' | 'clock';

export interface LockState {
  readonly why: LockWhy;
  readonly atMs: number;
}

/** The stored state of an owner. */
export interface LockPerson {
  readonly person: string;
  /** Their own chat; undefined before they wrote in one. */
  readonly conversation: ConversationId | undefined;
  readonly heardAtMs: number;
  readonly locked: LockState | undefined;
  /** Wrong codes since the last right one. */
  readonly wrong: number;
  readonly wrongAtMs: number | undefined;
}

/** A person in a chat. */
interface ChatPerson {
  readonly conversation: ConversationId;
  readonly person: string;
}

/** The actions that a person has said yes to, and that wait for their code. */
interface WaitingAnswer {
  readonly actions: readonly Action[];
  readonly atMs: number;
}

/** Who is locked, and what a code is compared with: for whatever judges a message or a yes. */
export interface LockLookup {
  /** Undefined when nothing was set up, so nothing is locked and no code is needed. */
  factor(): Factor | undefined;
  findPerson(person: string): LockPerson | undefined;
  /** Everybody whose own chat this is. */
  listPeopleIn(conversation: ConversationId): readonly LockPerson[];
  /** How many people are locked. */
  countLocked(): number;
}

/** What counts against guessing: for the check of a code. */
export interface CodeTries {
  useStep(step: number): void;
  addWrong(person: string, atMs: number): void;
  clearWrong(person: string): void;
}

/** Answers that wait for a code: for what keeps them, and for the code when it comes. */
export interface WaitingAnswers {
  setWaiting(member: ChatPerson, answer: WaitingAnswer): void;
  findWaiting(member: ChatPerson): WaitingAnswer | undefined;
  forget(member: ChatPerson): void;
  /** True while anybody's answer waits that is not older than that. */
  isAnyWaiting(sinceMs: number): boolean;
}

/** All of it, and what sets the lock up, and locks and unlocks people. */
export interface LockStore extends LockLookup, CodeTries, WaitingAnswers {
  /** Resets everything: no chat is locked, and no wrong code counts. */
  setUp(kind: FactorKind, atMs: number): void;
  /** Takes the factor away, and all locks with it. */
  takeAway(): void;
  /** `conversation`: their own chat, if it was there. */
  noteHeard(person: string, conversation: ConversationId | undefined, atMs: number): void;
  lock(person: string, locked: LockState): void;
  unlock(person: string, atMs: number): void;
}

export type LockAction =
  | { readonly kind: 'lock.lock' }
  /** A reply in a chat where nothing else is shown. */
  | { readonly kind: 'lock.say'; readonly text: string }
  | { readonly kind: 'lock.unlock' }
  /** A yes that needs a code, too. */
  | { readonly kind: 'lock.wait'; readonly actions: readonly Action[] }
  /** The actions that waited for a code are forgotten, because it came. */
  | { readonly kind: 'lock.forget' };

const FactorRow = z.object({ kind: z.enum(['pin', 'totp']), sinceMs: z.int(), usedStep: optionalInt });

const PersonRow = z
  .object({
    person: z.string(),
    conversation: id<'conversation'>().nullable(),
    heardAtMs: z.int(),
    lockedAtMs: z.int().nullable(),
    why: z.enum(['asked', 'idle', 'clock']).nullable(),
    wrong: z.int(),
    wrongAtMs: optionalInt,
  })
  .transform(({ lockedAtMs, why, conversation, ...row }): LockPerson => {
    // A row with only one of the two counts as locked as well.
    const isLocked = lockedAtMs !== null || why !== null;
    const locked = isLocked ? { why: why ?? 'asked', atMs: lockedAtMs ?? 0 } : undefined;
    return { ...row, conversation: conversation ?? undefined, locked };
  });

const SELECT = `
  SELECT person, conversation, heard_at_ms AS heardAtMs, locked_at_ms AS lockedAtMs, why, wrong, wrong_at_ms AS wrongAtMs
  FROM lock_people`;

const Count = z.object({ count: z.int() });

export function createLockStore(database: Database): LockStore {
  return { ...factorRows(database), ...personRows(database), ...answerRows(database) };
}

function factorRows(database: Database): Pick<LockStore, 'factor' | 'setUp' | 'takeAway' | 'useStep'> {
  const factor = database.read(
    'SELECT kind, since_ms AS sinceMs, used_step AS usedStep FROM lock_factor',
    FactorRow,
  );
  const put = database.write(`
    INSERT INTO lock_factor (one, kind, since_ms, used_step) VALUES (1, @kind, @atMs, NULL)
    ON CONFLICT (one) DO UPDATE SET kind = excluded.kind, since_ms = excluded.since_ms, used_step = NULL`);
  const use = database.write('UPDATE lock_factor SET used_step = @step');
  const clear = ['lock_factor', 'lock_people', 'lock_answers'].map((table) =>
    database.write(`DELETE FROM ${table}`),
  );
  const takeAway = (): void => {
    for (const remove of clear) remove.run({});
  };
  return {
    factor: () => factor.get({}),
    setUp: (kind, atMs) =>
      database.atomically(() => {
        takeAway();
        put.run({ kind, atMs });
      }),
    takeAway: () => database.atomically(takeAway),
    useStep: (step) => void use.run({ step }),
  };
}

type PersonRows = Omit<LockStore, keyof ReturnType<typeof factorRows> | keyof WaitingAnswers>;

function personRows(database: Database): PersonRows {
  const one = database.read(`${SELECT} WHERE person = @person`, PersonRow);
  const inChat = database.read(`${SELECT} WHERE conversation = @conversation`, PersonRow);
  const locked = database.read(
    'SELECT count(*) AS count FROM lock_people WHERE locked_at_ms IS NOT NULL OR why IS NOT NULL',
    Count,
  );
  const heard = database.write(`
    INSERT INTO lock_people (person, conversation, heard_at_ms) VALUES (@person, @conversation, @atMs)
    ON CONFLICT (person) DO UPDATE
      SET heard_at_ms = excluded.heard_at_ms, conversation = coalesce(excluded.conversation, conversation)`);
  const lock = database.write(`
    INSERT INTO lock_people (person, heard_at_ms, locked_at_ms, why) VALUES (@person, @atMs, @atMs, @why)
    ON CONFLICT (person) DO UPDATE SET locked_at_ms = excluded.locked_at_ms, why = excluded.why`);
  const unlock = database.write(`
    UPDATE lock_people SET locked_at_ms = NULL, why = NULL, heard_at_ms = @atMs WHERE person = @person`);
  const addWrong = database.write(`
    INSERT INTO lock_people (person, heard_at_ms, wrong, wrong_at_ms) VALUES (@person, @atMs, 1, @atMs)
    ON CONFLICT (person) DO UPDATE SET wrong = wrong + 1, wrong_at_ms = excluded.wrong_at_ms`);
  const clearWrong = database.write(
    'UPDATE lock_people SET wrong = 0, wrong_at_ms = NULL WHERE person = @person',
  );
  return {
    findPerson: (person) => one.get({ person }),
    listPeopleIn: (conversation) => inChat.all({ conversation }),
    countLocked: () => locked.get({})?.count ?? 0,
    noteHeard: (person, conversation: ConversationId | undefined, atMs) =>
      void heard.run({ person, conversation: conversation ?? null, atMs }),
    lock: (person, { why, atMs }) => void lock.run({ person, why, atMs }),
    unlock: (person, atMs) => void unlock.run({ person, atMs }),
    addWrong: (person, atMs) => void addWrong.run({ person, atMs }),
    clearWrong: (person) => void clearWrong.run({ person }),
  };
}

function answerRows(database: Database): WaitingAnswers {
  const put = database.write(`
    INSERT INTO lock_answers (conversation, person, actions, at_ms) VALUES (@conversation, @person, @actions, @atMs)
    ON CONFLICT (conversation, person) DO UPDATE SET actions = excluded.actions, at_ms = excluded.at_ms`);
  const one = database.read(
    'SELECT actions, at_ms AS atMs FROM lock_answers WHERE conversation = @conversation AND person = @person',
    z.object({ actions: ownJson<readonly Action[]>(), atMs: z.int() }),
  );
  const remove = database.write(
    'DELETE FROM lock_answers WHERE conversation = @conversation AND person = @person',
  );
  const since = database.read('SELECT count(*) AS count FROM lock_answers WHERE at_ms >= @sinceMs', Count);
  return {
    setWaiting: ({ conversation, person }, { actions, atMs }) =>
      void put.run({ conversation, person, actions: JSON.stringify(actions), atMs }),
    findWaiting: ({ conversation, person }) => one.get({ conversation, person }),
    forget: ({ conversation, person }) => void remove.run({ conversation, person }),
    isAnyWaiting: (sinceMs) => (since.get({ sinceMs })?.count ?? 0) > 0,
  };
}
