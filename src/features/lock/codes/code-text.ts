import type { CodeCheck } from '../../../contracts/channel.ts';
import type { CommandContext } from '../../../contracts/commands.ts';
import { unreachable } from '../../../core/failure.ts';
import { formatDuration } from '../../../core/texts/format.ts';
import { waitLeft } from '../decide-lock.ts';
import type { LockLookup } from '../lock.ts';
import { lockTexts } from '../texts/texts.ts';

/** The reply to a code that opened nothing. */
export function codeText(
  code: Exclude<CodeCheck, 'right'>,
  { person, nowMs, texts }: Pick<CommandContext, 'person' | 'nowMs' | 'texts'>,
  rows: LockLookup,
): string {
  const { codes } = lockTexts(texts);
  const known = rows.findPerson(person.phone);
  const leftMs = waitLeft(known, nowMs);
  switch (code) {
    case 'wrong':
      return leftMs === 0 ? codes.wrong : codes.wrongWait(formatDuration(leftMs));
    case 'too-soon':
      return leftMs === 0 ? codes.again : codes.tooSoon(formatDuration(leftMs));
    case 'used':
    case 'lost':
    case 'uncounted':
    case 'unusable':
      return codes[code];
    default:
      return unreachable(code);
  }
}
