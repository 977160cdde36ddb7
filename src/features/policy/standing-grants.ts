import * as z from 'zod';
import type { Grant, GrantStore } from '../../contracts/grants.ts';
import { inlineCode } from '../../core/text.ts';
import { formatAge } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { grantName } from '../../gateway/questions/answer.ts';
import { titleLine } from '../../policy/redaction.ts';
import { id } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

export type StandingGrant = ReturnType<GrantStore['listOfChat']>[number];

/** What people have allowed beyond one question, in all chats, oldest first. */
export function createStandingGrants(
  database: Database,
  { listOfChat: ofConversation }: Pick<GrantStore, 'listOfChat'>,
): () => readonly StandingGrant[] {
  const chats = database.read(
    'SELECT DISTINCT conversation FROM grants WHERE revoked_at_ms IS NULL',
    z.object({ conversation: id<'conversation'>() }),
  );
  return () =>
    chats
      .all({})
      .flatMap(({ conversation }) => ofConversation(conversation))
      .toSorted((one, other) => one.seq - other.seq);
}

/** How much of a command is shown: two lines on a phone. Exact commands may begin alike, so not less. */
const MAX_COMMAND_LENGTH = 120;

/** What a person has allowed: a command, all with the same beginning, or a kind of question. */
export function grantText({ kind, display }: Pick<Grant, 'kind' | 'display'>, texts: Texts): string {
  if (kind === 'name') return grantName(display, texts);
  const command = inlineCode(titleLine(display, MAX_COMMAND_LENGTH));
  return kind === 'prefix' ? `${command} …` : command;
}

interface GrantFacts extends Pick<Grant, 'scope' | 'grantedAtMs'> {
  readonly uses: number;
  /** The project, as the reader may know it. */
  readonly where: string;
}

/** How far it reaches, how old it is, and how often it was used. */
export function grantFacts(
  { scope, grantedAtMs, uses, where }: GrantFacts,
  { texts: { grants }, nowMs }: { readonly texts: Texts; readonly nowMs: number },
): readonly string[] {
  const reach = scope === 'always' ? grants.scope.always(where) : grants.scope.session;
  return [reach, grants.age(formatAge(nowMs - grantedAtMs)), grants.uses(uses)];
}
