/** Each call is answered in the very next user message, before anything else there; nothing is answered twice. */
import { blocksOf, type MessagesRequest, type RequestMessage } from './request.ts';

export function pairingProblem({ messages }: MessagesRequest): string | undefined {
  const seen = new Set<unknown>();
  for (const [at, message] of messages.entries()) {
    const problem =
      repeatedId(message, { at, seen }) ??
      unanswered(message, { next: messages[at + 1], at }) ??
      unasked(message, { previous: messages[at - 1], at });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function repeatedId(
  message: RequestMessage,
  { at, seen }: { at: number; seen: Set<unknown> },
): string | undefined {
  for (const [index, block] of blocksOf(message).entries()) {
    if (block.type !== 'tool_use') continue;
    if (seen.has(block.id)) return `messages.${at}.content.${index}: \`tool_use\` ids must be unique`;
    seen.add(block.id);
  }
  return undefined;
}

type Next = { readonly next: RequestMessage | undefined; readonly at: number };

function unanswered(message: RequestMessage, { next, at }: Next): string | undefined {
  const answered = new Set(next?.role === 'user' ? leadingResults(next) : []);
  const open = idsOf(message, 'tool_use').filter((id) => !answered.has(id));
  if (open.length === 0) return undefined;
  return (
    `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
    `${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  );
}

type Previous = { readonly previous: RequestMessage | undefined; readonly at: number };

function unasked(message: RequestMessage, { previous, at }: Previous): string | undefined {
  const asked = new Set(previous?.role === 'assistant' ? idsOf(previous, 'tool_use') : []);
  const answered = new Set<unknown>();
  for (const [index, block] of blocksOf(message).entries()) {
    if (block.type !== 'tool_result') continue;
    const id = block.tool_use_id;
    const where = `messages.${at}.content.${index}`;
    if (!asked.has(id)) {
      return (
        `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. ` +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
      );
    }
    if (answered.has(id)) {
      return `${where}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(id)}`;
    }
    answered.add(id);
  }
  return undefined;
}

function idsOf(message: RequestMessage, type: 'tool_use'): readonly unknown[] {
  return blocksOf(message)
    .filter((block) => block.type === type)
    .map((block) => block.id);
}

function leadingResults(message: RequestMessage): readonly unknown[] {
  const blocks = blocksOf(message);
  const end = blocks.findIndex((block) => block.type !== 'tool_result');
  return blocks.slice(0, end === -1 ? blocks.length : end).map((block) => block.tool_use_id);
}
