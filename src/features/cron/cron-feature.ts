import type { MessageIdentity } from '../../contracts/channel.ts';
import type { CommandContext, ProgramFacts } from '../../contracts/commands.ts';
import type { Feature, FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import type { WebPage, WebResource } from '../../contracts/web-page.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { once } from '../../core/memoize.ts';
import type { EveryMinute } from '../../gateway/maintenance/maintenance.ts';
import type { KnownPeople } from '../../gateway/people/person.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { isStopWord } from '../../gateway/questions/bare-commands.ts';
import { lastWritten } from '../../gateway/questions/open-questions.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { Settings } from '../../settings/settings.ts';
import { repeatInCommits } from '../../store/repeat-in-commits.ts';
import { cronActions } from './actions.ts';
import {
  answerProposal,
  type CronProposal,
  cronCommandAnswer,
  isAboutProposal,
  proposalIn,
  repeatedCronAnswer,
} from './commands/answer.ts';
import { cronCommand } from './commands/cron.ts';
import type { CronId, CronLookup, CronStore } from './cron.ts';
import { CronClock } from './firing/cron-clock.ts';
import { CronWorker } from './firing/cron-worker.ts';
import { type CronParts, labelCronReplies, traceFire } from './firing/fire.ts';
import type { SchedulesParts } from './pages/schedule-commands.ts';
import { scheduleReader } from './schedule/read-schedule.ts';
import { cronTexts } from './texts/texts.ts';
import { createCron } from './tools/create-cron.ts';
import { deleteCron } from './tools/delete-cron.ts';
import { listCrons } from './tools/list-crons.ts';
import { type CronsOfSession, cronsBySession } from './tools/session-crons.ts';

export interface CronFeatureParts extends Omit<CronParts, 'locale' | 'scheduleOf'> {
  readonly rows: CronStore;
  readonly store: CronParts['store'] & Pick<Store, 'chosenWorkspaces'>;
  readonly program: Pick<ProgramFacts, 'limits' | 'timezone' | 'workspaces'>;
  readonly visitors: SchedulesParts['visitors'];
  readonly known: KnownPeople;
  readonly settings: Pick<Settings, 'locale' | 'timezone'>;
  readonly everyMinute: EveryMinute;
}

/** Messages and tasks at set times: `/cron`, the tools of the model for it, and what starts them. */
export function cronFeature(parts: CronFeatureParts): Feature {
  const { rows, store, known, clock, log, tracer } = parts;
  const { locale, timezone } = parts.settings;
  const worker = new CronWorker({
    rows,
    store,
    outgoing: parts.outgoing,
    accessCheck: parts.accessCheck,
    program: parts.program,
    locale,
    instance: parts.instance,
    clock,
    log,
    tracer,
    scheduleOf: scheduleReader(),
    machines: parts.machines,
    isFull: (conversation) => parts.isFull(conversation),
    handIn: (messages) => parts.handIn(messages),
  });
  const cronClock = clockFor(worker, parts);
  const wake = () => cronClock.wake();
  parts.machines?.onArrival(wake);
  const cronsOf = cronsBySession({ rows, known, store, timezone, nowMs: clock.nowMs });
  return {
    name: 'cron',
    commands: [cronCommand(rows)],
    tools: cronTools(cronsOf),
    actions: cronActions({ rows, conversations: store.conversations, worker, wake }),
    questions: cronQuestions(rows),
    answers: [
      (message, context) => cronCommandAnswer(message, context, rows),
      (message, context) => repeatedCronAnswer(message, context, rows),
    ],
    messages: {
      adjust: (actions, { scheduled }, { texts }) => labelCronReplies(actions, scheduled, texts),
      onBegun: ({ id: session }, { id, scheduled }) => {
        if (scheduled !== undefined) rows.noteSession(id, session);
      },
      onClosed({ scheduled: mark }, session) {
        // Only crons write such messages, so the id is the number of a cron.
        const cron = mark && rows.get(mark.id as CronId);
        if (mark === undefined || cron === undefined) return;
        const outcome = session === undefined ? 'refused' : 'started';
        traceFire(cron, { dueMs: mark.nominalMs, outcome, session }, tracer);
      },
    },
    // The end of a run decides about the next one, so it is looked at without waiting for the minute.
    runs: { wrapRun: (run) => (id, control) => run(id, control).finally(wake) },
    workers: [{ run: (signal) => cronClock.run(signal) }],
    pages: schedulePages(parts),
    resources: resourcesOf(parts),
    tidy: () => removeOldCrons({ rows, clock, log }),
  };
}

function schedulePages({ rows, store, program, visitors }: CronFeatureParts): readonly WebPage[] {
  const rules = once(async () => {
    const { createRuleWords } = await import('./pages/schedule-parts.tsx');
    return createRuleWords();
  });
  const schedules = once(() => scheduleReader());
  return [
    {
      path: '/schedules',
      label: (texts) => cronTexts(texts).page.label,
      async load() {
        const { schedulesView } = await import('./pages/schedules.tsx');
        return schedulesView({ rows, store, program, visitors, ruleWords: await rules() });
      },
    },
    {
      path: '/schedules/:id',
      async load() {
        const { scheduleView } = await import('./pages/schedule.tsx');
        return scheduleView({ rows, store, visitors, ruleWords: await rules(), scheduleOf: schedules() });
      },
    },
  ];
}

function resourcesOf({ rows }: Pick<CronFeatureParts, 'rows'>): readonly WebResource[] {
  return [
    {
      name: 'schedules',
      summary: 'Messages and tasks at set times, with the last run of each.',
      async load() {
        const { schedulesData } = await import('./pages/schedules-data.ts');
        return schedulesData(rows);
      },
    },
  ];
}

/** The tools of this feature for catalogues, where nothing is carried out. */
export function describedCronTools(): readonly AnyTool[] {
  return cronTools(() => {
    throw new Error('a tool of crons was called outside a running program');
  });
}

function clockFor(worker: CronWorker, { clock, log, everyMinute, machines }: CronFeatureParts): CronClock {
  return new CronClock({
    clock,
    log,
    everyMinute,
    random: Math.random,
    listDue: (nowMs) => worker.due(nowMs),
    nextDueMs: (afterMs) => worker.nextDueMs(afterMs),
    chooseRuns: (late, nowMs) => worker.chooseLateRuns(late, nowMs),
    claim: machines && ((start) => worker.claim(start)),
    passOver: (start, throughMs) => worker.passOver(start, throughMs),
    start: (start) => worker.start(start),
    settle: () => worker.settle(),
    recompute: () => worker.recompute(),
  });
}

/** Longest text of a cron in a question, in UTF-16 code units: about a line of a phone. */
const MAX_SUBJECT_LENGTH = 60;

/** A schedule in words is asked about, and the next message answers. */
function cronQuestions(rows: CronLookup): QuestionSource {
  return {
    listOpen: (context, before) => (before === undefined ? [] : proposalQuestions(before, context, rows)),
    findQuoted(message, context) {
      if (message.quotedId === undefined || !isAboutProposal(message, context)) return undefined;
      return proposalQuestions(message, context, rows)[0];
    },
  };
}

function proposalQuestions(
  message: MessageIdentity,
  context: CommandContext,
  rows: CronLookup,
): readonly FeatureQuestion[] {
  const last = lastWritten(message, context);
  const proposal = last && proposalIn(last, context);
  return proposal === undefined ? [] : [proposalQuestion(proposal, context, rows)];
}

function proposalQuestion(
  proposal: CronProposal,
  context: CommandContext,
  rows: CronLookup,
): FeatureQuestion {
  return {
    code: 'cron',
    choices: 2,
    askedAtMs: Number.POSITIVE_INFINITY,
    asks: cronTexts(context.texts).ask,
    lines: [
      `⏰ ${titleLine(proposal.request.message, MAX_SUBJECT_LENGTH)}`,
      `   ${cronTexts(context.texts).answers}`,
    ],
    answer({ text }) {
      const answer = isStopWord(text) ? false : plainYesOrNo(text);
      return answer === undefined ? undefined : answerProposal(proposal, answer, context, rows);
    },
  };
}

/** A deletion can be taken back for ten minutes, and its cron is kept a day for people who ask what became of it. */
const KEEP_DELETED_MS = DAY_MS;
const KEEP_ENDED_MS = 7 * DAY_MS;

interface TidyParts {
  readonly rows: Pick<CronStore, 'removeOld'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Forgets crons that are long over. */
export async function removeOldCrons({ rows, clock, log }: TidyParts): Promise<void> {
  const nowMs = clock.nowMs();
  const old = { deletedMs: nowMs - KEEP_DELETED_MS, endedMs: nowMs - KEEP_ENDED_MS };
  const count = await repeatInCommits((most) => rows.removeOld(old, most));
  if (count > 0) log.info('cron.removed', { count });
}

export function cronTools(cronsOf: CronsOfSession): readonly AnyTool[] {
  return [createCron(cronsOf), deleteCron(cronsOf), listCrons(cronsOf)];
}
