import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseNames, readFrontmatter } from '../../../claude-files/frontmatter.ts';
import type {
  SkippedSpecialistFile,
  Specialist,
  SpecialistLimits,
  SpecialistSkipReason,
} from '../../../contracts/specialists.ts';
import { codeOf } from '../../../core/failure.ts';
import { readBeginning } from '../../../core/file-access.ts';
import { type Json, type JsonObject, sha256 } from '../../../core/json.ts';
import { isInside } from '../../../core/paths.ts';
import { bootstrapFault, decodeUtf8 } from '../../../files/bootstrap-files.ts';

/** In UTF-16 code units; each is sent to the model with every question of whom to ask. */
const MAX_DESCRIPTION_LENGTH = 4000;
const MAX_NAME_LENGTH = 64;
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MODEL = /^[\w.:@/-]{1,100}$/;
const MAX_NAMES = 100;
const MAX_TOOL_LENGTH = 200;
/** Means "all tools of the session" in people's files. */
const ALL = '*';

const Limits = z.strictObject({
  max_rounds: z.int().min(1).max(1000).optional(),
  session_timeout_seconds: z
    .int()
    .min(1)
    .max(7 * 24 * 3600)
    .optional(),
  max_cost_usd: z.number().positive().max(100_000).optional(),
});

/** The contents of one agent file, from any place. */
type AgentFile = Pick<
  Specialist,
  'name' | 'description' | 'tools' | 'model' | 'limits' | 'instructions' | 'warning'
>;

export type ReadAgent = AgentFile | { readonly why: SpecialistSkipReason; readonly detail: string };

/**
 * Name and description have to be there; of the rest, what is there has to be right, because it narrows. Never throws.
 */
export async function readAgent(text: string): Promise<ReadAgent> {
  const { frontmatter, body, warning } = await readFrontmatter(text);
  if (Object.keys(frontmatter).length === 0) {
    return warning === undefined ? { why: 'no-header', detail: '' } : { why: 'bad-header', detail: warning };
  }
  const { name, description } = frontmatter;
  if (typeof name !== 'string' || name.length > MAX_NAME_LENGTH || !NAME.test(name))
    return skippedAgent('name');
  if (typeof description !== 'string' || !isDescription(description)) return skippedAgent('description');
  const tools = toolsOf(frontmatter);
  if (tools === 'wrong') return skippedAgent('tools');
  const model = modelOf(frontmatter.model);
  if (model === 'wrong') return skippedAgent('model');
  const limits = limitsOf(frontmatter.limits);
  if (limits === 'wrong') return skippedAgent('limits');
  return {
    name,
    description: description.replace(/\s+/g, ' ').trim(),
    tools: tools?.names,
    model: model?.id,
    limits,
    instructions: body.trim(),
    ...(warning === undefined ? {} : { warning }),
  };
}

function skippedAgent(why: SpecialistSkipReason): ReadAgent {
  return { why, detail: '' };
}

function isDescription(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_DESCRIPTION_LENGTH;
}

/** If a list without names were ignored, it would open everything. */
function toolsOf({ tools }: JsonObject): { readonly names: readonly string[] } | undefined | 'wrong' {
  if (tools === undefined || tools === null) return undefined;
  if (typeof tools !== 'string' && !isListOfTexts(tools)) return 'wrong';
  const names = parseNames(tools);
  if (names.length > MAX_NAMES || names.some((name) => name.length > MAX_TOOL_LENGTH)) return 'wrong';
  return names.includes(ALL) ? undefined : { names };
}

function isListOfTexts(value: Json): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function modelOf(model: Json | undefined): { readonly id: string } | undefined | 'wrong' {
  if (model === undefined || model === null || model === 'inherit') return undefined;
  return typeof model === 'string' && MODEL.test(model) ? { id: model } : 'wrong';
}

function limitsOf(limits: Json | undefined): SpecialistLimits | 'wrong' {
  const read = Limits.safeParse(limits ?? {});
  if (!read.success) return 'wrong';
  const { max_rounds, session_timeout_seconds, max_cost_usd } = read.data;
  return {
    ...(max_rounds === undefined ? {} : { maxRounds: max_rounds }),
    ...(session_timeout_seconds === undefined ? {} : { maxSeconds: session_timeout_seconds }),
    ...(max_cost_usd === undefined ? {} : { maxCostUsd: max_cost_usd }),
  };
}

/** Largest file, in bytes. */
const MAX_BYTES = 64 * 1024;

/** A folder with agent files directly in it. */
export interface AgentFolder {
  readonly folder: string;
  /** Canonical; no file may lead out of it. */
  readonly root: string;
  /** How a person finds a file of this name. */
  place(name: string): string;
}

export interface AgentText {
  readonly file: string;
  readonly text: string;
  readonly hash: string;
}

interface AgentTexts {
  readonly texts: readonly AgentText[];
  readonly skipped: readonly SkippedSpecialistFile[];
}

/**
 * The `.md` files of a folder by name. Their authors are not trusted: links count only while they stay inside, pipes
 * and devices are not waited for, and too many or too large files are skipped and listed. Never throws for the disk's
 * contents.
 * @param most files that are read
 */
export function readAgentFolder(from: AgentFolder, most: number): AgentTexts {
  const listed = filesIn(from);
  if (listed.kind === 'closed') {
    return { texts: [], skipped: [{ file: from.place(''), why: listed.why, detail: '' }] };
  }
  const texts: AgentText[] = [];
  const skipped: SkippedSpecialistFile[] = [];
  for (const name of listed.names.slice(0, most)) {
    const file = from.place(name);
    const read = readText(from, name);
    if (read.kind === 'text') texts.push({ file, text: read.text, hash: read.hash });
    else skipped.push({ file, why: read.why, detail: read.detail });
  }
  const left = listed.names.length - most;
  if (left > 0) skipped.push({ file: from.place(''), why: 'too-many', detail: String(left) });
  return { texts, skipped };
}

type FolderListing =
  | { readonly kind: 'files'; readonly names: readonly string[] }
  | { readonly kind: 'closed'; readonly why: SpecialistSkipReason };

function filesIn({ folder, root }: AgentFolder): FolderListing {
  try {
    if (!isInside(realpathSync(folder), root)) return { kind: 'closed', why: 'link' };
    const names = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.startsWith('.'));
    return { kind: 'files', names: names.toSorted() };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return { kind: 'files', names: [] };
    return { kind: 'closed', why: code === 'ENOTDIR' ? 'not-a-file' : bootstrapFault(code) };
  }
}

type ReadAgentFile =
  | { readonly kind: 'text'; readonly text: string; readonly hash: string }
  | { readonly kind: 'skipped'; readonly why: SpecialistSkipReason; readonly detail: string };

function readText({ folder, root }: AgentFolder, name: string): ReadAgentFile {
  const skipped = (why: SpecialistSkipReason, detail = ''): ReadAgentFile => ({
    kind: 'skipped',
    why,
    detail,
  });
  try {
    const real = realpathSync(path.join(folder, name));
    if (!isInside(real, root)) return skipped('link');
    const { bytes, size } = readBeginning(real, MAX_BYTES);
    if (size > MAX_BYTES) return skipped('too-large', `${MAX_BYTES / 1024} kB`);
    const text = decodeUtf8(bytes, false);
    return text === undefined ? skipped('not-text') : { kind: 'text', text, hash: sha256(bytes) };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return skipped(bootstrapFault(code));
  }
}
