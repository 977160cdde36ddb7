import { moneyCapOf } from '../agent/budget/limits.ts';
import type { ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { Usage } from '../contracts/model.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { formatMoney } from '../core/texts/format.ts';
import { startOfUtcDay } from '../core/utc-day.ts';
import { atWork } from './conversation-sessions.ts';
import { estimateOf, estimateText } from './estimate.ts';
import { taskLine } from './session-text.ts';
import { spentToday } from './status.ts';
import { noSuchTask } from './task-meant.ts';
import { listedName, numberingOf, sessionNamed } from './task-name.ts';

const LOOK_BACK = 50;
const SHOWN = 3;

export const costCommand: ChatCommand = {
  name: 'cost',
  aliases: ['costo', 'coste'],
  describe: (texts) => texts.commands.cost,
  run(rest, context) {
    const { conversation, store, texts } = context;
    const latest = store.sessions.ofConversation(conversation, LOOK_BACK);
    const named = rest === '' ? context.meant : sessionNamed(rest, context);
    if (named === undefined && /^[#＃\d]/u.test(rest))
      return [{ kind: 'reply', text: noSuchTask(rest, context) }];
    const present = named === undefined ? presentOf(latest, context) : [named];
    const lines = [
      ...(present.length === 0 ? [texts.money.noTask] : []),
      ...present.flatMap((session) => costLines(session, context)),
      spentToday(context),
      ...peopleLines(context),
      ...pastLines(
        latest.filter(({ id }) => present.every((session) => session.id !== id)),
        context,
      ),
    ];
    return [{ kind: 'reply', text: lines.join('\n') }];
  },
};

/** All running sessions, else the last one. */
function presentOf(latest: readonly SessionRecord[], context: CommandContext): readonly SessionRecord[] {
  const working = atWork(context);
  if (working.length > 0) return working;
  return latest.toSorted((one, other) => other.updatedAtMs - one.updatedAtMs).slice(0, 1);
}

function costLines(session: SessionRecord, context: CommandContext): readonly string[] {
  const { store, program, texts } = context;
  const { money } = texts;
  const cached = cachedPercent(store.spending.usageOf(session.id));
  return [
    money.task(listedName(session, numberingOf(context))),
    `   ${spentOn(session, { program, texts })}`,
    ...(session.mode === 'agent' ? [`   ${estimateText(estimateOf(session, store.spending), texts)}`] : []),
    ...(cached === undefined ? [] : [`   ${money.cached(cached)}`]),
  ];
}

function spentOn(
  session: SessionRecord,
  { program, texts }: Pick<CommandContext, 'program' | 'texts'>,
): string {
  if (!session.costKnown) return texts.progress.costUnknown;
  const cap = moneyCapOf(session, program.limits);
  const spent = formatMoney(session.costMicroUsd);
  return cap === undefined ? spent : texts.money.spentOf(spent, formatMoney(cap));
}

/** Share of the model's input that came from the cache, in whole percent; undefined before there was any input. */
function cachedPercent({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number | undefined {
  const all = inputTokens + cacheReadTokens + cacheWriteTokens;
  return all === 0 ? undefined : Math.round((100 * cacheReadTokens) / all);
}

/** Only owners see what others spend, and not in a group. */
function peopleLines({ person, isGroup, store, nowMs, texts: { money } }: CommandContext): readonly string[] {
  if (person.role !== 'owner' || isGroup) return [];
  const spent = store.spending.byPerson(startOfUtcDay(nowMs));
  if (spent.length < 2) return [];
  const lines = spent.map(({ person: who, microUsd }) =>
    /^\d+$/.test(who) ? money.person(who, formatMoney(microUsd)) : money.local(formatMoney(microUsd)),
  );
  return [money.people, ...lines.map((line) => `   ${line}`)];
}

function pastLines(sessions: readonly SessionRecord[], { store, texts }: CommandContext): readonly string[] {
  const done = sessions
    .filter(({ mode, status, costKnown }) => mode === 'agent' && status === 'done' && costKnown)
    .slice(0, SHOWN);
  if (done.length === 0) return [];
  const lines = done.map((session) => {
    const estimate = estimateText(estimateOf(session, store.spending), texts);
    return `   ${formatMoney(session.costMicroUsd)} (${estimate}) · ${taskLine(session)}`;
  });
  return [texts.money.lately, ...lines];
}
