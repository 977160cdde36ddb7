import type { Node, Tree } from 'web-tree-sitter';
import type { CodeReader, Outline, OutlineItem, OutlineKind, SyntaxFault } from '../contracts/code.ts';
import {
  beginningAt,
  blockAt,
  type CodeBlock,
  cutAtNext,
  isInside,
  isSound,
  linesFrom,
  memberOf,
  mostTries,
  newBeginnings,
  newMembers,
  skeleton,
} from './error-recovery.ts';
import { createGrammars, type Grammar, withTree } from './grammars.ts';
import { indentationOutline } from './indentation-outline.ts';
import { languageOf } from './languages.ts';
import { markdownOutline } from './markdown-outline.ts';
import { type DeclarationMatch, holdsMembers, type LanguageRules, type NodeContext } from './rule.ts';
import { faultyLines, isSoundCode, newFaults } from './syntax-faults.ts';

interface ThreadReader extends Omit<CodeReader, 'prepare'> {
  /** True when the grammar follows each of these pieces of the file alone. */
  areSound(path: string, pieces: readonly string[]): Promise<boolean>;
}

/**
 * Parses in this thread, without a limit: see `code-reader.ts` for the one with a thread and a limit.
 * @param folder `dist/code-reading`
 */
export function createReader(folder: string): ThreadReader {
  const grammar = createGrammars(folder);
  return {
    async outline(path, text): Promise<Outline> {
      const language = languageOf(path);
      if (language === undefined) return { language: undefined, items: indentationOutline(text) };
      if (language.by === 'markdown') return { language: language.name, items: markdownOutline(text) };
      const ready = await grammar(language.grammar);
      return { language: language.name, items: readDeclarations(ready, text) };
    },
    async areSound(path, pieces): Promise<boolean> {
      const language = languageOf(path);
      if (language?.by !== 'grammar') return false;
      const ready = await grammar(language.grammar);
      return pieces.every((piece) => withTree(ready, piece, isSoundCode));
    },
    async newFaults(path, before, after): Promise<readonly SyntaxFault[]> {
      const language = languageOf(path);
      if (language?.by !== 'grammar') return [];
      const ready = await grammar(language.grammar);
      return withTree(ready, after, (changed) => {
        if (isSoundCode(changed)) return [];
        if (before === undefined) return newFaults(undefined, changed);
        return withTree(ready, before, (old) => newFaults(old, changed));
      });
    },
  };
}

/** Marks that git leaves in a file with conflicts. */
const CONFLICT_MARKS = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/gm;

function readDeclarations(grammar: Grammar, given: string): readonly OutlineItem[] {
  // Not every grammar knows both ends of a line where one is continued.
  const text = given.replaceAll('\r\n', '\n').replace(CONFLICT_MARKS, '');
  const whole = readTwice(grammar, text);
  const first =
    grammar.rules.hasConditionals === true && whole.faults.length > 0 ? firstBranches(text) : undefined;
  const other = first && readOnce(grammar, first.text);
  if (first === undefined || other === undefined || other.faults.length >= whole.faults.length) {
    return withLost(grammar, whole);
  }
  const elsewhere = whole.items.filter(({ start, end }) => first.hidden.has(start) && first.hidden.has(end));
  return inOrder([...withLost(grammar, other), ...elsewhere]);
}

function readTwice(grammar: Grammar, text: string): ReadOnce {
  const once = readOnce(grammar, text);
  const { again } = grammar.rules;
  const other = again && once.faults.length > 0 ? readOnce(grammar, again(text)) : once;
  return other.faults.length < once.faults.length ? other : once;
}

interface ReadOnce {
  readonly items: readonly OutlineItem[];
  /** Lines, from 1, at which something was not understood. */
  readonly faults: readonly number[];
  readonly text: string;
  /** Lines at which reading may begin anew. */
  readonly beginnings: readonly number[];
}

function readOnce(grammar: Grammar, given: string): ReadOnce {
  return withTree(grammar, given, ({ tree, text }) => {
    const items = declarationsIn(tree, grammar.rules);
    const faults = faultyLines({ tree, text });
    return { items, faults, text, beginnings: newBeginnings({ tree, text, items, faults }) };
  });
}

/** Adds what is found when the file is read from each of these lines on. */
function withLost(grammar: Grammar, whole: ReadOnce): readonly OutlineItem[] {
  const { items, text, faults, beginnings } = whole;
  if (faults.length === 0) return items;
  const lost = recoverLost(grammar, text, beginnings);
  const known = mergeItems(items, lost.items);
  const allFaults = [...faults, ...lost.faults];
  const members = lostMembers(grammar, { items: known, faults: allFaults, text });
  return cutAtNext(text, mergeItems(known, members), allFaults);
}

interface LostOutline {
  readonly items: readonly OutlineItem[];
  readonly faults: readonly number[];
}

function recoverLost(grammar: Grammar, text: string, beginnings: readonly number[]): LostOutline {
  let items: readonly OutlineItem[] = [];
  const sound: OutlineItem[] = [];
  const faults = new Set<number>();
  for (const line of beginnings) {
    if (isInside(sound, line)) continue;
    const read = rereadText(grammar, linesFrom(text, line));
    const found = beginningAt(read.items, line);
    items = mergeItems(items, found.length === 0 ? headerAt(grammar, text, { line }) : found);
    sound.push(...found.filter((item) => isSound(item, read.faults)));
    for (const fault of read.faults) if (isInside(found, fault)) faults.add(fault);
  }
  return { items, faults: [...faults] };
}

/** The header of a declaration that is lost with its contents: faults inside it are ignored. */
function headerAt(
  grammar: Grammar,
  text: string,
  { line, around }: { readonly line: number; readonly around?: CodeBlock },
): readonly OutlineItem[] {
  const block = blockAt(text.split('\n'), line);
  if (block === undefined || block.end === line) return [];
  return beginningAt(rereadText(grammar, skeleton(text, block, around)).items, line).slice(0, 1);
}

/** Members behind a bracket that was never closed, each read behind the header of its type. */
function lostMembers(
  grammar: Grammar,
  { items, faults, text }: Omit<ReadOnce, 'beginnings'>,
): readonly OutlineItem[] {
  if (!items.some((item) => holdsMembers(item.kind) && !isSound(item, faults))) return [];
  const types = withTree(grammar, text, ({ tree }) => newMembers({ tree, text, items, faults }));
  const lost: OutlineItem[] = [];
  let tries = mostTries(text);
  for (const { block, depth, beginnings } of types) {
    for (const line of beginnings) {
      if (tries <= 0) return lost;
      tries -= 1;
      const read = beginningAt(rereadText(grammar, memberOf(text, block, line)).items, line);
      const found = read.length === 0 ? headerAt(grammar, text, { line, around: block }) : read;
      lost.push(...found.map((item) => ({ ...item, depth: item.depth + depth })));
    }
  }
  return lost;
}

function rereadText(grammar: Grammar, text: string): LostOutline {
  return withTree(grammar, text, (parsed) => ({
    items: declarationsIn(parsed.tree, grammar.rules),
    faults: faultyLines(parsed),
  }));
}

/** When two begin in one line and have the same name, the later one is kept. */
function mergeItems(items: readonly OutlineItem[], others: readonly OutlineItem[]): readonly OutlineItem[] {
  const isOther = (one: OutlineItem): boolean =>
    others.some(({ start, name }) => start === one.start && name === one.name);
  return inOrder([...items.filter((item) => !isOther(item)), ...others]);
}

function inOrder(items: readonly OutlineItem[]): readonly OutlineItem[] {
  return items.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

const CONDITIONAL = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/;

interface FirstBranches {
  /** The same lines; conditionals, and every branch but the first, are empty. */
  readonly text: string;
  /** 1-based numbers of the lines of those other branches. */
  readonly hidden: ReadonlySet<number>;
}

/**
 * Reads a C file as if every `#if` held. Two branches that open the same brace twice leave the grammar with one brace
 * too many, and with that it loses the declaration around them. Undefined where there is no second branch.
 */
function firstBranches(text: string): FirstBranches | undefined {
  const hidden = new Set<number>();
  /** For each open conditional: whether its first branch is over. */
  const open: boolean[] = [];
  const lines = text.split('\n').map((line, index) => {
    const word = CONDITIONAL.exec(line)?.[1];
    if (word === undefined) {
      if (!open.includes(true)) return line;
      hidden.add(index + 1);
      return '';
    }
    if (word.startsWith('if')) open.push(false);
    else if (word === 'endif') open.pop();
    else if (open.length > 0) open[open.length - 1] = true;
    return '';
  });
  return hidden.size === 0 ? undefined : { text: lines.join('\n'), hidden };
}

const MAX_NAME_LENGTH = 200;

/** An entry, or a body of members, that may hold what follows. */
interface EnclosingItem {
  readonly place: NodeContext;
  readonly depth: number;
  /** Offset behind it. */
  readonly end: number;
}

const WHOLE_FILE: EnclosingItem = { place: 'file', depth: 0, end: Number.POSITIVE_INFINITY };

/** The declarations of a tree, in the order of the file; unparsed parts are searched, too. */
function declarationsIn(tree: Tree, rules: LanguageRules): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  const holders: EnclosingItem[] = [];
  const types = [...Object.keys(rules.byType), ...(rules.bodies ?? [])];
  // Collected by the parser itself: to visit every node from here takes as long as to parse the file.
  const nodes = tree.rootNode.descendantsOfType(types).filter((node) => node !== null);
  // Keywords have types of the same names.
  for (const node of nodes.filter(({ isNamed }) => isNamed)) {
    while ((holders.at(-1) ?? WHOLE_FILE).end <= node.startIndex) holders.pop();
    const { item, holder } = readNode(node, rules, holders.at(-1) ?? WHOLE_FILE);
    if (item !== undefined) add(items, item);
    if (holder !== undefined) holders.push(holder);
  }
  return items;
}

function readNode(
  node: Node,
  { byType, bodies = [] }: LanguageRules,
  { place, depth }: EnclosingItem,
): { readonly item?: OutlineItem; readonly holder?: EnclosingItem } {
  const isBody = bodies.includes(node.type);
  const found = byType[node.type]?.(node, place);
  const end = node.endIndex;
  if (found === undefined) return isBody ? { holder: { place: 'type', depth, end } } : {};
  return {
    item: itemOf(found, node, depth),
    holder: { place: isBody ? 'type' : placeIn(found.kind), depth: depth + 1, end },
  };
}

function placeIn(kind: OutlineKind): NodeContext {
  if (holdsMembers(kind)) return 'type';
  return kind === 'module' || kind === 'namespace' ? 'file' : 'code';
}

function itemOf(found: DeclarationMatch, node: Node, depth: number): OutlineItem {
  const { name, kind, whole = node, last = whole } = found;
  const { startPosition } = whole;
  const { endPosition, text } = last;
  return {
    name: name.replace(/\s+/g, ' ').slice(0, MAX_NAME_LENGTH),
    kind,
    start: startPosition.row + 1,
    end: Math.max(startPosition.row + 1, endPosition.row + 1 - blankRowsAtEnd(text)),
    depth,
  };
}

/** Some grammars count the line breaks behind a declaration as a part of it. */
function blankRowsAtEnd(text: string): number {
  return text.slice(text.trimEnd().length).split('\n').length - 1;
}

/** Two overloads on one line are one entry. */
function add(items: OutlineItem[], item: OutlineItem): void {
  const before = items.at(-1);
  const isSame = before?.name === item.name && before.kind === item.kind;
  if (!isSame || before.start !== item.start || before.end !== item.end) items.push(item);
}
