import { unreachable } from '../../core/failure.ts';
import { oneLine } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import type { NoteFault } from './note.ts';
import { type NoteTexts, noteTexts } from './texts/texts.ts';

/** How much of a line to be removed is shown. */
const MAX_NAMED_LENGTH = 80;

/** Why a line is not kept, and what to do. */
export function noteFaultText(fault: NoteFault, texts: Texts): string {
  const notes = noteTexts(texts);
  switch (fault.kind) {
    case 'empty':
    case 'lines':
    case 'hidden':
    case 'markup':
    case 'authority':
    case 'secret':
      return notes.faults[fault.kind];
    case 'too-long':
      return notes.tooLong(String(fault.length), String(fault.most));
    case 'known':
      return notes.known(fault.place, String(fault.line));
    case 'full':
      return fullText(fault, notes);
    case 'unusable':
      return fault.why === 'linked'
        ? notes.linked(fault.place)
        : notes.unusable(fault.place, texts.status.bootstrapFault[fault.why]);
    case 'moved':
      return notes.moved(fault.place);
    case 'unwritable':
      return notes.unwritable(fault.place, fault.why);
    default:
      return unreachable(fault);
  }
}

function fullText(
  { place, length, most, oldest }: Extract<NoteFault, { kind: 'full' }>,
  notes: NoteTexts,
): string {
  const full = notes.full(place, String(length), String(most));
  if (oldest === undefined) return full;
  return `${full}\n${notes.makeRoom(String(oldest.line), oneLine(oldest.text, MAX_NAMED_LENGTH))}`;
}
