import { type CommandContext, replyWith } from '../../../contracts/commands.ts';
import { oneLine } from '../../../core/text.ts';
import type { CronAnswer } from '../cron.ts';
import { type CronLookup, type CronRecord, MAX_CRONS, type MisfirePolicy, UNDELETE_MS } from '../cron.ts';
import { passOver } from '../firing/due-runs.ts';
import { actionLine, timeOf } from '../schedule/plan-text.ts';
import { readStoredSchedule } from '../schedule/read-schedule.ts';
import { cronTexts } from '../texts/texts.ts';
import { isTheirCron, namedLine } from './list.ts';

type ChangeCron = (cron: CronRecord, context: CommandContext) => readonly CronAnswer[];

export function pauseActions(
  typed: string,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  return changeActions(
    typed,
    { verb: 'pause', change: pauseCron, fits: ({ state }) => state === 'active' },
    context,
    rows,
  );
}

export function resumeActions(
  typed: string,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  return changeActions(
    typed,
    { verb: 'resume', change: resumeCron, fits: ({ state }) => state === 'paused' },
    context,
    rows,
  );
}

export function runActions(typed: string, context: CommandContext, rows: CronLookup): readonly CronAnswer[] {
  return changeActions(typed, { verb: 'run', change: runCron }, context, rows);
}

export function deleteActions(
  typed: string,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  return changeActions(typed, { verb: 'delete', change: removeCron }, context, rows);
}

/** `/cron missed ab skip`; without the policy it says which there are. */
export function missedActions(
  typed: string,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  const [, name = '', word = ''] = /^(\S*)\s*(.*)$/s.exec(typed.trim()) ?? [];
  const policy = policyIn(word);
  const change: ChangeCron = (cron, { texts }) => {
    const crons = cronTexts(texts);
    if (cron.kind === 'at') return replyWith(crons.missed.single(cron.name));
    if (policy === undefined)
      return replyWith(crons.missed.which(cron.name, crons.missed.policy[cron.policy]));
    return [
      { kind: 'cron.change', cron: cron.id, change: { kind: 'policy', policy } },
      ...replyWith(crons.missed.set(cron.name, crons.missed.policy[policy])),
    ];
  };
  return changeActions(name, { verb: 'missed', change, fits: ({ kind }) => kind !== 'at' }, context, rows);
}

/** In both languages, whichever the chat speaks. */
function policyIn(word: string): MisfirePolicy | undefined {
  const typed = word.trim().toLowerCase();
  if (['once', 'newest', 'una', 'la última', 'la ultima'].includes(typed)) return 'once';
  if (['skip', 'none', 'ninguna'].includes(typed)) return 'skip';
  return ['all', 'todas'].includes(typed) ? 'all' : undefined;
}

/** What comes with a name that was copied, or that ends a sentence. */
const AROUND_NAME = /^[\s"'`\u2018-\u201f\u00ab]+|[\s"'`\u2018-\u201f\u00bb.,!]+$/g;

type CronVerbChange = { readonly change: ChangeCron } & (
  | { readonly verb: 'run' | 'delete' }
  /** `fits`: the crons to choose from when none is named. */
  | { readonly verb: 'pause' | 'resume' | 'missed'; readonly fits: (cron: CronRecord) => boolean }
);

/** The named cron. Without a name the reply lists the crons: none is guessed, even if there is only one. */
function changeActions(
  typed: string,
  wanted: CronVerbChange,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  const { conversation, texts } = context;
  const crons = cronTexts(texts);
  const name = oneLine(typed.replace(AROUND_NAME, ''), 20);
  const cron = rows.findByName(conversation, name);
  if (cron !== undefined) return wanted.change(cron, context);
  if (name !== '') return replyWith(crons.noSuch(name));
  const all = rows.listOfChat(conversation);
  if (all.length === 0) return replyWith(crons.empty);
  const there = 'fits' in wanted ? all.filter(wanted.fits) : all;
  if ('fits' in wanted && there.length === 0) return replyWith(crons.noneTo[wanted.verb]);
  const lines = there.map((one) => namedLine(one, context));
  return replyWith([crons.which(crons.verbs[wanted.verb]), ...lines].join('\n'));
}

function pauseCron(
  { id, name, message, state }: CronRecord,
  { texts }: CommandContext,
): readonly CronAnswer[] {
  const crons = cronTexts(texts);
  if (state === 'ended') return replyWith(crons.over(name));
  if (state === 'paused') return replyWith(crons.alreadyPaused(name));
  return [
    { kind: 'cron.change', cron: id, change: { kind: 'pause' } },
    ...replyWith(crons.paused(name, actionLine(message, texts))),
  ];
}

function resumeCron(cron: CronRecord, context: CommandContext): readonly CronAnswer[] {
  const { id, name, state, timezone } = cron;
  const crons = cronTexts(context.texts);
  if (state === 'ended') return replyWith(crons.over(name));
  if (state === 'active') return replyWith(crons.notPaused(name));
  const nextAtMs = nextAtAfterResume(cron, context.nowMs);
  if (nextAtMs === undefined) return replyWith(crons.tooLate(name));
  const next = crons.next(timeOf(nextAtMs, timezone, context), timezone);
  return [
    { kind: 'cron.change', cron: id, change: { kind: 'resume', nextAtMs } },
    ...replyWith(`${crons.resumed(name)} ${next}`),
  ];
}

function runCron({ id, name, message, last }: CronRecord, { texts }: CommandContext): readonly CronAnswer[] {
  const crons = cronTexts(texts);
  if (last?.outcome === 'pending') return replyWith(crons.stillRunning(name));
  return [
    ...replyWith(crons.running(name, actionLine(message, texts))),
    { kind: 'cron.change', cron: id, change: { kind: 'run' } },
  ];
}

function removeCron({ id, name, message }: CronRecord, { texts }: CommandContext): readonly CronAnswer[] {
  const crons = cronTexts(texts);
  return [
    { kind: 'cron.change', cron: id, change: { kind: 'delete' } },
    ...replyWith(crons.deleted(name, actionLine(message, texts))),
  ];
}

/** Brings back what was deleted last, of what this person may bring back. */
export function undeleteActions(context: CommandContext, rows: CronLookup): readonly CronAnswer[] {
  const { conversation, nowMs, texts } = context;
  const crons = cronTexts(texts);
  const deleted = rows.listDeletedSince(conversation, nowMs - UNDELETE_MS + 1);
  const cron = deleted.find((one) => isTheirCron(one, context));
  if (cron === undefined)
    return replyWith(deleted.length === 0 ? crons.nothingDeleted : cronTexts(texts).fired.notYours);
  const counts = rows.counts(cron.sender, conversation);
  const isFull = counts.person >= MAX_CRONS.person || counts.conversation >= MAX_CRONS.conversation;
  if (isFull && cron.state !== 'ended') return replyWith(crons.noRoom);
  const text = [crons.undone(cron.name), namedLine(cron, context)].join('\n');
  return [{ kind: 'cron.change', cron: cron.id, change: { kind: 'undelete' } }, ...replyWith(text)];
}

/**
 * When a paused cron runs next, if it goes on now; undefined when its time is over. One that has a distance keeps its
 * rhythm.
 * @throws Failure `invalid` when its schedule can no longer be read, as one in a zone that this machine does not know
 */
export function nextAtAfterResume(
  { schedule, timezone, nextAtMs }: Pick<CronRecord, 'schedule' | 'timezone' | 'nextAtMs'>,
  nowMs: number,
): number | undefined {
  if (nextAtMs === undefined || nextAtMs > nowMs) return nextAtMs;
  return passOver(readStoredSchedule(schedule, timezone), nextAtMs, nowMs + 1)?.nextAtMs;
}
