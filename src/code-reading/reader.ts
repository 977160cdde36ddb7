import type { Tree } from 'web-tree-sitter';
import type { CodeReader, Outline, OutlineItem, SyntaxFault } from '../contracts/code.ts';
import { firstBranches } from './conditional-branches.ts';
import { createGrammars, type Grammar } from './grammars.ts';
import { indentationOutline } from './indentation-outline.ts';
import { languageOf } from './languages.ts';
import { markdownOutline } from './markdown-outline.ts';
import { beginningAt, from, newBeginnings } from './resync.ts';
import { faultsOf, newFaults } from './syntax-faults.ts';
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

/** Marks that git leaves in a file with conflicts. */
const CONFLICT_MARKS = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/gm;

function declarations(grammar: Grammar, given: string): readonly OutlineItem[] {
  const text = given.replace(CONFLICT_MARKS, '');
  const whole = readTwice(grammar, text);
  const first = grammar.rules.hasConditionals === true && whole.faults > 0 ? firstBranches(text) : undefined;
  const other = first && readOnce(grammar, first.text);
  if (first === undefined || other === undefined || other.faults >= whole.faults) {
    return withLost(grammar, whole);
  }
  const elsewhere = whole.items.filter(({ start, end }) => first.hidden.has(start) && first.hidden.has(end));
  return inOrder([...withLost(grammar, other), ...elsewhere]);
}

function readTwice(grammar: Grammar, text: string): ReadOnce {
  const once = readOnce(grammar, text);
  const { again } = grammar.rules;
  const other = again && once.faults > 0 ? readOnce(grammar, again(text)) : once;
  return other.faults < once.faults ? other : once;
}

interface ReadOnce {
  readonly items: readonly OutlineItem[];
  /** How many. */
  readonly faults: number;
  readonly text: string;
  /** Lines at which reading may begin anew. */
  readonly beginnings: readonly number[];
}

function readOnce(grammar: Grammar, given: string): ReadOnce {
  return withTree(grammar, given, ({ tree, text }) => {
    const items = declarationsIn(tree, grammar.rules);
    const faults = faultsOf(tree);
    const firstFault = faults[0]?.line;
    const beginnings = firstFault === undefined ? [] : newBeginnings(tree, text, { items, firstFault });
    return { items, faults: faults.length, text, beginnings };
  });
}

/** Adds what is found when the file is read from each of these lines on. */
function withLost(grammar: Grammar, { items, text, beginnings }: ReadOnce): readonly OutlineItem[] {
  const lost: OutlineItem[] = [];
  for (const line of beginnings) {
    if (lost.some(({ start, end }) => start <= line && line <= end)) continue;
    const read = withTree(grammar, from(text, line), ({ tree }) => declarationsIn(tree, grammar.rules));
    lost.push(...beginningAt(read, line));
  }
  const isFound = (one: OutlineItem) =>
    lost.some(({ start, name }) => start === one.start && name === one.name);
  return inOrder([...items.filter((item) => !isFound(item)), ...lost]);
}

function inOrder(items: readonly OutlineItem[]): readonly OutlineItem[] {
  return items.toSorted((one, other) => one.start - other.start || other.end - one.end);
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
