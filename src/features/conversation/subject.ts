import type { Enclosure, Steering } from '../../contracts/enclosures.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { bothEnclosures } from '../../gateway/incoming/enclosure-notes.ts';
import { isBareYes, isGoAhead, isThanks } from '../../gateway/incoming/go-ahead.ts';
import { isWait } from '../../gateway/questions/asides.ts';

export interface Subject {
  readonly words: string;
  /**
   * What came with the words and after them, and of what was sent before every file, which costs a line, but only the
   * last picture, and that where there is none among the rest.
   */
  readonly enclosure: Enclosure | undefined;
}

/** What a talk is about: the person's newest words that say something. An "ok" or "do it" after them names nothing. */
export function subjectOf(
  { id, task }: Pick<SessionRecord, 'id' | 'task'>,
  { steering }: Pick<Store, 'steering'>,
): Subject {
  const written = steering.listNewest(id);
  const at = written.findIndex(({ text }) => saysSomething(text));
  const since = at === -1 ? written : written.slice(0, at + 1);
  const before = written.slice(since.length);
  const picture = since.some(hasPicture) ? undefined : before.find(hasPicture);
  const brought = [
    ...since.map(({ enclosure }) => enclosure),
    picture?.enclosure,
    ...before.map(({ enclosure }) => filesIn(enclosure)),
  ];
  return {
    words: written[at]?.text ?? task,
    enclosure: brought.reduceRight((all, one) => bothEnclosures(all, one), undefined),
  };
}

function filesIn(enclosure: Enclosure | undefined): Enclosure | undefined {
  const documents = enclosure?.documents;
  return documents && { notes: [], images: [], documents };
}

function saysSomething(text: string): boolean {
  return text !== '' && ![isBareYes, isGoAhead, isThanks, isWait].some((isNothing) => isNothing(text));
}

function hasPicture({ enclosure }: Pick<Steering, 'enclosure'>): boolean {
  return enclosure !== undefined && enclosure.images.length > 0;
}
