import { moneyCapOf } from '../../agent/budget/limits.ts';
import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Usage } from '../../contracts/model.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { startOfUtcDay } from '../../core/clock.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { todaysSpendingText } from '../../gateway/people/authority.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { atWork } from '../../gateway/tasks/conversation-sessions.ts';
import { estimateOf, estimateText } from '../../gateway/tasks/estimate.ts';
import { noSuchTask, sessionNamed } from '../../gateway/tasks/resolve-task.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { listedName, numberingOf } from '../../gateway/tasks/task-name.ts';
import type { MoneyParts } from './pages/money.tsx';
import type { ReadSpending } from './spending-report.ts';
import { costTexts } from './texts/texts.ts';

export interface CostFeatureParts extends Pick<MoneyParts, 'machines' | 'program'> {
  /** Opened when somebody looks. */
  spending(): ReadSpending;
}

/**
 * What tasks cost, expected and actual: `/cost`, and what all of it comes to. Who may spend how much is decided in
 * `gateway/people/` and `agent/budget/`.
 */
export function costFeature({ spending, program, machines }: CostFeatureParts): Feature {
  return {
    name: 'cost',
    commands: [costCommand],
    pages: [
      {
        path: '/money',
        label: (texts) => costTexts(texts).page.label,
        group: 'records',
        async load() {
          const { moneyView } = await import('./pages/money.tsx');
          return moneyView({ spending: spending(), program, machines });
        },
      },
    ],
    resources: [
      {
        name: 'money',
        summary: 'What was spent by day, person, model and project, and the limits.',
        async load() {
          const { moneyData } = await import('./pages/money-data.ts');
          return moneyData({ spending: spending(), program, machines });
        },
      },
    ],
  };
}

const MAX_SESSIONS_SEARCHED = 50;
const MAX_TASKS_SHOWN = 3;

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:see|know|check) (?:what|how much) (?:you cost|a task costs|i (?:spent|have spent)(?: today)?)',
  '(?:(?:veo|ver|se|saber) )?cuanto (?:cuestas|cuesta una tarea|gaste(?: hoy)?|he gastado|llevo gastado)',
);

const costCommand: ChatCommand = {
  name: 'cost',
  aliases: ['usage', 'costo', 'coste', 'gasto'],
  topic: 'program',
  asked: QUESTION_PATTERN,
  describe: (texts) => costTexts(texts).command,
  run(rest, context) {
    const { conversation, store, texts } = context;
    const latest = store.sessions.listNewest(conversation, MAX_SESSIONS_SEARCHED);
    const named = rest === '' ? context.meant : sessionNamed(rest, context);
    if (named === undefined && /^[#＃\d]/u.test(rest))
      return [{ kind: 'reply', text: noSuchTask(rest, context) }];
    const present = named === undefined ? presentOf(latest, context) : [named];
    const lines = [
      ...(present.length === 0 ? [costTexts(texts).noTask] : []),
      ...present.flatMap((session) => costLines(session, context)),
      todaysSpendingText(context),
      ...peopleLines(context),
      ...pastLines(
        latest.filter(({ id }) => present.every((session) => session.id !== id)),
        context,
      ),
    ];
    return [{ kind: 'reply', text: lines.join('\n') }];
  },
};

/** All running sessions, else the last task: a talk only where there is no task yet. */
function presentOf(latest: readonly SessionRecord[], context: CommandContext): readonly SessionRecord[] {
  const working = atWork(context);
  if (working.length > 0) return working;
  const tasks = latest.filter(({ mode }) => mode === 'agent');
  const candidates = tasks.length > 0 ? tasks : latest;
  return candidates.toSorted((one, other) => other.state.updatedAtMs - one.state.updatedAtMs).slice(0, 1);
}

function costLines(session: SessionRecord, context: CommandContext): readonly string[] {
  const { store, program, texts } = context;
  const words = costTexts(texts);
  const cached = cachedPercent(store.spending.usageOf(session.id));
  return [
    words.task(listedName(session, numberingOf(context))),
    `   ${spentOn(session, { program, texts })}`,
    ...(session.mode === 'agent' ? [`   ${estimateText(estimateOf(session, store.spending), texts)}`] : []),
    ...(cached === undefined ? [] : [`   ${words.cached(cached)}`]),
  ];
}

function spentOn(
  session: SessionRecord,
  { program, texts }: Pick<CommandContext, 'program' | 'texts'>,
): string {
  const { costKnown, costMicroUsd } = session.usage;
  if (!costKnown) return texts.progress.costUnknown;
  const cap = moneyCapOf(session, program.limits);
  const spent = formatMoney(costMicroUsd);
  return cap === undefined ? spent : costTexts(texts).spentOf(spent, formatMoney(cap));
}

/** Share of the model's input that came from the cache, in whole percent; undefined before there was any input. */
function cachedPercent({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number | undefined {
  const all = inputTokens + cacheReadTokens + cacheWriteTokens;
  return all === 0 ? undefined : Math.round((100 * cacheReadTokens) / all);
}

/** Only owners see what others spend, and not in a group. */
function peopleLines({ person, isGroup, store, nowMs, texts }: CommandContext): readonly string[] {
  if (person.role !== 'owner' || isGroup) return [];
  const words = costTexts(texts);
  const spent = store.spending.byPerson(startOfUtcDay(nowMs));
  if (spent.length < 2) return [];
  const lines = spent.map(({ person: who, microUsd }) =>
    /^\d+$/.test(who) ? words.person(who, formatMoney(microUsd)) : words.local(formatMoney(microUsd)),
  );
  return [words.people, ...lines.map((line) => `   ${line}`)];
}

function pastLines(sessions: readonly SessionRecord[], { store, texts }: CommandContext): readonly string[] {
  const done = sessions
    .filter(({ mode, state, usage }) => mode === 'agent' && state.status === 'done' && usage.costKnown)
    .slice(0, MAX_TASKS_SHOWN);
  if (done.length === 0) return [];
  const lines = done.map((session) => {
    const estimate = estimateText(estimateOf(session, store.spending), texts);
    return `   ${formatMoney(session.usage.costMicroUsd)} (${estimate}) · ${taskLine(session)}`;
  });
  return [costTexts(texts).lately, ...lines];
}
