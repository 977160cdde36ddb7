import { breakdownOf, type ContextBreakdown } from '../../agent/context/breakdown.ts';
import { FULL_SHARE } from '../../agent/context/judge-context.ts';
import { SessionContext } from '../../agent/context/session-context.ts';
import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { formatTokens } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { latestMeant } from '../../gateway/tasks/task-meant.ts';
import { listedName, numberingOf } from '../../gateway/tasks/task-name.ts';

/** Blocks in the bar: as many as a phone shows in one line beside a number. */
const BAR = 10;
/** How many tools are named one by one. */
const MAX_TOOLS = 4;

export const contextCommand: ChatCommand = {
  name: 'context',
  aliases: [],
  describe: (texts) => texts.commands.context,
  run(rest, context) {
    const meant = latestMeant(rest, '/context', context);
    switch (meant.kind) {
      case 'task':
        return [{ kind: 'reply', text: contextText(meant.session, context).join('\n') }];
      case 'told':
        return [{ kind: 'reply', text: meant.text }];
      case 'none':
        return [{ kind: 'reply', text: context.texts.context.none }];
    }
  },
};

function contextText(session: SessionRecord, context: CommandContext): readonly string[] {
  const { store, program, texts } = context;
  const words = texts.context;
  const name = listedName(session, numberingOf(context));
  const view = new SessionContext(store, session.id);
  if (view.count === 0) return [words.title(name), words.empty];
  const window = view.windowTokens(program.limits.contextTokens);
  const breakdown = breakdownOf(view, session);
  const { tokens, isMeasured } = breakdown;
  const told = isMeasured ? words.counted : words.about;
  return [
    words.title(name),
    `${barOf(tokens / window)} ${percentOf(tokens, window)} %`,
    told(formatTokens(tokens), formatTokens(window)),
    words.parts,
    ...partLines(breakdown, window, texts),
    words.due(formatTokens(window * FULL_SHARE)),
    ...compactedBefore(session, { store, texts }),
  ];
}

function partLines(
  breakdown: ContextBreakdown,
  window: number,
  { context: words }: Texts,
): readonly string[] {
  const { system, tools, task, summary, conversation, results, tokens } = breakdown;
  const line = (name: keyof typeof words.names, part: number): readonly string[] =>
    part > 0 ? [`· ${words.names[name]}: ${formatTokens(part)} (${percentOf(part, window)} %)`] : [];
  const shown = results.slice(0, MAX_TOOLS);
  const others = results.slice(MAX_TOOLS);
  const sum = (list: ContextBreakdown['results']): number => list.reduce((all, one) => all + one.tokens, 0);
  return [
    ...line('system', system),
    ...line('tools', tools),
    ...line('task', task),
    ...line('summary', summary),
    ...line('conversation', conversation),
    ...line('results', sum(results)),
    ...shown.map((one) => `   ${one.tool} ${formatTokens(one.tokens)}`),
    ...(others.length > 0 ? [words.otherTools(others.length, formatTokens(sum(others)))] : []),
    ...line('free', window - tokens),
  ];
}

function compactedBefore(
  { id }: SessionRecord,
  { store, texts }: Pick<CommandContext, 'store' | 'texts'>,
): readonly string[] {
  const all = store.contexts.all(id);
  const last = all.at(-1);
  if (last === undefined) return [];
  const [before, after] = [formatTokens(last.tokensBefore), formatTokens(last.tokensAfter)];
  return [texts.context.compactedBefore(all.length, before, after)];
}

function barOf(share: number): string {
  const full = Math.min(BAR, Math.round(share * BAR));
  return '▓'.repeat(full) + '░'.repeat(BAR - full);
}

function percentOf(tokens: number, window: number): number {
  return Math.round((100 * tokens) / window);
}
