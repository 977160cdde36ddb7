import * as z from 'zod';
import { SECOND_MS } from '../../../core/clock.ts';
import { hasHiddenCharacters } from '../../../policy/display.ts';

const MAX_SERVERS = 20;
const MAX_WORDS = 100;
const MAX_WORD_LENGTH = 4_000;
const MAX_TIMEOUT_MS = 600 * SECOND_MS;
const DEFAULT_TIMEOUT_MS = 60 * SECOND_MS;

/** Two `_` in a row would make one tool's name readable as another server's. */
export const ServerName = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_)){0,39}$/, 'use up to 40 letters, digits, - and single _')
  .refine((name) => !name.endsWith('_'), 'does not end with _');

/** One line, so that a person sees all of it. */
const Word = z
  .string()
  .max(MAX_WORD_LENGTH)
  .refine((word) => !hasHiddenCharacters(word), 'holds line breaks or hidden characters');

/** Variables by which a program's own processes are found must not be replaced. */
const Variables = z.record(z.string().regex(/^(?!WASAP_)[A-Za-z_][A-Za-z0-9_]{0,99}$/), Word);

const Common = {
  /** In milliseconds, as Claude Code has it. */
  timeout: z.int().min(1).max(MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
};

export const StdioEntry = z.object({
  ...Common,
  type: z.literal('stdio').optional(),
  command: Word.min(1),
  args: z.array(Word).max(MAX_WORDS).default([]),
  env: Variables.default({}),
  network: z.boolean().default(true),
  writes: z.boolean().default(false),
});

export const HttpEntry = z.object({
  ...Common,
  type: z.enum(['http', 'streamable-http', 'streamableHttp']).optional(),
  url: Word.regex(/^https?:\/\//, 'begins with https:// or http://'),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), Word).default({}),
});

/** Fields that only the owner's own file may have. */
export const OwnerEntry = z.object({
  readers: z.array(z.string()).default([]),
  writable: z.array(Word).default([]),
  readable: z.array(Word).default([]),
});

/** The shape of Claude Code's `.mcp.json`; entries are read one by one, so that a wrong one spoils no other. */
export const ServerFile = z.object({
  mcpServers: z
    .record(z.string(), z.unknown())
    .default({})
    .refine((all) => Object.keys(all).length <= MAX_SERVERS, `has more than ${MAX_SERVERS} servers`),
});

/** The owner's own file says, too, what placeholders stand for. */
export const OwnServerFile = ServerFile.extend({
  variables: Variables.default({}),
  projectVariables: Variables.default({}),
});

export type ServerEntry =
  | ({ readonly transport: 'stdio' } & z.infer<typeof StdioEntry>)
  | ({ readonly transport: 'http' } & z.infer<typeof HttpEntry>);

/** A sentence when it is no entry. */
export function readEntry(entry: unknown): ServerEntry | string {
  const kind = z.object({ type: z.string().optional(), url: z.string().optional() }).safeParse(entry).data;
  if (kind?.type === 'sse') return 'type: "sse" is not supported; most such servers also speak "http"';
  if (kind?.url !== undefined) {
    const read = HttpEntry.safeParse(entry);
    return read.success ? { transport: 'http', ...read.data } : firstProblem(read.error);
  }
  const read = StdioEntry.safeParse(entry);
  return read.success ? { transport: 'stdio', ...read.data } : firstProblem(read.error);
}

/** The first problem, on one line. */
export function firstProblem({ issues }: z.ZodError): string {
  const [first] = issues;
  const at = first?.path.join('.') ?? '';
  return `${at === '' ? '' : `${at}: `}${first?.message ?? 'is not as expected'}`;
}
