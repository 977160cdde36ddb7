import type { CodeReader, Outline, SyntaxFault } from '../contracts/code.ts';
import { changedPieces, comesInPieces } from './changed-pieces.ts';
import { indentationOutline } from './indentation-outline.ts';
import { languageOf } from './languages.ts';
import { createReaderThread, type ReaderThreadParts } from './reader-thread.ts';

/** In UTF-16 code units. */
const MOST_CHARACTERS = 2_000_000;

/** Parses in a thread of its own. */
export function createCodeReader(parts: ReaderThreadParts): CodeReader {
  const thread = createReaderThread(parts);

  async function areSound(path: string, pieces: readonly string[]): Promise<boolean> {
    const answer = await thread.ask({ kind: 'pieces', path, pieces });
    return 'value' in answer && answer.value === true;
  }

  return {
    begin(path) {
      const language = languageOf(path);
      if (language?.by === 'grammar')
        thread.makeReady(language.grammar, { kind: 'pieces', path, pieces: [] });
    },
    async outline(path, text): Promise<Outline> {
      const language = languageOf(path);
      if (language === undefined) return withoutGrammar(text, undefined);
      if (text.length > MOST_CHARACTERS) return withoutGrammar(text, 'it is larger than 2 MB');
      const answer = await thread.ask({ kind: 'outline', path, text });
      // The thread answers an order in its kind.
      return 'value' in answer ? (answer.value as Outline) : withoutGrammar(text, answer.error);
    },
    async newFaults(path, before, after): Promise<readonly SyntaxFault[]> {
      const language = languageOf(path);
      if (language?.by !== 'grammar' || !isReadable(before ?? '', after)) return [];
      const pieces = comesInPieces(language.grammar) ? changedPieces(before ?? '', after) : undefined;
      // As sound as it was: the rest need not be read.
      if (pieces !== undefined && (await areSound(path, pieces))) return [];
      const answer = await thread.ask({ kind: 'faults', path, before, after });
      return 'value' in answer ? (answer.value as readonly SyntaxFault[]) : [];
    },
  };
}

function isReadable(...texts: readonly string[]): boolean {
  return texts.every(({ length }) => length <= MOST_CHARACTERS);
}

function withoutGrammar(text: string, problem: string | undefined): Outline {
  return { language: undefined, items: indentationOutline(text), problem };
}
