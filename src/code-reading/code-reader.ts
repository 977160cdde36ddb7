import type { CodeReader, Outline, SyntaxFault } from '../contracts/code.ts';
import { changedPieces, comesInPieces, keepsItsShape } from './changed-pieces.ts';
import { createFirstLook, isFewLines } from './first-look.ts';
import { indentationOutline } from './indentation-outline.ts';
import { type GrammarName, languageOf } from './languages.ts';
import { createReaderThread, type ReaderThreadParts } from './reader-thread.ts';

/** In UTF-16 code units. */
const MAX_CHARACTERS = 2_000_000;

/** Parses in a thread of its own, but for the few lines that most edits change. */
export function createCodeReader(parts: ReaderThreadParts): CodeReader {
  const thread = createReaderThread(parts);
  const firstLook = createFirstLook({ folder: parts.folder });

  /** True when the changed part alone shows that the change is correct. */
  async function isPieceSound(path: string, before: string, after: string): Promise<boolean> {
    const grammar = grammarOf(path);
    const pieces = grammar && comesInPieces(grammar) ? changedPieces(before, after, grammar) : undefined;
    if (grammar === undefined || pieces === undefined) return false;
    if (isFewLines(pieces)) return firstLook.areSound(grammar, pieces);
    const answer = await thread.ask({ kind: 'pieces', path, pieces });
    return 'value' in answer && answer.value === true;
  }

  return {
    prepare(path, change) {
      const grammar = grammarOf(path);
      if (grammar === undefined) return;
      if (change !== undefined && keepsItsShape(change.search, change.replace, grammar)) return;
      if (change !== undefined && comesInPieces(grammar) && isFewLines([change.search, change.replace]))
        return firstLook.begin(grammar);
      thread.makeReady(grammar, { kind: 'pieces', path, pieces: [] });
    },
    async outline(path, text): Promise<Outline> {
      const language = languageOf(path);
      if (language === undefined) return withoutGrammar(text, undefined);
      if (text.length > MAX_CHARACTERS) return withoutGrammar(text, 'it is larger than 2 MB');
      const answer = await thread.ask({ kind: 'outline', path, text });
      // The thread answers an order in its kind.
      return 'value' in answer ? (answer.value as Outline) : withoutGrammar(text, answer.error);
    },
    async newFaults(path, before, after): Promise<readonly SyntaxFault[]> {
      const grammar = grammarOf(path);
      if (grammar === undefined || !isReadable(before ?? '', after)) return [];
      const old = before ?? '';
      // As sound as it was: the rest need not be read.
      if (keepsItsShape(old, after, grammar)) return [];
      if (await isPieceSound(path, old, after)) return [];
      const answer = await thread.ask({ kind: 'faults', path, before, after });
      return 'value' in answer ? (answer.value as readonly SyntaxFault[]) : [];
    },
  };
}

function grammarOf(path: string): GrammarName | undefined {
  const language = languageOf(path);
  return language?.by === 'grammar' ? language.grammar : undefined;
}

function isReadable(...texts: readonly string[]): boolean {
  return texts.every(({ length }) => length <= MAX_CHARACTERS);
}

function withoutGrammar(text: string, problem: string | undefined): Outline {
  return { language: undefined, items: indentationOutline(text), problem };
}
