import type { Channel, OutboundBody } from '../../contracts/channel.ts';
import type { ReportAddition, ReportedEnd, ReportHooks } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { MadeWorktree, WorktreeRecord } from '../../contracts/worktrees.ts';
import { newMessageId, pollIdOf, type SessionId } from '../../core/ids.ts';
import { inlineCode } from '../../core/text.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import { addressOf } from '../../gateway/conversation.ts';
import type { Outbox } from '../../gateway/outgoing/outbox.ts';
import { type DiffParts, findDiff } from '../../gateway/report/find-diff.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { titleLine } from '../../policy/redaction.ts';
import { type ChoiceContext, choiceLabel, choiceLine, choicesFor } from './choices.ts';
import { type WorktreeTexts, worktreeTexts } from './texts/texts.ts';
import { endOfRun, hasChanged, type WorktreeRunEnd } from './work/worktree-task.ts';

/** The reports and cards of a task in a worktree; a dry run's diff goes before its question. */
export function worktreeReports(parts: TellEndParts & { readonly diffs: DiffParts }): ReportHooks {
  const { store, diffs } = parts;
  const found = new Map<SessionId, readonly OutboundBody[]>();
  return {
    async lookUp(session) {
      if (store.worktrees.findActive(session)?.kind !== 'dry-run') return;
      found.set(session.id, await findDiff(diffs, session.id, session.locale));
    },
    addToReport(end) {
      const { id } = end.session;
      const diff = found.get(id) ?? [];
      // Removed here, because by a later end something else has changed.
      found.delete(id);
      return notifyEnd(end, diff, parts);
    },
    cardLine(session, texts) {
      const { card } = worktreeTexts(texts);
      const record = store.worktrees.findActive(session);
      if (record === undefined) return undefined;
      return record.kind === 'dry-run' ? card.dryRun : card.branch(inlineCode(record.branch ?? ''));
    },
  };
}

interface TellEndParts {
  readonly store: Pick<Store, 'worktrees' | 'checkpoints'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly outbox: Outbox;
  readonly canOpenPullRequests: boolean;
}

/**
 * Undefined for a session that works in the workspace, or never had its folder.
 * @param diff of a dry run, looked up before its end; empty when that was not done
 */
function notifyEnd(
  { session, outcome, pullRequest }: ReportedEnd,
  diff: readonly OutboundBody[],
  parts: TellEndParts,
): ReportAddition | undefined {
  const { store, canOpenPullRequests } = parts;
  const record = store.worktrees.findActive(session);
  if (record?.made === undefined) return undefined;
  const end = endOfRun({
    kind: record.kind,
    outcome: outcome.kind,
    hasChanged: hasChanged(store.checkpoints.listCurrent(session.id)),
    hasPullRequest: pullRequest !== undefined,
  });
  const words = texts(session.locale);
  return {
    lines: endLines(record, end, { words, canOpenPullRequests }),
    showsPlan: record.kind === 'dry-run',
    follow: () => askAfterReport({ session, record, end, diff }, words, parts),
  };
}

interface WorktreeEnd {
  readonly session: SessionRecord;
  readonly record: WorktreeRecord;
  readonly end: WorktreeRunEnd;
  readonly diff: readonly OutboundBody[];
}

function askAfterReport(
  { session, record, end, diff }: WorktreeEnd,
  words: Texts,
  parts: TellEndParts,
): void {
  const { store, outbox, channels, canOpenPullRequests } = parts;
  // The person chose a pull request, but none was opened: another choice may be made.
  const isUnserved = record.choice === 'pull-request' && record.landing === 'done';
  if (isUnserved && (end === 'ask' || end === 'so-far')) store.worktrees.finish(session.id, 'refused');
  if (end !== 'ask') return;
  const { conversation } = session;
  const id = newMessageId();
  // The task is found through this key from a message about its end.
  const key = `ended:${session.id}:${id}`;
  for (const [place, body] of diff.entries())
    outbox.enqueue({ conversation, key: `${key}:diff:${place}`, body });
  const context = { canOpenPullRequests };
  outbox.enqueue({
    conversation,
    key: `${key}:ask`,
    id,
    body: { kind: 'text', text: questionText({ session, record }, words, context) },
  });
  if (channels.get(addressOf(conversation).channel)?.capabilities.poll !== true) return;
  const choices = choicesFor(record, context).map((choice) => choiceLabel(record, choice, words));
  const poll = { kind: 'poll', question: worktreeTitle({ session, record }, words), choices } as const;
  outbox.enqueue({ conversation, key: `${key}:poll`, id: pollIdOf(id), body: poll });
}

function questionText(
  about: Pick<WorktreeEnd, 'session' | 'record'>,
  words: Texts,
  context: { readonly canOpenPullRequests: boolean },
): string {
  const { record, session } = about;
  const [first = 'discard'] = choicesFor(record, context);
  const typed = worktreeTexts(words).orTyped(`${worktreeTexts(words).choices[first]} #${session.number}`);
  return [worktreeTitle(about, words), choiceLine(record, context, words), typed].join('\n');
}

function worktreeTitle({ record, session }: Pick<WorktreeEnd, 'session' | 'record'>, texts: Texts): string {
  const worktrees = worktreeTexts(texts);
  const name = taskLine(session);
  const asked =
    record.kind === 'dry-run' ? worktrees.ask.dryRun(name) : worktrees.ask.branch(record.branch ?? '', name);
  // A task in a worktree is always named by its number.
  return `#${session.number} ${asked}`;
}

const MAX_NAME_LENGTH = 80;
const MAX_NAMES_SHOWN = 6;

/** Report lines about a task's worktree: that the project is unchanged, and which dependencies tests could use. */
function endLines(
  record: WorktreeRecord,
  end: WorktreeRunEnd,
  { words, ...context }: ChoiceContext & { readonly words: Texts },
): readonly string[] {
  const { report } = worktreeTexts(words);
  const branch = inlineCode(record.branch ?? '');
  const where = record.kind === 'dry-run' ? report.dryRun : report.branch(branch);
  const made = record.made === undefined ? [] : dependencyLines(record.made, words);
  switch (end) {
    case 'ask':
      return [where, ...made];
    case 'so-far':
      return [where, ...made, report.soFar(choiceLine(record, context, words))];
    case 'nothing':
      return [report.nothing];
    case 'pull-request':
      return [report.pullRequest(branch)];
    case 'none':
      return [];
  }
}

/** Without dependencies tests may fail for no fault of the task, or not run at all. */
function dependencyLines(
  { dependencies, setup }: Pick<MadeWorktree, 'dependencies' | 'setup'>,
  texts: Texts,
): readonly string[] {
  const { report } = worktreeTexts(texts);
  const linked = dependencies.filter(({ how }) => how === 'linked');
  const missing = dependencies.filter(({ how }) => how === 'missing');
  return [
    ...(linked.length === 0 ? [] : [report.linked(names(linked))]),
    ...(missing.length === 0 ? [] : [report.missing(names(missing))]),
    ...(missing.length > 0 && setup === null ? [report.noSetup] : []),
    ...(setup === null ? [] : [setupLine(setup, report)]),
  ];
}

function setupLine(
  { command, exitCode }: NonNullable<MadeWorktree['setup']>,
  report: WorktreeTexts['report'],
): string {
  const name = inlineCode(titleLine(command, MAX_NAME_LENGTH));
  if (exitCode === 0) return report.setupDone(name);
  return report.setupFailed(name, exitCode === null ? report.setupStopped : report.setupExit(exitCode));
}

function names(dependencies: MadeWorktree['dependencies']): string {
  const shown = dependencies
    .slice(0, MAX_NAMES_SHOWN)
    .map(({ path }) => inlineCode(titleLine(path, MAX_NAME_LENGTH)));
  return [...shown, ...(dependencies.length > MAX_NAMES_SHOWN ? ['…'] : [])].join(', ');
}
