/**
 * Usage as the API would report it, four bytes a token: what is cached is what a breakpoint of an earlier request
 * closed off, looked for from each breakpoint back over 20 blocks.
 */
import { createHash } from 'node:crypto';

import type { Usage } from './reply.ts';
import { blocksOf, isRecord, type MessagesRequest, withoutBreakpoints } from './request.ts';

const BYTES_PER_TOKEN = 4;
const MAX_PREFIXES_SEARCHED = 20;

type Prefix = { readonly hash: string; readonly tokens: number; readonly hasBreakpoint: boolean };

export type TokenCounter = {
  /** @returns counts of a request, which is cached from now on */
  usageOf(request: MessagesRequest): Partial<Usage>;
};

export function totalTokens(request: MessagesRequest): number {
  return prefixesOf(request).at(-1)?.tokens ?? 0;
}

export function createTokenCounter(): TokenCounter {
  const cached = new Set<string>();
  return {
    usageOf(request) {
      const prefixes = prefixesOf(request);
      const total = prefixes.at(-1)?.tokens ?? 0;
      const read = longestCached(prefixes, cached);
      const written = prefixes.findLast(({ hasBreakpoint }) => hasBreakpoint)?.tokens ?? 0;
      for (const { hash, hasBreakpoint } of prefixes) if (hasBreakpoint) cached.add(hash);
      return {
        cache_read_input_tokens: read,
        cache_creation_input_tokens: Math.max(0, written - read),
        input_tokens: total - Math.max(read, written),
      };
    },
  };
}

function longestCached(prefixes: readonly Prefix[], cached: ReadonlySet<string>): number {
  const found = prefixes.flatMap(({ hasBreakpoint }, at) => {
    if (!hasBreakpoint) return [];
    const within = prefixes.slice(Math.max(0, at - MAX_PREFIXES_SEARCHED), at + 1);
    return within.findLast(({ hash }) => cached.has(hash))?.tokens ?? [];
  });
  return Math.max(0, ...found);
}

/** One for each block, in the order in which the API reads them. */
function prefixesOf(request: MessagesRequest): readonly Prefix[] {
  const hash = createHash('sha256');
  let bytes = 0;
  const prefix = (text: string, hasBreakpoint: boolean): Prefix => {
    hash.update(text);
    bytes += Buffer.byteLength(text);
    return { hash: hash.copy().digest('hex'), tokens: Math.ceil(bytes / BYTES_PER_TOKEN), hasBreakpoint };
  };
  const blocks = [
    ...listOf(request.tools).map((block) => ({ text: withoutBreakpoints(block), block })),
    ...listOf(request.system).map((block) => ({ text: withoutBreakpoints(block), block })),
    ...request.messages.flatMap((message) =>
      blocksOf(message).map((block) => ({ text: `${message.role} ${withoutBreakpoints(block)}`, block })),
    ),
  ];
  const last = blocks.length - 1;
  const isCachedWhole = isRecord(request.cache_control);
  return blocks.map(({ text, block }, at) => prefix(text, marked(block) || (isCachedWhole && at === last)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function marked(block: unknown): boolean {
  return isRecord(block) && isRecord(block.cache_control);
}
