import type { Additions } from '../contracts/git.ts';
import type { ToolContext } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { shorten } from '../core/text.ts';
import { escapeHidden } from '../policy/display.ts';
import { findSecrets, type SecretLocation } from '../policy/find-secrets.ts';

/** How many places and files a question names; the rest is counted. */
const MAX_NAMED = 5;
const MAX_LISTED = 40;
/** Longest line quoted, in UTF-16 code units. */
const MAX_LINE_LENGTH = 120;

/** Facts about outgoing content for the person who is asked. */
export interface LeavingContent {
  /** Sentences of a question; empty when nothing is wrong. */
  readonly reasons: readonly string[];
  /** Lines below them. */
  readonly details: readonly string[];
}

/**
 * @param protectedFiles those among the files that a person has not approved
 * @param verb such as `commit`
 */
export async function judgeContent(
  { added, complete }: Additions,
  { protectedFiles, verb }: { readonly protectedFiles: readonly string[]; readonly verb: string },
  context: Pick<ToolContext, 'redaction'>,
): Promise<LeavingContent> {
  const found = await findSecrets(added, await context.redaction());
  const { places } = found;
  const reasons = [
    ...(places.length === 0
      ? []
      : [`${verb} what looks like a secret: ${firstNames(places.map(placeName), MAX_NAMED)}?`]),
    ...(protectedFiles.length === 0
      ? []
      : [
          `${verb} changes to what decides what other programs execute: ${firstNames(protectedFiles.map(escapeHidden), MAX_NAMED)}?`,
        ]),
    ...(complete && found.complete ? [] : [`${verb} more than could be looked through for secrets?`]),
  ];
  return { reasons, details: places.slice(0, MAX_LISTED).map(showPlace) };
}

/** Throws Failure `invalid` when a permanent text holds a secret. */
export async function refuseSecretWords(
  words: string,
  what: string,
  context: Pick<ToolContext, 'redaction'>,
): Promise<void> {
  const added = [{ path: '', firstLine: 1, lines: words.split('\n') }];
  const { places, complete } = await findSecrets(added, await context.redaction());
  const [first] = places;
  if (first === undefined && complete) return;
  const where = first === undefined ? '' : `, in line ${first.line}`;
  throw new Failure(
    'invalid',
    `${what} holds what looks like a secret${where}, and everybody who gets the repository could read it. Write it without.`,
  );
}

/** The first names of a list, and how many more there are. */
function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

function placeName({ path, line, lastLine }: SecretLocation): string {
  const name = escapeHidden(path);
  if (line === 0) return `the name ${name}`;
  return line === lastLine ? `${name}:${line}` : `${name}:${line}-${lastLine}`;
}

function showPlace(place: SecretLocation): string {
  return `${placeName(place)}  ${escapeHidden(shorten(place.shown.trim(), MAX_LINE_LENGTH))}`;
}
