import { basename } from 'node:path';
import * as z from 'zod';
import type { AnnouncedState } from '../../contracts/machines.ts';
import type { ConversationStore } from '../../contracts/session-stores.ts';
import { type ConversationId, sessionIdOf } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { Database } from '../../store/database.ts';
import {
  type CronId,
  CronKind,
  CronOutcome,
  type CronRecord,
  type CronRun,
  MisfirePolicy,
  PauseReason,
} from './cron.ts';
import { passOver } from './firing/due-runs.ts';
import { cronKey } from './firing/fire.ts';
import { createCronStore } from './rows/cron-store.ts';
import { parseCronAction } from './schedule/plan-cron.ts';
import { type ScheduleReader, scheduleReader } from './schedule/read-schedule.ts';
import { cronTexts } from './texts/texts.ts';

interface CronMovingParts {
  readonly database: Database;
  readonly conversations: Pick<ConversationStore, 'setZone' | 'zone'>;
  /** Where a project of this name is, or would be, on this machine; undefined when it could be nowhere. */
  placeOf(project: string): { readonly path: string; readonly isHere: boolean } | undefined;
}

interface ArrivingCrons {
  readonly conversation: ConversationId;
  readonly copies: Json;
  /** By name: runs until then began on the other machine, in milliseconds since 1970. */
  readonly begun: ReadonlyMap<string, number>;
}

/** Names of schedules that came with a chat. */
export interface ArrivedCrons {
  /** Active or paused as they were. */
  readonly asTheyWere: readonly string[];
  /** Paused, because their tasks work in a project that is not here. */
  readonly withoutProject: readonly string[];
  /** Their last run was to begin just when the other machine was lost: it is not begun again. */
  readonly inDoubt: readonly string[];
}

/** Schedules of a chat that moves from one machine to another. */
export interface CronMoving {
  copies(conversation: ConversationId): Json;
  /** Inside a transaction: the chat lives on another machine, and they run there. */
  end(conversation: ConversationId): void;
  /**
   * Inside a transaction: the copies replace what an earlier stay left here. Runs that were missed on the way are due,
   * as after an outage. Undefined, and nothing is changed, for copies that this version cannot read.
   */
  arrive(arriving: ArrivingCrons): ArrivedCrons | undefined;
}

export function createCronMoving({ database, conversations, placeOf }: CronMovingParts): CronMoving {
  const rows = createCronMoveRows(database);
  const crons = createCronStore(database);
  const scheduleOf = scheduleReader();
  return {
    copies: (conversation) => cronCopies(crons.listOfChat(conversation), conversations.zone(conversation)),
    end: (conversation) => rows.endAll(conversation),
    arrive({ conversation, copies, begun }) {
      const { data } = CronCopies.safeParse(copies);
      if (data === undefined) return undefined;
      rows.removeAll(conversation);
      if (data.timezone !== undefined) conversations.setZone(conversation, data.timezone);
      const arrived = data.crons.map((copy) => {
        const place = copy.project === undefined ? undefined : placeOf(copy.project);
        const one = placeCron(copy, place, comingRun(copy, begun.get(copy.name), scheduleOf));
        if (one.isOver) return one;
        const { pauseReason, nextAtMs } = one;
        const id = rows.add({ ...copy, conversation, workspace: place?.path, pauseReason, nextAtMs });
        if (copy.last !== undefined) crons.addRun(id, { run: runOf(copy.last, id) });
        return one;
      });
      return {
        asTheyWere: namesWhere(arrived, ({ isOver, lacksProject }) => !isOver && !lacksProject),
        withoutProject: namesWhere(arrived, ({ isOver, lacksProject }) => !isOver && lacksProject),
        inDoubt: namesWhere(arrived, ({ isInDoubt }) => isInDoubt),
      };
    },
  };
}

/**
 * No `ChatState`: the message about the move names the schedules, which runs have begun is known to PostgreSQL alone,
 * and cells of earlier versions look for the copies where they have always been.
 */
export function schedulesState(moving: CronMoving): AnnouncedState {
  return {
    name: 'schedules',
    read: (conversation) => moving.copies(conversation),
    arrive: ({ conversation, copy, begun, locale }) =>
      arrivedLines(moving.arrive({ conversation, copies: copy, begun }), locale),
    leave: (conversation) => moving.end(conversation),
  };
}

const MAX_SHOWN = 5;

function arrivedLines(arrived: ArrivedCrons | undefined, locale: Locale): readonly string[] {
  const { came, paused, doubtful, unreadable } = cronTexts(texts(locale)).moved;
  if (arrived === undefined) return [unreadable];
  const { asTheyWere, withoutProject, inDoubt } = arrived;
  return [
    ...(asTheyWere.length === 0 ? [] : [came(shownNames(asTheyWere))]),
    ...(withoutProject.length === 0 ? [] : [paused(shownNames(withoutProject))]),
    ...(inDoubt.length === 0 ? [] : [doubtful(shownNames(inDoubt))]),
  ];
}

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN).map(escapeHidden).join(', ');
  const rest = names.length - MAX_SHOWN;
  return rest > 0 ? `${shown} +${rest}` : shown;
}

/** How one stands on this machine. */
interface PlacedCron extends ComingRun {
  readonly name: string;
  readonly pauseReason: CronCopy['pauseReason'];
  readonly lacksProject: boolean;
  /** No run of it comes any more. */
  readonly isOver: boolean;
}

function placeCron(
  copy: CronCopy,
  place: { readonly isHere: boolean } | undefined,
  run: ComingRun,
): PlacedCron {
  const lacksProject = needsProject(copy) && place?.isHere !== true;
  return {
    ...run,
    name: copy.name,
    pauseReason: copy.pauseReason ?? (lacksProject ? 'asked' : undefined),
    lacksProject,
    isOver: copy.pauseReason === undefined && run.nextAtMs === undefined,
  };
}

function namesWhere(all: readonly PlacedCron[], isChosen: (one: PlacedCron) => boolean): readonly string[] {
  return all.filter(isChosen).map(({ name }) => name);
}

/** True for a task, which needs a project; words for the chat need none. */
function needsProject({ project, message }: CronCopy): boolean {
  return project !== undefined && parseCronAction(message).kind !== 'message';
}

interface ComingRun {
  /** Undefined when there is none. */
  readonly nextAtMs: number | undefined;
  /** True when the last run that began on the other machine is missing in the copy. */
  readonly isInDoubt: boolean;
}

/** A run that has begun on the other machine does not begin again, even when the copy is older than that run. */
function comingRun(copy: CronCopy, begunUntilMs: number | undefined, scheduleOf: ScheduleReader): ComingRun {
  const { pauseReason, nextAtMs, last } = copy;
  const isUnread = last?.outcome === 'pending' && last.session === undefined;
  if (pauseReason !== undefined || nextAtMs === undefined || nextAtMs > (begunUntilMs ?? 0))
    return { nextAtMs, isInDoubt: isUnread };
  const schedule = scheduleOf(copy);
  // A cron that cannot be read is paused by the program that is to begin it.
  if (schedule === undefined) return { nextAtMs, isInDoubt: true };
  return {
    nextAtMs: passOver(schedule, nextAtMs, (begunUntilMs ?? 0) + 1)?.nextAtMs,
    isInDoubt: true,
  };
}

function runOf({ session, ...run }: NonNullable<CronCopy['last']>, id: CronId): CronRun {
  return {
    ...run,
    key: cronKey(id, run.nominalMs),
    session: session === undefined ? undefined : sessionIdOf(session),
  };
}

/** PostgreSQL does not take it. */
const ZERO = '\u0000';

const CronCopy = z.object({
  name: z.string(),
  kind: CronKind,
  schedule: z.string(),
  timezone: z.string(),
  message: z.string(),
  policy: MisfirePolicy,
  sender: z.string(),
  inGroup: z.boolean(),
  /** Name of the folder that its tasks work in. */
  project: z.string().optional(),
  createdAtMs: z.int(),
  pauseReason: PauseReason.optional(),
  nextAtMs: z.int().optional(),
  failures: z.int(),
  last: z
    .object({
      nominalMs: z.int(),
      atMs: z.int(),
      outcome: CronOutcome,
      session: z.string().optional(),
    })
    .optional(),
});
type CronCopy = z.infer<typeof CronCopy>;

/** The schedules of a chat as another machine reads them: those that can still run, active or paused. */
const CronCopies = z.object({
  /** The zone that its times are in; missing: that of the settings. */
  timezone: z.string().optional(),
  crons: z.array(CronCopy),
});

/** As JSON: what is undefined is left out. */
function cronCopies(crons: readonly CronRecord[], timezone: string | undefined): Json {
  const copies: z.infer<typeof CronCopies> = {
    timezone,
    crons: crons.filter(({ state }) => state !== 'ended').map(copyOf),
  };
  return JSON.parse(JSON.stringify(copies));
}

function copyOf(cron: CronRecord): CronCopy {
  const { name, kind, schedule, timezone, policy, sender, inGroup, createdAtMs } = cron;
  const { workspace, pauseReason, nextAtMs, failures, last } = cron;
  return {
    name,
    kind,
    schedule,
    timezone,
    message: cron.message.replaceAll(ZERO, ''),
    policy,
    sender,
    inGroup,
    project: workspace === undefined ? undefined : basename(workspace),
    createdAtMs,
    pauseReason,
    nextAtMs,
    failures,
    last: last && {
      nominalMs: last.nominalMs,
      atMs: last.atMs,
      outcome: last.outcome,
      session: last.session,
    },
  };
}

/** One that comes from another machine. */
type MovedCron = Pick<
  CronRecord,
  | 'name'
  | 'kind'
  | 'schedule'
  | 'timezone'
  | 'message'
  | 'policy'
  | 'sender'
  | 'inGroup'
  | 'createdAtMs'
  | 'conversation'
  | 'failures'
> & {
  readonly workspace: string | undefined;
  /** Undefined when it is active. */
  readonly pauseReason: CronRecord['pauseReason'];
  /** An active one has to have it. */
  readonly nextAtMs: number | undefined;
};

/** What only a move to another machine does with crons. */
interface CronMoveRows {
  /** All of them have ended; how their last runs ended is still written down. */
  endAll(conversation: ConversationId): void;
  /** With their runs. */
  removeAll(conversation: ConversationId): void;
  /** Limits were checked where it was made. */
  add(cron: MovedCron): CronId;
}

function createCronMoveRows(database: Database): CronMoveRows {
  const end = database.write(`
    UPDATE user_cron_jobs SET active = 0, pause_reason = NULL, next_at_ms = NULL WHERE conversation = @conversation`);
  const remove = database.write('DELETE FROM user_cron_jobs WHERE conversation = @conversation');
  const insert = database.write(`
    INSERT INTO user_cron_jobs (phone_number, schedule, message, created_at, active, name, channel, conversation,
      in_group, workspace, kind, timezone, policy, next_at_ms, pause_reason, failures)
    VALUES (@sender, @schedule, @message, datetime(@createdAtMs / 1000, 'unixepoch'), @pauseReason IS NULL, @name,
      substr(@conversation, 1, instr(@conversation, ':') - 1), @conversation, @inGroup, @workspace, @kind, @timezone, @policy,
      @nextAtMs, @pauseReason, @failures)`);
  return {
    endAll: (conversation) => void end.run({ conversation }),
    removeAll: (conversation) => void remove.run({ conversation }),
    add(cron) {
      const { name, kind, schedule, timezone, message, policy, sender, inGroup, createdAtMs } = cron;
      const { conversation, failures, workspace, pauseReason, nextAtMs } = cron;
      const { rowid } = insert.run({
        name,
        kind,
        schedule,
        timezone,
        message,
        policy,
        sender,
        inGroup,
        createdAtMs,
        conversation,
        failures,
        workspace,
        pauseReason,
        nextAtMs,
      });
      return rowid as CronId; // safe: it is the row's number
    },
  };
}
