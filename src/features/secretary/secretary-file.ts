import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseNames, readFrontmatter } from '../../claude-files/frontmatter.ts';
import type { BootstrapFault } from '../../contracts/assignment.ts';
import { codeOf, unreachable } from '../../core/failure.ts';
import { readBeginning } from '../../core/file-access.ts';
import { canonicalJson, type Json, type JsonObject } from '../../core/json.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { bootstrapFault } from '../../files/bootstrap-files.ts';
import { isMissing } from '../../files/look-at-path.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { type SecretaryTexts, secretaryTexts } from './texts/texts.ts';

export const ACTIVATION_MODES = ['manual', 'aware', 'proactive'] as const;
export type ActivationMode = (typeof ACTIVATION_MODES)[number];

/** A person's settings for a workspace. No mode removes the question before something begins. */
export interface SecretaryPreferences {
  readonly activationMode: ActivationMode;
  /** Names or references; of two that fit equally well, the first one wins. */
  readonly preferredReviewAgents: readonly string[];
}

export const DEFAULT_PREFERENCES: SecretaryPreferences = {
  activationMode: 'manual',
  preferredReviewAgents: [],
};

const FOLDER = '.claude';
const SECRETARY_FILE = `${FOLDER}/secretary.local.md`;

const MAX_BYTES = 64 * 1024;

type SecretaryFileFault = BootstrapFault | 'linked' | 'too-large';

/** The settings of a workspace for its secretary. Whatever is wrong with the file, the defaults apply. */
type SecretaryFile =
  | { readonly kind: 'absent'; readonly preferences: SecretaryPreferences }
  | {
      readonly kind: 'read';
      readonly preferences: SecretaryPreferences;
      /** Keys with an unknown value. */
      readonly unusable: readonly string[];
    }
  | {
      readonly kind: 'unusable';
      readonly preferences: SecretaryPreferences;
      readonly fault: SecretaryFileFault;
    }
  /** `why`: English, a sentence. */
  | { readonly kind: 'broken'; readonly preferences: SecretaryPreferences; readonly why: string };

/** Reads it anew. Never follows a link, waits for a pipe, or throws for what is on the disk. */
export async function readSecretaryFile(workspace: string): Promise<SecretaryFile> {
  const preferences = DEFAULT_PREFERENCES;
  const found = textAt(workspace);
  if (found.kind !== 'text') return { ...found, preferences };
  const read = await readHeader(found.text);
  return read.kind === 'read' ? read : { ...read, preferences };
}

const HEADER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---/;
const PROACTIVE = /^activation_mode:[ \t]*(["']?)proactive\1[ \t]*(?:#.*)?\r?$/m;

/** True when the header plainly says so: a quick look without waiting, for each message in plain words. */
export function isProactive(workspace: string): boolean {
  const found = textAt(workspace);
  return found.kind === 'text' && PROACTIVE.test(HEADER.exec(found.text)?.[1] ?? '');
}

type ModeSet =
  | { readonly kind: 'created' | 'updated' }
  | { readonly kind: 'unusable'; readonly fault: SecretaryFileFault }
  | { readonly kind: 'broken'; readonly why: string }
  /** `code` of the system. */
  | { readonly kind: 'unwritable'; readonly code: string };

/** Puts the mode into the file, which is created where there is none; its other content stays byte for byte. */
export async function setMode(workspace: string, mode: ActivationMode): Promise<ModeSet> {
  const found = textAt(workspace);
  if (found.kind === 'unusable') return found;
  if (found.kind === 'absent') return writeSecretaryFile(workspace, newHeader(mode)) ?? { kind: 'created' };
  const changed = await withMode(found.text, mode);
  if (changed.kind === 'broken') return changed;
  if (changed.text === found.text) return { kind: 'updated' };
  // It is the person's own file: a change that an editor saved meanwhile must not be lost.
  const now = textAt(workspace);
  if (now.kind !== 'text' || now.text !== found.text) return { kind: 'unwritable', code: 'EAGAIN' };
  return writeSecretaryFile(workspace, changed.text) ?? { kind: 'updated' };
}

type SecretaryFileResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly fault: SecretaryFileFault };

function textAt(workspace: string): SecretaryFileResult {
  const folder = path.join(workspace, FOLDER);
  const file = path.join(workspace, SECRETARY_FILE);
  if (isMissing(folder)) return { kind: 'absent' };
  try {
    if ([folder, file].some((one) => lstatSync(one).isSymbolicLink())) {
      return { kind: 'unusable', fault: 'linked' };
    }
    const { bytes, size } = readBeginning(file, MAX_BYTES);
    if (size > MAX_BYTES) return { kind: 'unusable', fault: 'too-large' };
    const text = exactText(bytes);
    return text === undefined ? { kind: 'unusable', fault: 'not-text' } : { kind: 'text', text };
  } catch (error) {
    return readFault(codeOf(error), error);
  }
}

function readFault(code: string | undefined, error: unknown): SecretaryFileResult {
  if (code === undefined) throw error;
  if (code === 'ENOENT') return { kind: 'absent' };
  if (code === 'ENOTDIR') return { kind: 'unusable', fault: 'not-a-file' };
  return { kind: 'unusable', fault: code === 'ELOOP' ? 'linked' : bootstrapFault(code) };
}

/** With its byte order mark, so that it is written back as it was. */
function exactText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}

function writeSecretaryFile(
  workspace: string,
  text: string,
): Extract<ModeSet, { kind: 'unwritable' }> | undefined {
  try {
    mkdirSync(path.join(workspace, FOLDER), { recursive: true });
    replaceFile(path.join(workspace, SECRETARY_FILE), text);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return { kind: 'unwritable', code };
  }
}

const MODE = 'activation_mode';
const PREFERRED = 'preferred_review_agents';
const Mode = z.enum(ACTIVATION_MODES);

type ReadHeader =
  | {
      readonly kind: 'read';
      readonly preferences: SecretaryPreferences;
      /** Keys with an unknown value: the default counts for them. */
      readonly unusable: readonly string[];
    }
  /** English, a sentence. */
  | { readonly kind: 'broken'; readonly why: string };

/** Contents of `.claude/secretary.local.md`. Unknown keys are left alone. */
async function readHeader(text: string): Promise<ReadHeader> {
  const { frontmatter, warning } = await readFrontmatter(text);
  if (warning !== undefined) return { kind: 'broken', why: warning };
  const mode = frontmatter[MODE];
  const preferred = frontmatter[PREFERRED];
  const read = Mode.safeParse(mode);
  const isList = preferred === undefined || preferred === null || isNames(preferred);
  return {
    kind: 'read',
    preferences: {
      activationMode: read.success ? read.data : DEFAULT_PREFERENCES.activationMode,
      preferredReviewAgents: isList ? parseNames(preferred) : DEFAULT_PREFERENCES.preferredReviewAgents,
    },
    unusable: [
      ...(read.success || mode === undefined || mode === null ? [] : [MODE]),
      ...(isList ? [] : [PREFERRED]),
    ],
  };
}

function isNames(value: Json): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

/** A new file, as the secretary's specification has it. */
function newHeader(mode: ActivationMode): string {
  return `---
activation_mode: ${mode}
preferred_review_agents: []
auto_create_missing: false
supervision_level: light
---
`;
}

type ChangedHeader =
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'broken'; readonly why: string };

const OPENING = /^\uFEFF?---[ \t]*(\r?\n|$)/;
/** Key, value, and what follows it on its line: blanks and a comment. */
const LINE =
  /^(activation_mode[ \t]*:)([ \t]*)("[^"\r\n]*"|'[^'\r\n]*'|[^\s#'"][^\s#]*)?([ \t]*(?:#[^\r\n]*)?)$/m;

/** The same text with another mode: every other byte stays, comments and unknown keys and the body included. */
async function withMode(text: string, mode: ActivationMode): Promise<ChangedHeader> {
  const before = await readFrontmatter(text);
  if (before.warning !== undefined) return { kind: 'broken', why: before.warning };
  const next = replaceMode(text, mode);
  const after = await readFrontmatter(next);
  const isRight =
    after.warning === undefined &&
    after.frontmatter[MODE] === mode &&
    after.body === before.body &&
    canonicalJson(withoutMode(after.frontmatter)) === canonicalJson(withoutMode(before.frontmatter));
  // The matching line may mean something else: within a text of several lines, for example.
  return isRight
    ? { kind: 'changed', text: next }
    : { kind: 'broken', why: `${MODE} cannot be found in it.` };
}

function replaceMode(text: string, mode: ActivationMode): string {
  const opening = OPENING.exec(text)?.[0];
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  if (opening === undefined) return `---${end}${MODE}: ${mode}${end}---${end}${text}`;
  const rest = text.slice(opening.length);
  const closing = /^---[ \t]*\r?$/m.exec(rest)?.index ?? rest.length;
  const header = rest.slice(0, closing);
  const found = LINE.exec(header);
  if (found === null) return `${opening}${MODE}: ${mode}${end}${rest}`;
  const [line, key = '', gap = '', value, tail = ''] = found;
  const after = header.slice(found.index + line.length);
  // Without a value all blanks belong before the comment, which would not be one without them.
  const set = value === undefined ? ` ${mode}${gap}` : `${gap}${mode}`;
  const changed = `${header.slice(0, found.index)}${key}${set}${tail}${after}`;
  return `${opening}${changed}${rest.slice(closing)}`;
}

function withoutMode({ [MODE]: _mode, ...others }: JsonObject): JsonObject {
  return others;
}

/** Which mode counts in a workspace, and what is wrong with its file. */
export function modeText(file: SecretaryFile, texts: Texts): string {
  const { mode } = secretaryTexts(texts).finding;
  const { activationMode } = file.preferences;
  return [...troubleOf(file, mode), mode.is(activationMode), mode.about[activationMode], mode.asked].join(
    '\n',
  );
}

function troubleOf(file: SecretaryFile, mode: SecretaryTexts['finding']['mode']): readonly string[] {
  switch (file.kind) {
    case 'absent':
      return [mode.notFound];
    case 'read':
      return file.unusable.length === 0 ? [] : [mode.unusableKeys(SECRETARY_FILE, file.unusable.join(', '))];
    case 'unusable':
      return [mode.unusable(SECRETARY_FILE, mode.fault[file.fault])];
    case 'broken':
      return [mode.unusable(SECRETARY_FILE, file.why)];
    default:
      return unreachable(file);
  }
}

/** Result of setting it. */
export function modeSetText(set: ModeSet, wanted: ActivationMode, texts: Texts): string {
  const { mode } = secretaryTexts(texts).finding;
  switch (set.kind) {
    case 'created':
      return `${mode.created(SECRETARY_FILE)}\n${mode.updated(wanted)}`;
    case 'updated':
      return mode.updated(wanted);
    case 'unusable':
      return mode.notChanged(SECRETARY_FILE, mode.fault[set.fault]);
    case 'broken':
      return mode.notChanged(SECRETARY_FILE, set.why);
    case 'unwritable':
      return mode.notChanged(SECRETARY_FILE, mode.unwritable(set.code));
    default:
      return unreachable(set);
  }
}

/** Output of a session-start hook. The names are those of the secretary's specification. */
interface HookOutput {
  readonly hookSpecificOutput: {
    readonly hookEventName: 'SessionStart';
    readonly additionalContext: string;
  };
}

/** Added for the model at the beginning of a task, in a message: the system prompt is frozen. */
const AWARE_CONTEXT =
  'Secretary agent available for orchestrating complex requests. For vague or multi-step tasks, consider proposing to the person: /secretary <user_request>';

/** Undefined in every mode but `aware`. */
export function hookOutput({ activationMode }: SecretaryPreferences): HookOutput | undefined {
  if (activationMode !== 'aware') return undefined;
  return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: AWARE_CONTEXT } };
}

/** A note for a session in a project whose secretary is aware. */
export async function awareNote(project: string): Promise<string | undefined> {
  const { preferences } = await readSecretaryFile(project);
  return hookOutput(preferences)?.hookSpecificOutput.additionalContext;
}
