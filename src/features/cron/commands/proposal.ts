import type { InboundMessage } from '../../../contracts/channel.ts';
import type { CommandContext } from '../../../contracts/commands.ts';
import type { InboxRow } from '../../../contracts/store.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import { parseCronCommand } from '../schedule/parse-cron-command.ts';
import type { CronRequest } from '../schedule/plan-cron.ts';
import { cronTexts } from '../texts/texts.ts';
import { verbIn } from './verbs.ts';
import { zoneHere } from './zone.ts';

/** How long a proposal waits for its answer. */
export const PROPOSAL_WAIT_MS = HOUR_MS;

/** `/cron …` and its other names, as a whole message. */
export const CRON_COMMAND = /^\/(?:crons?|programar)\s+([\s\S]+)$/i;

/** What a person wrote that was answered with a question. */
export interface CronProposal {
  readonly request: CronRequest;
  /** When it was written, in milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * The proposal that this message of a person led to. Nothing is stored for it: the message is read again, as of then.
 */
export function proposalIn(
  { message, receivedAtMs }: InboxRow,
  context: CommandContext,
): CronProposal | undefined {
  const [, rest] = CRON_COMMAND.exec(message.text.trim()) ?? [];
  const timezone = zoneHere(context);
  const { verb, words } = verbIn(rest ?? '');
  if (verb !== 'add' || timezone === undefined) return undefined;
  const order = parseCronCommand(words, { nowMs: receivedAtMs, timezone });
  return order.kind === 'words' ? { request: { ...order, timezone }, atMs: receivedAtMs } : undefined;
}

/** True for a message that is no reply, or one to the question about a proposal. */
export function isAboutProposal(
  { quotedId, quoted }: Pick<InboundMessage, 'quotedId' | 'quoted'>,
  { texts }: Pick<CommandContext, 'texts'>,
): boolean {
  return quotedId === undefined || quoted?.text.startsWith(cronTexts(texts).ask) === true;
}
