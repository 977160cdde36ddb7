import { taskLine } from '../../../commands/session-text.ts';
import type { Channel, OutboundBody } from '../../../contracts/channel.ts';
import type { ReportAddition, ReportedEnd } from '../../../contracts/feature.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { WorktreeRecord } from '../../../contracts/worktrees.ts';
import { newMessageId, pollIdOf } from '../../../core/ids.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { addressOf } from '../../../gateway/address.ts';
import type { Postbox } from '../../../gateway/outgoing/postbox.ts';
import { choiceLabel, choiceLine, choicesFor } from '../choices/choices.ts';
import { type ApartEnd, endOfStretch } from '../work/end-of-stretch.ts';
import { hasChanged } from '../work/state-of.ts';
import { endLines } from './end-lines.ts';

export interface TellEndParts {
  readonly store: Pick<Store, 'worktrees' | 'checkpoints'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly postbox: Postbox;
  readonly canOpenPullRequests: boolean;
}

/**
 * Undefined for a session that works in the workspace, or never had its folder.
 * @param diff of a dry run, looked up before its end; empty when that was not done
 */
export function tellEnd(
  { session, outcome, pullRequest }: ReportedEnd,
  diff: readonly OutboundBody[],
  parts: TellEndParts,
): ReportAddition | undefined {
  const { store, canOpenPullRequests } = parts;
  const record = store.worktrees.of(session);
  if (record?.made === undefined) return undefined;
  const end = endOfStretch({
    kind: record.kind,
    outcome: outcome.kind,
    hasChanged: hasChanged(store.checkpoints.standing(session.id)),
    hasPullRequest: pullRequest !== undefined,
  });
  const words = texts(session.locale);
  return {
    lines: endLines(record, end, { words, canOpenPullRequests }),
    showsPlan: record.kind === 'dry-run',
    follow: () => follow({ session, record, end, diff }, words, parts),
  };
}

interface WorktreeEnd {
  readonly session: SessionRecord;
  readonly record: WorktreeRecord;
  readonly end: ApartEnd;
  readonly diff: readonly OutboundBody[];
}

function follow({ session, record, end, diff }: WorktreeEnd, words: Texts, parts: TellEndParts): void {
  const { store, postbox, channels, canOpenPullRequests } = parts;
  // It was chosen to open a pull request, and has not: another choice may be made.
  const isUnserved = record.choice === 'pull-request' && record.landing === 'done';
  if (isUnserved && (end === 'ask' || end === 'so-far')) store.worktrees.finish(session.id, 'refused');
  if (end !== 'ask') return;
  const { conversation } = session;
  const id = newMessageId();
  // The task is found through this key from a message about its end.
  const key = `ended:${session.id}:${id}`;
  for (const [place, body] of diff.entries())
    postbox.add({ conversation, key: `${key}:diff:${place}`, body });
  const context = { canOpenPullRequests };
  postbox.add({
    conversation,
    key,
    id,
    body: { kind: 'text', text: questionText({ session, record }, words, context) },
  });
  if (channels.get(addressOf(conversation).channel)?.capabilities.poll !== true) return;
  const choices = choicesFor(record, context).map((choice) => choiceLabel(record, choice, words));
  const poll = { kind: 'poll', question: titleOf({ session, record }, words), choices } as const;
  postbox.add({ conversation, key: `${key}:poll`, id: pollIdOf(id), body: poll });
}

function questionText(
  about: Pick<WorktreeEnd, 'session' | 'record'>,
  words: Texts,
  context: { readonly canOpenPullRequests: boolean },
): string {
  const { record, session } = about;
  const [first = 'discard'] = choicesFor(record, context);
  const typed = words.worktrees.orTyped(`${words.worktrees.choices[first]} #${session.number}`);
  return [titleOf(about, words), choiceLine(record, context, words), typed].join('\n');
}

function titleOf({ record, session }: Pick<WorktreeEnd, 'session' | 'record'>, { worktrees }: Texts): string {
  const name = taskLine(session);
  const asked =
    record.kind === 'dry-run' ? worktrees.ask.dryRun(name) : worktrees.ask.branch(record.branch ?? '', name);
  // A task in a worktree is always named by its number.
  return `#${session.number} ${asked}`;
}
