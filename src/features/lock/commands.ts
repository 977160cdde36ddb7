import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import type { FactorFile } from './factor/factor-file.ts';
import type { LockAction, LockStore } from './lock.ts';
import { lockTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  'lock (?:you|this chat|my chats|the chat)|protect this chat',
  '(?:te )?bloqueo(?: este chat| el chat| mis chats)?|bloquear(?:te)?(?: este chat| el chat| mis chats)?',
);

interface LockCommandParts {
  readonly rows: Pick<LockStore, 'factor'>;
  readonly file: Pick<FactorFile, 'read'>;
}

/** Locks all chats of an owner: a person who has the phone has all of them. */
export function lockCommand({ rows, file }: LockCommandParts): ChatCommand {
  return {
    name: 'lock',
    aliases: ['bloquear'],
    topic: 'safety',
    asked: ASKED,
    describe: (texts) => lockTexts(texts).command,
    run(_rest, context) {
      const obstacle = obstacleTo(context, { rows, file });
      if (obstacle !== undefined) return [{ kind: 'reply', text: obstacle }];
      const said: LockAction = { kind: 'lock.say', text: lockTexts(context.texts).lockedNow };
      const lock: LockAction = { kind: 'lock.lock' };
      return [lock, said];
    },
  };
}

/** Only read where nothing is locked: see `takeFirst`. */
export const unlockCommand: ChatCommand = {
  name: 'unlock',
  aliases: ['desbloquear'],
  topic: 'safety',
  describe: (texts) => lockTexts(texts).unlockCommand,
  run: (_rest, { texts }) => [{ kind: 'reply', text: lockTexts(texts).notLocked }],
};

/** A lock that could never be opened again is refused. */
function obstacleTo(
  { person, texts }: Pick<CommandContext, 'person' | 'texts'>,
  { rows, file }: LockCommandParts,
): string | undefined {
  if (person.role !== 'owner') return texts.replies.ownersOnly;
  const factor = rows.factor();
  if (factor === undefined) return lockTexts(texts).notSetUp;
  return file.read()?.kind === factor.kind ? undefined : lockTexts(texts).codes.unusable;
}
