import * as z from 'zod';
import {
  ACTIVATION_MODES,
  type ActivationMode,
  type SecretaryPreferences,
  USUAL_PREFERENCES,
} from '../../../contracts/specialists.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../core/json.ts';
import { namesIn, readFrontmatter } from '../../../library/frontmatter.ts';

const MODE = 'activation_mode';
const PREFERRED = 'preferred_review_agents';
const Mode = z.enum(ACTIVATION_MODES);

export type ReadHeader =
  | {
      readonly kind: 'read';
      readonly preferences: SecretaryPreferences;
      /** Keys whose value says nothing that is known: the usual one counts. */
      readonly unusable: readonly string[];
    }
  /** English, a sentence. */
  | { readonly kind: 'broken'; readonly why: string };

/** Contents of `.claude/secretary.local.md`. Unknown keys are left alone. */
export async function readHeader(text: string): Promise<ReadHeader> {
  const { frontmatter, warning } = await readFrontmatter(text);
  if (warning !== undefined) return { kind: 'broken', why: warning };
  const mode = frontmatter[MODE];
  const preferred = frontmatter[PREFERRED];
  const read = Mode.safeParse(mode);
  const isList = preferred === undefined || preferred === null || isNames(preferred);
  return {
    kind: 'read',
    preferences: {
      activationMode: read.success ? read.data : USUAL_PREFERENCES.activationMode,
      preferredReviewAgents: isList ? namesIn(preferred) : USUAL_PREFERENCES.preferredReviewAgents,
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
export function newHeader(mode: ActivationMode): string {
  return `---
activation_mode: ${mode}
preferred_review_agents: []
auto_create_missing: false
supervision_level: light
---
`;
}

export type ChangedHeader =
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'broken'; readonly why: string };

const OPENING = /^\uFEFF?---[ \t]*(\r?\n|$)/;
/** Key, value, and what follows it on its line: blanks and a comment. */
const LINE =
  /^(activation_mode[ \t]*:)([ \t]*)("[^"\r\n]*"|'[^'\r\n]*'|[^\s#'"][^\s#]*)?([ \t]*(?:#[^\r\n]*)?)$/m;

/** The same text with another mode: every other byte stays, comments and unknown keys and the body included. */
export async function withMode(text: string, mode: ActivationMode): Promise<ChangedHeader> {
  const before = await readFrontmatter(text);
  if (before.warning !== undefined) return { kind: 'broken', why: before.warning };
  const next = edited(text, mode);
  const after = await readFrontmatter(next);
  const isRight =
    after.warning === undefined &&
    after.frontmatter[MODE] === mode &&
    after.body === before.body &&
    canonicalJson(without(after.frontmatter)) === canonicalJson(without(before.frontmatter));
  // The matching line may mean something else: within a text of several lines, for example.
  return isRight
    ? { kind: 'changed', text: next }
    : { kind: 'broken', why: `${MODE} cannot be found in it.` };
}

function edited(text: string, mode: ActivationMode): string {
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

function without({ [MODE]: _mode, ...others }: JsonObject): JsonObject {
  return others;
}
