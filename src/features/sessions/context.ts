import {
  breakdownOf,
  type ContextBreakdown,
  FULL_SHARE,
  SessionContext,
} from '../../agent/context/session-context.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { AT_REST, type SessionRecord } from '../../contracts/session.ts';
import { cutAt } from '../../core/text.ts';
import { formatTokens } from '../../core/texts/format.ts';
import { commandName, type Texts } from '../../core/texts/texts.ts';
import { openApprovals } from '../../gateway/tasks/conversation-sessions.ts';
import { readLeadingTask, resolveTaskOrLatest } from '../../gateway/tasks/resolve-task.ts';
import { listedName, numberingOf } from '../../gateway/tasks/task-name.ts';
import { sessionTexts } from './texts/texts.ts';

/** Blocks in the bar: as many as a phone shows in one line beside a number. */
const BAR = 10;
/** How many tools are named one by one. */
const MAX_TOOLS = 4;

export const contextCommand: ChatCommand = {
  name: 'context',
  aliases: ['contexto'],
  topic: 'chat',
  describe: (texts) => sessionTexts(texts).commands.context,
  run(rest, context) {
    const meant = resolveTaskOrLatest(
      rest,
      commandName(sessionTexts(context.texts).commands.context),
      context,
    );
    switch (meant.kind) {
      case 'task':
        return [{ kind: 'reply', text: contextText(meant.session, context).join('\n') }];
      case 'reply':
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
  const { windowTokens = program.limits.contextTokens } =
    program.models.find(({ name: model }) => model === session.prompt.model) ?? {};
  const window = view.windowTokens(windowTokens);
  const breakdown = breakdownOf(view, session.prompt);
  const { tokens, isMeasured } = breakdown;
  const sentence = isMeasured ? words.counted : words.about;
  return [
    words.title(name),
    `${barOf(tokens / window)} ${percentOf(tokens, window)} %`,
    sentence(formatTokens(tokens), formatTokens(window)),
    words.parts,
    ...partLines(breakdown, window, texts),
    words.due(formatTokens(window * FULL_SHARE)),
    ...compactionLines(session, { store, texts }),
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

function compactionLines(
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

/** Longest text of the person on what to keep, in UTF-16 code units. */
const MAX_WORDS = 1000;
/** How many replies stay as they are; with no more there is nothing to compact. */
const KEPT_REPLIES = 2;

export const compactCommand: ChatCommand = {
  name: 'compact',
  aliases: ['compactar'],
  topic: 'chat',
  describe: (texts) => sessionTexts(texts).commands.compact,
  run(rest, context) {
    const named = readLeadingTask(rest, context);
    if (named !== undefined) return compactSession(named.session, named.words, context);
    const meant = resolveTaskOrLatest('', commandName(sessionTexts(context.texts).commands.compact), context);
    switch (meant.kind) {
      case 'task':
        return compactSession(meant.session, rest, context);
      case 'reply':
        return [{ kind: 'reply', text: meant.text }];
      case 'none':
        return [{ kind: 'reply', text: context.texts.context.none }];
    }
  },
};

function compactSession(session: SessionRecord, words: string, context: CommandContext): readonly Action[] {
  const { texts } = context;
  if (!isWorthwhile(session, context)) return [{ kind: 'reply', text: texts.context.notCompacted.nothing }];
  return [
    { kind: 'compact', session: session.id, words: cutAt(words, MAX_WORDS) },
    { kind: 'reply', text: whenText(session, context, texts) },
  ];
}

function isWorthwhile(session: SessionRecord, { store }: CommandContext): boolean {
  // The next reply of a running session is not known here.
  if (session.state.status === 'running') return true;
  const { messages } = new SessionContext(store, session.id);
  return messages.filter(({ role }) => role === 'assistant').length > KEPT_REPLIES;
}

function whenText(session: SessionRecord, context: CommandContext, { context: words }: Texts): string {
  if (session.state.status === 'running') return words.compactSoon;
  const isAtRest = AT_REST.includes(session.state.status) && openApprovals(context, session).length === 0;
  return isAtRest ? words.compactNow : words.compactLater;
}
