import type { Channel } from '../../contracts/channel.ts';
import type { FeatureInSessions, ReportedEnd } from '../../contracts/feature.ts';
import type { Announcer, ApprovalRequest, BackgroundEnd } from '../../contracts/run-events.ts';
import { type Outcome, type SessionRecord, UNPROVEN } from '../../contracts/session.ts';
import type { Compaction, NotCompacted } from '../../contracts/session-stores.ts';
import type { ApprovalRecord, Store, WorkRecords } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { type ConversationId, newMessageId, pollIdOf } from '../../core/ids.ts';
import { inlineCode } from '../../core/text.ts';
import { formatMoney, formatTokens } from '../../core/texts/format.ts';
import { type Locale, type Texts, texts } from '../../core/texts/texts.ts';
import { isUnifiedDiff } from '../../pictures/changed-files.ts';
import { titleLine } from '../../policy/redaction.ts';
import { addressOf } from '../conversation.ts';
import { whoseTask } from '../people/person.ts';
import type { OpenQuestion } from '../questions/open-questions.ts';
import { fullQuestion, pollChoices, questionLine, questionTitle } from '../questions/question-text.ts';
import { backgroundOf, reportText } from '../report/report.ts';
import type { ReportLookupResult } from '../report/report-lookup.ts';
import { doubtsIn, reasonOf } from '../report/verify-outcome.ts';
import { createMentions, workDone } from '../report/work-done.ts';
import { taskTag } from '../tasks/task-name.ts';
import type { Outbox } from './outbox.ts';
import type { TaskProgress } from './progress.ts';
import { markEnd, markWorking } from './reply.ts';

/** Longest command in a message that only names it. */
const MAX_COMMAND_LENGTH = 80;

/** Everything that a bare word of this person would be about in this chat now. */
export type OpenFor = (
  member: { readonly conversation: ConversationId; readonly sender: string },
  locale: Locale,
) => readonly OpenQuestion[];

interface AnnouncerParts {
  readonly store: WorkRecords & Pick<Store, 'approvals' | 'history' | 'processes' | 'sessions' | 'worktrees'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly outbox: Outbox;
  readonly progress: TaskProgress;
  readonly clock: Clock;
  readonly maxParallelTasks: number;
  /** A function, because the features are created later, with parts that send through this one. */
  features(): readonly FeatureInSessions[];
  openFor: OpenFor;
  /** What was looked up before a session ended; returned once. */
  lookedUp(session: SessionRecord): ReportLookupResult;
}

export function createAnnouncer(parts: AnnouncerParts): Announcer {
  const { store, outbox, progress, clock } = parts;
  const tagOf = (session: SessionRecord) => taskTag(session, parts);
  const notify = (session: SessionRecord, key: string, said: string): void => {
    const body = { kind: 'text', text: `${tagOf(session)}${said}` } as const;
    outbox.enqueue({ conversation: session.conversation, key, body });
  };
  return {
    announceRun: (session) => markWorking(session, outbox),
    ask(question) {
      const { approval, session, copies = [] } = question;
      progress.end(session.id, 'person');
      const isElsewhere = approval.conversation !== session.conversation;
      if (isElsewhere) notifyAskedElsewhere(question, { outbox, tag: tagOf(session) });
      for (const asking of [{}, ...copies])
        askIn({ ...question, approval: { ...approval, ...asking } }, tagOf(session), parts);
    },
    announceTerms: (session, text) => notify(session, `began:${session.id}`, text),
    announceGitTrouble(session, { kind, mending }) {
      notify(
        session,
        `git:${session.id}`,
        texts(session.locale).failures.gitTrouble[kind](inlineCode(mending)),
      );
    },
    announceProgress: (round) => progress.showRound(round),
    announceEnd(session, outcome) {
      const isShown = showEnd(session, outcome, progress) || isReplaced(session, outcome, parts);
      if (isShown || outcome.kind === 'waiting' || outcome.kind === 'suspended') return;
      const looked = parts.lookedUp(session);
      const work = workDone(session, store, looked);
      const plan = store.history.plan(session.id);
      const end = { session, outcome, plan, pullRequest: work.pullRequest };
      const added = parts.features().flatMap(({ reports }) => reports?.addToReport?.(end) ?? []);
      const background = backgroundOf(session, store, clock.nowMs());
      const doubts = doubtsIn({ session, outcome, work, plan, mentions: createMentions(session, store) });
      const finished = { session, outcome, work, plan, added, background, doubts, nowMs: clock.nowMs() };
      const shown = doubts.length > 0 ? UNPROVEN : outcome.kind;
      if (shown === UNPROVEN)
        store.sessions.update(session.id, { state: { reason: reasonOf(doubts) }, atMs: finished.nowMs });
      if (shown !== 'paused') progress.forget(session, shown);
      markEnd(session, shown, outbox);
      sayBefore(end, parts);
      const text = `${tagOf(session)}${reportText(finished, texts(session.locale))}`;
      // A session may end several times in one round; each end is stored once, with its status.
      const key = `ended:${session.id}:${newMessageId()}`;
      const { conversation } = session;
      outbox.enqueue({ conversation, key, body: { kind: 'text', text }, parts: looked.fitted.get(text) });
      sayAfter(end, key, parts);
      for (const { follow } of added) follow();
    },
    announceFallback: (session, from) =>
      notify(session, `fell-back:${newMessageId()}`, fellBackText(session, from)),
    announceCompaction: (session, outcome) =>
      notifyCompacted(session, outcome, { outbox, tag: tagOf(session) }),
    announceCommandEnd(session, process) {
      const text = unreportedEnd(session, process, parts);
      if (text !== undefined) notify(session, `outlived:${session.id}:${process.id}`, text);
    },
  };
}

function askIn({ approval, session }: ApprovalRequest, ownTag: string, parts: AnnouncerParts): void {
  const { channels, outbox } = parts;
  const words = texts(session.locale);
  const { conversation, messageId } = approval;
  const isElsewhere = conversation !== session.conversation;
  const about = isElsewhere ? [whoseTask(session.owner, words)] : [];
  // In another chat the number would name a task of that chat.
  const tag = isElsewhere ? '' : ownTag;
  const channel = channels.get(addressOf(conversation).channel);
  const diff = diffToShow(approval, channel);
  if (diff !== undefined) {
    const body = { kind: 'diff', diff, name: `${approval.id}.patch`, locale: session.locale } as const;
    outbox.enqueue({ conversation, key: `diff:${messageId}`, body });
  }
  const text = `${tag}${[...about, fullQuestion(approval, words, diff)].join('\n')}`;
  outbox.enqueue({ conversation, key: `ask:${messageId}`, id: messageId, body: { kind: 'text', text } });
  if (channel?.capabilities.poll === true) addPoll({ approval, session }, tag, parts);
}

/** True when a feature reports itself what becomes of the session: then only its card ends. */
function isReplaced(
  session: SessionRecord,
  outcome: ReportedEnd['outcome'],
  { features, progress }: Pick<AnnouncerParts, 'features' | 'progress'>,
): boolean {
  if (!features().some(({ reports }) => reports?.replaces?.(session, outcome) === true)) return false;
  if (outcome.kind === 'cancelled') progress.forget(session, 'cancelled');
  return true;
}

function fellBackText({ locale, prompt: { model } }: SessionRecord, from: string): string {
  return texts(locale).replies.fellBack(inlineCode(from), inlineCode(model));
}

/** The text about the end of a command; undefined when a feature reports that end itself. */
function unreportedEnd(
  session: SessionRecord,
  process: BackgroundEnd,
  { features }: Pick<AnnouncerParts, 'features'>,
): string | undefined {
  const isReported = features().some(({ reports }) => reports?.takesCommandEnd?.(session, process) === true);
  return isReported ? undefined : backgroundEndText(process, texts(session.locale));
}

function backgroundEndText({ command, fate }: BackgroundEnd, { failures }: Texts): string {
  const shown = inlineCode(titleLine(command, MAX_COMMAND_LENGTH));
  const exitCode = fate.kind === 'exited' ? fate.exitCode : undefined;
  return fate.kind === 'timed-out' ? failures.outlived(shown) : failures.backgroundEnded(shown, exitCode);
}

/**
 * Shows the end on the card; true when that is enough, because the phone need not ring for each try while the model
 * is unavailable.
 */
function showEnd(session: SessionRecord, outcome: Outcome, progress: TaskProgress): boolean {
  switch (outcome.kind) {
    case 'waiting':
    case 'suspended':
      progress.end(session.id);
      return true;
    case 'paused':
      progress.end(session.id, { modelUntilMs: outcome.untilMs });
      return (session.state.outageWaits ?? 0) > 1 && progress.hasCard(session);
    default:
      return false;
  }
}

/** Adds the question's code to the poll when a word could also answer something else that is open. */
function addPoll({ approval, session }: ApprovalRequest, tag: string, parts: AnnouncerParts): void {
  const { store, outbox, openFor } = parts;
  const { conversation, messageId, requester: sender } = approval;
  const words = texts(session.locale);
  const isOnly =
    store.approvals.listPending(conversation).every(({ id }) => id === approval.id) &&
    openFor({ conversation, sender }, session.locale).every(({ kind }) => kind === 'approval');
  const title = questionTitle(approval, words);
  const question = `${tag}${isOnly ? title : words.grants.poll.question(title, approval.id)}`;
  const body = { kind: 'poll', question, choices: pollChoices(approval, words) } as const;
  outbox.enqueue({ conversation, key: `poll:${messageId}`, id: pollIdOf(messageId), body });
}

/** Sends what features say about the end, before the report. */
function sayBefore(end: ReportedEnd, { features, outbox }: AnnouncerParts): void {
  const { id, conversation } = end.session;
  const bodies = features().flatMap(({ reports }) => reports?.sayBefore?.(end) ?? []);
  for (const body of bodies)
    outbox.enqueue({ conversation, key: `before-report:${id}:${newMessageId()}`, body });
}

/** Sends what features say after the report with this key. */
function sayAfter(end: ReportedEnd, key: string, { features, outbox }: AnnouncerParts): void {
  const { conversation } = end.session;
  const bodies = features().flatMap(({ reports }) => reports?.sayAfter?.(end) ?? []);
  for (const [place, body] of bodies.entries())
    outbox.enqueue({ conversation, key: `${key}:after:${place}`, body });
}

/**
 * The diff in question where it is shown as a picture: the question then need not repeat it. The line that a question
 * quotes to explain itself is quicker to read in words.
 */
function diffToShow(
  { question: { details, facts } }: ApprovalRecord,
  channel: Channel | undefined,
): string | undefined {
  const { image = false, document = false } = channel?.capabilities ?? {};
  return image && document && facts !== undefined && isUnifiedDiff(details) ? details : undefined;
}

/** Tells the person who started the task that it waits for somebody else. */
function notifyAskedElsewhere(
  { approval, session }: ApprovalRequest,
  { outbox, tag }: { readonly outbox: Outbox; readonly tag: string },
): void {
  const { conversation, locale } = session;
  const text = `${tag}${texts(locale).approvals.askedOwner(questionLine(approval))}`;
  outbox.enqueue({ conversation, key: `elsewhere:${approval.messageId}`, body: { kind: 'text', text } });
}

/** Reports the result of a compaction that the person asked for. */
function notifyCompacted(
  session: SessionRecord,
  outcome: Compaction | NotCompacted,
  { outbox, tag }: { readonly outbox: Outbox; readonly tag: string },
): void {
  const words = texts(session.locale);
  const text =
    typeof outcome === 'string' ? words.context.notCompacted[outcome] : doneText(session, outcome, words);
  // Each request gets a report of its own.
  const key = `compacted:${session.id}:${newMessageId()}`;
  outbox.enqueue({ conversation: session.conversation, key, body: { kind: 'text', text: `${tag}${text}` } });
}

function doneText(session: SessionRecord, compaction: Compaction, { context, progress }: Texts): string {
  const { method, tokensBefore, tokensAfter, microUsd } = compaction;
  const sentence = method === 'summary' ? context.compacted : context.digested;
  const cost = session.usage.costKnown ? formatMoney(microUsd) : progress.costUnknown;
  return sentence(formatTokens(tokensBefore), formatTokens(tokensAfter), cost);
}
