import type { Tree } from 'web-tree-sitter';
import type { CodeReader, Outline, OutlineItem, SyntaxFault } from '../contracts/code.ts';
import { firstBranches } from './conditional-branches.ts';
import { createGrammars, type Grammar } from './grammars.ts';
import { indentationOutline } from './indentation-outline.ts';
import { languageOf } from './languages.ts';
import { markdownOutline } from './markdown-outline.ts';
import { countFaults, newFaults } from './syntax-faults.ts';
import { declarationsIn } from './walk.ts';

/**
 * Reads in this very thread, as long as it takes: see `code-reader.ts` for the one that has a thread and a limit.
 * @param folder `dist/code-reading`
 */
export function createReader(folder: string): CodeReader {
  const grammar = createGrammars(folder);
  return {
    async outline(path, text): Promise<Outline> {
      const language = languageOf(path);
      if (language === undefined) return { language: undefined, items: indentationOutline(text) };
      if (language.by === 'markdown') return { language: language.name, items: markdownOutline(text) };
      const ready = await grammar(language.grammar);
      return { language: language.name, items: declarations(ready, text) };
    },
    async newFaults(path, before, after): Promise<readonly SyntaxFault[]> {
      const language = languageOf(path);
      if (language?.by !== 'grammar') return [];
      const ready = await grammar(language.grammar);
      return withTree(ready, after, (changed) => {
        if (!changed.tree.rootNode.hasError) return [];
        if (before === undefined) return newFaults(undefined, changed);
        return withTree(ready, before, (old) => newFaults(old, changed));
      });
    },
  };
}

function declarations(grammar: Grammar, text: string): readonly OutlineItem[] {
  const [whole, faults] = withTree(grammar, text, ({ tree }) => [
    declarationsIn(tree, grammar.table),
    countFaults(tree),
  ]);
  const first = grammar.hasConditionals && faults > 0 ? firstBranches(text) : undefined;
  if (first === undefined) return whole;
  return withTree(grammar, first.text, ({ tree }) => {
    if (countFaults(tree) >= faults) return whole;
    const elsewhere = whole.filter(({ start, end }) => first.hidden.has(start) && first.hidden.has(end));
    return [...declarationsIn(tree, grammar.table), ...elsewhere].toSorted(
      (one, other) => one.start - other.start,
    );
  });
}

/** Trees live outside the memory that is tidied up by itself. */
function withTree<Result>(
  grammar: Grammar,
  text: string,
  use: (parsed: { readonly tree: Tree; readonly text: string }) => Result,
): Result {
  const prepared = grammar.prepare(text.startsWith('\uFEFF') ? text.slice(1) : text);
  const tree = grammar.parse(prepared);
  if (tree === undefined) throw new Error('The parser gave up.');
  try {
    return use({ tree, text: prepared });
  } finally {
    tree.delete();
  }
}
