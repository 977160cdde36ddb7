import type { ModelMessage } from '../../../contracts/model.ts';
import type { Compaction } from '../../../contracts/session-stores.ts';
import type { ApprovalRecord, CallRecord } from '../../../contracts/store.ts';
import { utcSecond } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import { codeBlock, cutAt, inlineCode } from '../../../core/text.ts';
import { formatBrief, formatMoney, formatTokens } from '../../../core/texts/format.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { planLines, statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { dataLines, escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import type { SessionAccount } from '../../../store/open-records.ts';
import { type ExportTexts, exportTexts } from '../texts/texts.ts';

/** Longest input, result or message that is shown whole, in UTF-16 code units. */
const MAX_SHOWN = 4_000;

/**
 * Text of a person or the model becomes a quotation, and tool output becomes code: none of it can pass for a line of
 * ours.
 */
/** A job's graph as a flow chart in Mermaid. */
export interface PlanDrawing {
  readonly hash: string;
  readonly mermaid: string;
}

/** Draws the stored plan of a job. */
export type DrawPlan = (stored: string) => Promise<PlanDrawing>;

export interface MarkdownExport {
  readonly account: SessionAccount;
  /** Undefined when it carries out no job. */
  readonly plan: PlanDrawing | undefined;
  readonly redact: (text: string) => string;
  /** In the language of the reader. */
  readonly texts: Texts;
}

/** With the texts of an export looked up. */
interface MarkdownExportParts extends MarkdownExport {
  readonly words: ExportTexts;
}

/** A session for people to read; long inputs, results and messages are cut with a note. */
export function markdownOf(asked: MarkdownExport): string {
  const { account, plan, redact, texts } = asked;
  const writing: MarkdownExportParts = { account, plan, redact, texts, words: exportTexts(texts) };
  const { headings } = writing.words;
  const parts = [
    `# ${escapeHidden(taskLine({ task: redact(account.session.task) })).replace(/[\\`*_<[]/g, '\\$&')}`,
    factLines(writing).join('\n'),
    `## ${headings.task}`,
    quoteText(account.session.task, writing),
    ...jobParts(writing),
    ...account.messages.flatMap((message, at) => messageParts(message, at, writing)),
    ...looseApprovals(writing),
    `## ${headings.outcome}`,
    outcomeLines(writing).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Its job graph; many Markdown viewers draw it. */
function jobParts({ plan, words }: MarkdownExportParts): readonly string[] {
  if (plan === undefined) return [];
  return [`## ${words.headings.plan(plan.hash.slice(0, 12))}`, `\`\`\`mermaid\n${plan.mermaid}\n\`\`\``];
}

function factLines(writing: MarkdownExportParts): readonly string[] {
  const { account, redact, words } = writing;
  const { session } = account;
  const { id, number, workspace, project, conversation, owner, origin, prompt, state, usage } = session;
  const { scheduledAs: cron } = origin;
  const shown = (text: string): string => inlineCode(escapeHidden(redact(text)));
  const apart = workspace === project ? undefined : shown(project);
  const end = state.endedAtMs === undefined ? undefined : utcSecond(state.endedAtMs);
  const cost = usage.costKnown ? formatMoney(usage.costMicroUsd) : undefined;
  return [
    words.session(inlineCode(id), number),
    words.status(statusLine(writing)),
    words.when(utcSecond(origin.createdAtMs), end),
    words.where(shown(workspace), apart),
    words.chat(shown(conversation), shown(owner), cron === undefined ? undefined : inlineCode(cron)),
    words.model(shown(prompt.model)),
    words.rounds(usage.round, cost, formatTokens(usage.tokens)),
  ].map((line) => `- ${line}`);
}

function statusLine({ account, texts }: MarkdownExportParts): string {
  const { state } = account.session;
  const { reason } = state;
  const words = statusText(state, texts);
  return reason === undefined ? words : `${words} (${escapeHidden(reason)})`;
}

function messageParts(message: ModelMessage, at: number, writing: MarkdownExportParts): readonly string[] {
  const { headings } = writing.words;
  const folded = writing.account.compactions
    .filter(({ upTo }) => upTo === at)
    .flatMap((compaction) => foldedParts(compaction, writing));
  const words = message.content.flatMap((block) =>
    block.type === 'text' && typeof block.text === 'string' && block.text.trim() !== '' ? [block.text] : [],
  );
  const said = words.length === 0 ? [] : [quoteText(words.join('\n\n'), writing)];
  if (message.role === 'user')
    return [...folded, ...(said.length === 0 ? [] : [`## ${headings.told}`]), ...said];
  const ids = message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const calls = writing.account.calls.filter(({ id, under = id }) => ids.includes(under));
  const title = `## ${calls[0] === undefined ? headings.closing : headings.round(calls[0].round)}`;
  return [...folded, title, ...said, ...calls.flatMap((call) => callParts(call, writing))];
}

function foldedParts({ upTo, method, summary }: Compaction, writing: MarkdownExportParts): readonly string[] {
  const { words } = writing;
  if (method === 'switch') return [`## ${words.headings.otherModel}`, words.otherModel(upTo)];
  return [`## ${words.headings.foldedHistory}`, words.folded[method](upTo), quoteText(summary, writing)];
}

function callParts(call: CallRecord, writing: MarkdownExportParts): readonly string[] {
  const { result } = call;
  const words = writing.words.call;
  const how =
    result === undefined
      ? words[call.state === 'waiting' ? 'waiting' : 'unfinished']
      : words[result.ok ? 'done' : 'failed'](formatBrief(result.durationMs));
  const input = JSON.stringify(call.input, null, 2);
  return [
    `### ${inlineCode(escapeHidden(call.tool))}: ${how}`,
    block(input, writing),
    ...writing.account.approvals
      .filter((approval) => approval.call === call.id)
      .flatMap((approval) => approvalParts(approval, writing)),
    ...(result === undefined || result.text === '' ? [] : [words.result, block(result.text, writing)]),
  ];
}

/** Questions without a call in the history: about money, or after a fault. */
function looseApprovals(writing: MarkdownExportParts): readonly string[] {
  const { approvals, calls } = writing.account;
  const ids = new Set<string>(calls.map(({ id }) => id));
  const loose = approvals.filter((approval) => !ids.has(approval.call));
  if (loose.length === 0) return [];
  return [
    `## ${writing.words.headings.otherQuestions}`,
    ...loose.flatMap((approval) => approvalParts(approval, writing)),
  ];
}

function approvalParts(approval: ApprovalRecord, writing: MarkdownExportParts): readonly string[] {
  const { text, details } = approval.question;
  return [
    writing.words.question.asked(inlineCode(approval.id), utcSecond(approval.askedAtMs)),
    quoteText(text, writing),
    ...(details === '' ? [] : [block(details, writing)]),
    answerText(approval, writing),
  ];
}

function answerText(
  { state, answer, requester }: ApprovalRecord,
  { redact, words: { question } }: MarkdownExportParts,
): string {
  const when = answer && utcSecond(answer.atMs);
  const who = inlineCode(escapeHidden(redact(requester)));
  const said = answer?.words ?? '';
  const words = said === '' ? '' : `: ${inlineCode(oneVisibleLine(said, redact))}`;
  switch (state) {
    case 'pending':
      return question.pending(who);
    case 'approved':
      return `${question.approved(who, when, answer?.scope)}${words}`;
    case 'rejected':
      return `${question.rejected(who, when)}${words}`;
    case 'expired':
      return question.expired(when);
    case 'withdrawn':
      return question.withdrawn(when);
    default:
      return unreachable(state);
  }
}

function outcomeLines(writing: MarkdownExportParts): readonly string[] {
  const { account, redact, words } = writing;
  const { plan, written, commits } = account;
  const shown = (text: string): string => inlineCode(escapeHidden(redact(text)));
  return [
    `- ${words.status(statusLine(writing))}`,
    ...(plan === undefined ? [] : planLines(plan).map((line) => `- ${escapeHidden(redact(line))}`)),
    ...written.map(({ path }) => `- ${words.wrote(shown(path))}`),
    ...commits.map((hash) => `- ${words.committed(shown(hash))}`),
  ];
}

function quoteText(text: string, { redact, words }: MarkdownExportParts): string {
  const { shown, note } = cutText(redact(text.trim()), words);
  return `${dataLines(shown)}${note}`;
}

function block(text: string, { redact, words }: MarkdownExportParts): string {
  const { shown, note } = cutText(redact(text), words);
  return `${codeBlock(escapeHiddenInLines(shown))}${note}`;
}

/** Cut after redaction: half a secret would not be recognised any more. */
function cutText(text: string, words: ExportTexts): { readonly shown: string; readonly note: string } {
  if (text.length <= MAX_SHOWN) return { shown: text, note: '' };
  const shown = cutAt(text, MAX_SHOWN);
  const left = text.length - shown.length;
  return { shown, note: `\n\n${words.cut(left)}` };
}

function oneVisibleLine(text: string, redact: MarkdownExport['redact']): string {
  return escapeHidden(redact(text).replace(/\s+/g, ' ').trim());
}
