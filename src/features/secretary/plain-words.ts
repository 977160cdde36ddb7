import { bareAnswer } from '../../commands/answer-words.ts';
import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import { isProactive } from './preferences/secretary-file.ts';
import { MAX_REQUEST_LENGTH } from './routing/interpret.ts';
import type { RoutingStore, SecretaryAction } from './routings.ts';

/** A bare number continues what was talked about, when nothing waits for it. */
const NUMBER = /^\d{1,2}[.!]?$/;

/**
 * In a proactive project plain words go to the secretary; once, and not forwarded messages, messages with a file, or
 * bare answers.
 */
export function routePlainWords(
  { id, text, forwarded, enclosed = [], cron }: InboundMessage,
  { conversation, person, workspace }: CommandContext,
  rows: Pick<RoutingStore, 'ofMessage'>,
): readonly SecretaryAction[] | undefined {
  const isOwnWords = forwarded !== true && enclosed.length === 0 && cron === undefined;
  if (NUMBER.test(text) || bareAnswer(text) !== undefined) return undefined;
  if (!isOwnWords || person.role === 'reader' || text.length > MAX_REQUEST_LENGTH) return undefined;
  if (!isProactive(workspace) || rows.ofMessage(conversation, id) !== undefined) return undefined;
  return [{ kind: 'secretary.route', request: text, isPlain: true }];
}
