import type { AttachmentResult, MissingAttachment } from '../../contracts/enclosures.ts';
import { unreachable } from '../../core/failure.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';

/** How much of a transcript is shown back, in UTF-16 code units. */
const MAX_HEARD_LENGTH = 200;

interface EnclosureTexts {
  readonly texts: Texts;
  readonly writeEnabled: boolean;
}

/** Lines for the person about what they sent besides text; a picture that was understood needs none. */
export function enclosureReplies(
  enclosed: readonly AttachmentResult[],
  telling: EnclosureTexts,
): readonly string[] {
  return [...new Set(enclosed.flatMap((one) => enclosureLine(one, telling) ?? []))];
}

function enclosureLine(one: AttachmentResult, { texts, writeEnabled }: EnclosureTexts): string | undefined {
  const words = texts.replies.enclosed;
  switch (one.kind) {
    case 'image':
      return undefined;
    case 'voice':
      return words.heard(titleLine(one.text, MAX_HEARD_LENGTH));
    case 'document':
      return writeEnabled ? words.saved(one.path) : words.savedReadOnly(one.path);
    case 'missing':
      return missingLine(one, texts);
    default:
      return unreachable(one);
  }
}

function missingLine({ what, reason, limitMb }: MissingAttachment, { replies }: Texts): string {
  const words = replies.enclosed;
  if (what === 'other' || reason === 'kind') return words.otherKind;
  return words.missing(words.what[what], words.why[reason](String(limitMb ?? '')));
}
