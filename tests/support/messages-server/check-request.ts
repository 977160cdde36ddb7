/** What the API refuses with status 400, in its words as far as they are known. */
import type { IncomingHttpHeaders } from 'node:http';

import { cacheControlProblem } from './check-cache-control.ts';
import { pairingProblem } from './check-tool-pairs.ts';
import { signatureOf } from './finish-reply.ts';
import { isRecord, type MessagesRequest, type RequestBlock, type RequestMessage } from './request.ts';

export type Refusal = { readonly status: 400 | 401; readonly type: string; readonly message: string };

type Rule = {
  readonly name: string;
  /** @returns what is wrong, or undefined */
  readonly judge: (request: MessagesRequest) => string | undefined;
};

/** Unknown fields are nobody's business: newer clients send fields this server has never heard of. */
const RULES: readonly Rule[] = [
  { name: 'model', judge: (request) => requiredField(request, 'model', 'string') },
  { name: 'max-tokens', judge: (request) => requiredField(request, 'max_tokens', 'number') },
  { name: 'system-has-text', judge: systemProblem },
  { name: 'tools', judge: toolsProblem },
  { name: 'user-speaks-first', judge: firstRoleProblem },
  { name: 'blocks', judge: (request) => firstProblem(request.messages, messageProblem) },
  { name: 'every-call-has-its-result', judge: pairingProblem },
  { name: 'cache-breakpoints', judge: cacheControlProblem },
];

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system']);
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const ID = /^[a-zA-Z0-9_-]+$/;

export function headerProblem(headers: IncomingHttpHeaders): Refusal | undefined {
  const bearer = /^Bearer \S+$/.test(headers.authorization ?? '');
  if (!bearer && (headers['x-api-key'] ?? '') === '') {
    return { status: 401, type: 'authentication_error', message: 'x-api-key header is required' };
  }
  return headers['anthropic-version'] === undefined
    ? invalid('anthropic-version: header is required')
    : undefined;
}

export function requestProblem(request: MessagesRequest): Refusal | undefined {
  for (const rule of RULES) {
    const problem = rule.judge(request);
    if (problem !== undefined) return invalid(problem);
  }
  return undefined;
}

/** Reads the outer shape; what is inside the blocks is checked by the rules. */
export function readRequest(parsed: unknown): MessagesRequest | Refusal {
  if (!isRecord(parsed)) return invalid('The request body is not valid JSON: expected an object.');
  const messages = parsed.messages;
  if (messages === undefined) return invalid('messages: Field required');
  if (!Array.isArray(messages)) return invalid('messages: Input should be a valid array');
  if (messages.length === 0) return invalid('messages: at least one message is required');
  const bad = messages.findIndex((message) => !isMessage(message));
  if (bad !== -1) return invalid(`messages.${bad}: Input should be a message with a role and content`);
  return { ...parsed, messages: messages.filter(isMessage) };
}

export function isRefusal(value: MessagesRequest | Refusal): value is Refusal {
  return !('messages' in value);
}

export function invalid(message: string): Refusal {
  return { status: 400, type: 'invalid_request_error', message };
}

function isMessage(value: unknown): value is RequestMessage {
  if (!isRecord(value) || typeof value.role !== 'string') return false;
  const content = value.content;
  return typeof content === 'string' || (Array.isArray(content) && content.every(isBlock));
}

function isBlock(value: unknown): value is RequestBlock {
  return isRecord(value) && typeof value.type === 'string';
}

function firstProblem<T>(
  list: readonly T[],
  judge: (item: T, at: number) => string | undefined,
): string | undefined {
  for (const [at, item] of list.entries()) {
    const problem = judge(item, at);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function requiredField(
  request: MessagesRequest,
  field: string,
  type: 'string' | 'number',
): string | undefined {
  const value = request[field];
  if (value === undefined) return `${field}: Field required`;
  return typeof value === type ? undefined : `${field}: Input should be a valid ${type}`;
}

function systemProblem({ system }: MessagesRequest): string | undefined {
  if (system === undefined || typeof system === 'string') return undefined;
  if (!Array.isArray(system) || !system.every(isBlock)) return 'system: Input should be a valid array';
  const empty = system.some((block) => block.text === '');
  return empty ? 'system: text content blocks must be non-empty' : undefined;
}

function toolsProblem({ tools }: MessagesRequest): string | undefined {
  if (tools === undefined) return undefined;
  if (!Array.isArray(tools) || !tools.every(isRecord)) return 'tools: Input should be a valid array';
  const names = tools.map((tool) => tool.name);
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
  return firstProblem(tools, toolProblem);
}

function toolProblem(tool: Readonly<Record<string, unknown>>, at: number): string | undefined {
  if (tool.type !== undefined && tool.type !== 'custom') return undefined;
  const where = `tools.${at}.custom`;
  if (typeof tool.name !== 'string' || !NAME.test(tool.name)) {
    return `${where}.name: String should match pattern '${NAME.source}'`;
  }
  const schema = tool.input_schema;
  if (!isRecord(schema)) return `${where}.input_schema: Field required`;
  if (schema.type !== 'object') return `${where}.input_schema.type: Input should be 'object'`;
  return ['oneOf', 'allOf', 'anyOf'].some((key) => key in schema)
    ? `${where}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
    : undefined;
}

function firstRoleProblem({ messages }: MessagesRequest): string | undefined {
  return messages[0]?.role === 'user' ? undefined : 'messages: first message must use the "user" role';
}

function messageProblem({ role, content }: RequestMessage, at: number): string | undefined {
  if (!ROLES.has(role)) return `messages.${at}.role: Input should be 'user', 'assistant' or 'system'`;
  if (content.length === 0) {
    return `messages.${at}: all messages must have non-empty content except for the optional final assistant message`;
  }
  if (typeof content === 'string') return textProblem(content);
  return firstProblem(content, (block, index) =>
    blockProblem(block, { role, where: `messages.${at}.content.${index}` }),
  );
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const MAX_IMAGE_LENGTH = 5 * 1024 * 1024;

function imageProblem({ source }: RequestBlock, where: string): string | undefined {
  if (!isRecord(source)) return `${where}.image.source: Field required`;
  if (source.type !== 'base64') return undefined;
  const { media_type: type, data } = source;
  if (!IMAGE_TYPES.includes(String(type)))
    return `${where}.image.source.base64.media_type: Input should be ${IMAGE_TYPES.join(', ')}`;
  if (typeof data !== 'string' || data === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    return `${where}.image.source.base64: invalid base64 data`;
  return data.length > MAX_IMAGE_LENGTH
    ? `${where}.image.source.base64: image exceeds 5 MB maximum`
    : undefined;
}

function blockProblem(block: RequestBlock, at: { role: string; where: string }): string | undefined {
  switch (block.type) {
    case 'text':
      return textProblem(block.text);
    case 'thinking':
      return thinkingProblem(block, at.where);
    case 'tool_use':
      return at.role === 'assistant' ? callProblem(block, at.where) : misplaced(at.where, block.type);
    case 'image':
      return at.role === 'user' ? imageProblem(block, at.where) : misplaced(at.where, block.type);
    case 'tool_result':
      return at.role === 'user' ? resultProblem(block, at.where) : misplaced(at.where, block.type);
    default:
      return undefined;
  }
}

function misplaced(where: string, type: string): string {
  const role = type === 'tool_use' ? 'assistant' : 'user';
  return `${where}: \`${type}\` blocks can only be in \`${role}\` messages`;
}

function textProblem(content: unknown): string | undefined {
  if (typeof content !== 'string') return 'messages: text: Input should be a valid string';
  if (content === '') return 'messages: text content blocks must be non-empty';
  return content.trim() === '' ? 'messages: text content blocks must contain non-whitespace text' : undefined;
}

function thinkingProblem(block: RequestBlock, where: string): string | undefined {
  const { thinking, signature } = block;
  const genuine = typeof thinking === 'string' && signature === signatureOf(thinking);
  return genuine ? undefined : `${where}: Invalid \`signature\` in \`thinking\` block`;
}

function callProblem(block: RequestBlock, where: string): string | undefined {
  const { id, name, input } = block;
  if (typeof id !== 'string' || !ID.test(id)) {
    return `${where}.tool_use.id: String should match pattern '${ID.source}'`;
  }
  if (typeof name !== 'string' || name === '') return `${where}.tool_use.name: Field required`;
  if (input === undefined) return `${where}.tool_use.input: Field required`;
  return isRecord(input) ? undefined : `${where}.tool_use.input: Input should be a valid dictionary`;
}

function resultProblem(block: RequestBlock, where: string): string | undefined {
  const { content } = block;
  const empty = content === undefined || content === '' || (Array.isArray(content) && content.length === 0);
  if (empty && block.is_error === true) {
    return `${where}.tool_result: content cannot be empty if \`is_error\` is true`;
  }
  if (!Array.isArray(content)) return undefined;
  return content.some((inner) => isRecord(inner) && inner.type === 'text' && inner.text === '')
    ? 'messages: text content blocks must be non-empty'
    : undefined;
}
