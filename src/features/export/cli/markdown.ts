import type { Compaction } from '../../../contracts/context-store.ts';
import type { ModelMessage } from '../../../contracts/model.ts';
import type { ApprovalRecord, CallRecord } from '../../../contracts/store.ts';
import { code, codeBlock, cutAt } from '../../../core/text.ts';
import { formatBrief, formatMoney, formatTokens } from '../../../core/texts/format.ts';
import { texts } from '../../../core/texts/texts.ts';
import { unreachable } from '../../../core/unreachable.ts';
import { planLines, statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { dataLines, escapeHidden } from '../../../policy/display.ts';
import type { SessionAccount } from '../../../store/open-records.ts';

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
  /** Undefined: it carries out no job. */
  readonly plan: PlanDrawing | undefined;
  readonly redact: (text: string) => string;
}

/** A session for people to read; long inputs, results and messages are cut with a note. */
export function markdownOf(writing: MarkdownExport): string {
  const { account, redact } = writing;
  const parts = [
    `# ${escapeHidden(taskLine({ task: redact(account.session.task) })).replace(/[\\`*_<[]/g, '\\$&')}`,
    facts(writing).join('\n'),
    '## Task',
    quoteText(account.session.task, redact),
    ...jobParts(writing),
    ...account.messages.flatMap((message, at) => messageParts(message, at, writing)),
    ...looseApprovals(writing),
    '## Outcome',
    outcome(writing).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Its job graph; many Markdown viewers draw it. */
function jobParts({ plan }: MarkdownExport): readonly string[] {
  if (plan === undefined) return [];
  return [`## Plan ${plan.hash.slice(0, 12)}`, `\`\`\`mermaid\n${plan.mermaid}\n\`\`\``];
}

function facts({ account, redact }: MarkdownExport): readonly string[] {
  const { session } = account;
  const {
    id,
    number,
    workspace,
    project,
    conversation,
    owner,
    scheduledAs: cron,
    model,
    round,
    tokens,
  } = session;
  const shown = (text: string): string => code(escapeHidden(redact(text)));
  const apart = workspace === project ? '' : `, apart from ${shown(project)}`;
  const byCron = cron === undefined ? '' : ` through cron ${code(cron)}`;
  const end = session.endedAtMs === undefined ? 'not ended' : utc(session.endedAtMs);
  const cost = session.costKnown ? formatMoney(session.costMicroUsd) : 'cost unknown';
  return [
    `- Session: ${code(id)}${number === 0 ? '' : ` (#${number})`}`,
    `- Status: ${status(account)}`,
    `- When: ${utc(session.createdAtMs)} to ${end} (UTC)`,
    `- Where: ${shown(workspace)}${apart}`,
    `- Chat: ${shown(conversation)}, begun by ${shown(owner)}${byCron}`,
    `- Model: ${shown(model)}`,
    `- Rounds: ${round} · ${cost} · ${formatTokens(tokens)} tokens`,
  ];
}

function status({ session }: SessionAccount): string {
  const { reason } = session;
  const words = statusText(session, texts('en'));
  return reason === undefined ? words : `${words} (${escapeHidden(reason)})`;
}

function messageParts(message: ModelMessage, at: number, writing: MarkdownExport): readonly string[] {
  const folded = writing.account.compactions
    .filter(({ upTo }) => upTo === at)
    .flatMap((compaction) => foldedParts(compaction, writing));
  const words = message.content.flatMap((block) =>
    block.type === 'text' && typeof block.text === 'string' && block.text.trim() !== '' ? [block.text] : [],
  );
  const said = words.length === 0 ? [] : [quoteText(words.join('\n\n'), writing.redact)];
  if (message.role === 'user')
    return [...folded, ...(said.length === 0 ? [] : ['## Told to the model']), ...said];
  const ids = message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const calls = writing.account.calls.filter(({ id, under = id }) => ids.includes(under));
  const title = calls[0] === undefined ? '## Closing words' : `## Round ${calls[0].round}`;
  return [...folded, title, ...said, ...calls.flatMap((call) => callParts(call, writing))];
}

function foldedParts({ upTo, method, summary }: Compaction, { redact }: MarkdownExport): readonly string[] {
  if (method === 'switch')
    return [
      '## Another model',
      `From here on another model went on with the first ${upTo} messages, without thinking.`,
    ];
  return [
    '## History folded',
    `From here on the model saw this ${method} in place of the first ${upTo} messages.`,
    quoteText(summary, redact),
  ];
}

function callParts(call: CallRecord, writing: MarkdownExport): readonly string[] {
  const { result } = call;
  const how =
    result === undefined
      ? call.state === 'waiting'
        ? 'waits for an answer'
        : 'not finished'
      : `${result.ok ? 'done' : 'failed'}, ${formatBrief(result.durationMs)}`;
  const input = JSON.stringify(call.input, null, 2);
  return [
    `### ${code(escapeHidden(call.tool))}: ${how}`,
    block(input, writing.redact),
    ...writing.account.approvals
      .filter((approval) => approval.call === call.id)
      .flatMap((approval) => approvalParts(approval, writing)),
    ...(result === undefined || result.text === '' ? [] : ['Result:', block(result.text, writing.redact)]),
  ];
}

/** Questions without a call in the history: about money, or after a fault. */
function looseApprovals(writing: MarkdownExport): readonly string[] {
  const { approvals, calls } = writing.account;
  const ids = new Set<string>(calls.map(({ id }) => id));
  const loose = approvals.filter((approval) => !ids.has(approval.call));
  if (loose.length === 0) return [];
  return ['## Other questions', ...loose.flatMap((approval) => approvalParts(approval, writing))];
}

function approvalParts(approval: ApprovalRecord, { redact }: MarkdownExport): readonly string[] {
  const asked = `Question ${code(approval.id)}, asked ${utc(approval.askedAtMs)}:`;
  const { details } = approval;
  return [
    asked,
    quoteText(approval.question, redact),
    ...(details === '' ? [] : [block(details, redact)]),
    answerText(approval, redact),
  ];
}

function answerText(
  { state, answer, scope, answeredAtMs, requester }: ApprovalRecord,
  redact: MarkdownExport['redact'],
): string {
  const when = answeredAtMs === undefined ? '' : ` at ${utc(answeredAtMs)}`;
  const who = code(escapeHidden(redact(requester)));
  const words = answer === undefined || answer === '' ? '' : `: ${code(oneVisibleLine(answer, redact))}`;
  switch (state) {
    case 'pending':
      return `Waits for an answer of ${who}.`;
    case 'approved':
      return `Approved by ${who}${when}${scope === undefined ? '' : ` (${scope})`}${words}`;
    case 'rejected':
      return `Rejected by ${who}${when}${words}`;
    case 'expired':
      return `Nobody answered; it expired${when}.`;
    case 'withdrawn':
      return `Withdrawn${when}.`;
    default:
      return unreachable(state);
  }
}

function outcome({ account, redact }: MarkdownExport): readonly string[] {
  const { plan, written, commits } = account;
  const shown = (text: string): string => code(escapeHidden(redact(text)));
  return [
    `- Status: ${status(account)}`,
    ...(plan === undefined ? [] : planLines(plan).map((line) => `- ${escapeHidden(redact(line))}`)),
    ...written.map(({ path }) => `- Wrote ${shown(path)}`),
    ...commits.map((hash) => `- Committed ${shown(hash)}`),
  ];
}

function quoteText(text: string, redact: MarkdownExport['redact']): string {
  const { shown, note } = cutText(redact(text.trim()));
  return `${dataLines(shown)}${note}`;
}

function block(text: string, redact: MarkdownExport['redact']): string {
  const { shown, note } = cutText(redact(text));
  return `${codeBlock(showControls(shown))}${note}`;
}

/** Cut after redaction: half a secret would not be recognised any more. */
function cutText(text: string): { readonly shown: string; readonly note: string } {
  if (text.length <= MAX_SHOWN) return { shown: text, note: '' };
  const shown = cutAt(text, MAX_SHOWN);
  const left = text.length - shown.length;
  return { shown, note: `\n\n(${left} more characters; \`--format jsonl\` has them.)` };
}

/** Nothing in it may move the cursor of a terminal. */
function showControls(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escapeHidden).join('\t'))
    .join('\n');
}

function oneVisibleLine(text: string, redact: MarkdownExport['redact']): string {
  return escapeHidden(redact(text).replace(/\s+/g, ' ').trim());
}

/** `2026-11-20 09:30:00` */
function utc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
