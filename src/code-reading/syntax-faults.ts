import type { Node, Tree } from 'web-tree-sitter';
import type { SyntaxFault } from '../contracts/code.ts';
import type { LanguageRules } from './rule.ts';

const MAX_NAMED = 5;
const MAX_QUOTE_LENGTH = 40;

interface ParsedCode {
  readonly tree: Tree;
  readonly text: string;
  readonly rules: LanguageRules;
}

/** True when there is nothing that `newFaults` could name. */
export function isSoundCode(parsed: ParsedCode): boolean {
  return !parsed.tree.rootNode.hasError && misreadNodes(parsed).length === 0;
}

/**
 * Faults of `after` that `before` does not have, those on changed lines by what is wrong, the others by the words of
 * their line: lines move, and one fault more changes how the grammar describes the others.
 */
export function newFaults(before: ParsedCode | undefined, after: ParsedCode): readonly SyntaxFault[] {
  const [old, now] = changedLines(before?.text ?? '', after.text);
  const known = new Map<string, number>();
  for (const fault of before === undefined ? [] : faultsOf(before)) {
    const key = keyOf(fault, old);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const fresh = faultsOf(after).filter((fault) => {
    const key = keyOf(fault, now);
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return left <= 0;
  });
  return fresh.slice(0, MAX_NAMED);
}

/** The lines of a text, and which of them are not those of the other one: 1-based, `to` included. */
interface ChangedText {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
}

function changedLines(before: string, after: string): readonly [ChangedText, ChangedText] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let same = 0;
  while (same < most && old[same] === now[same]) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < most - same && old.at(-1 - sameAtEnd) === now.at(-1 - sameAtEnd)) sameAtEnd += 1;
  return [
    { lines: old, from: same + 1, to: old.length - sameAtEnd },
    { lines: now, from: same + 1, to: now.length - sameAtEnd },
  ];
}

function keyOf({ line, what }: SyntaxFault, { lines, from, to }: ChangedText): string {
  return line >= from && line <= to ? what : `on ${(lines[line - 1] ?? '').trim()}`;
}

/**
 * Every line, from 1, at which an unparsed part begins, including nested ones. A missing part counts at the last
 * words before it.
 */
export function faultyLines({ tree, text }: Omit<ParsedCode, 'rules'>): readonly number[] {
  if (!tree.rootNode.hasError) return [];
  const errors = tree.rootNode.descendantsOfType('ERROR').flatMap((node) => node?.startPosition.row ?? []);
  const all = [
    ...faultyNodes(tree).map(({ startPosition }) => startPosition.row + 1),
    ...errors.map((row) => row + 1),
  ];
  const lines = text.split('\n');
  const filled = all.map((line) => lastFilled(lines, line));
  return [...new Set(filled)].toSorted((one, other) => one - other);
}

/** One for each line, in the order of the file. */
function faultsOf(parsed: ParsedCode): readonly SyntaxFault[] {
  const faults = new Map<number, SyntaxFault>();
  for (const fault of [...faultyNodes(parsed.tree).map(faultAt), ...misreadNodes(parsed)]) {
    if (!faults.has(fault.line)) faults.set(fault.line, fault);
  }
  return [...faults.values()].toSorted((one, other) => one.line - other.line);
}

const GOING_ON = /^[ \t}]*else\b/gm;
const NAMES = ['identifier', 'simple_identifier', 'type_identifier'];

/**
 * Code that the grammar accepts though the language does not: where `else` is not permitted it counts as a name, and
 * in Python a block may be empty.
 */
function misreadNodes({ tree, text, rules }: ParsedCode): readonly SyntaxFault[] {
  const words = [...text.matchAll(rules.goingOn ?? GOING_ON)].flatMap(({ 0: match, index }) => {
    const node = tree.rootNode.descendantForIndex(index + match.length - 1);
    return node !== null && NAMES.includes(node.type) ? [unexpectedFault(node)] : [];
  });
  const blocks = rules.hasFilledBlocks === true ? tree.rootNode.descendantsOfType('block') : [];
  const empty = blocks
    .filter((block) => block?.childCount === 0)
    .map((block) => block?.parent?.startPosition.row ?? 0);
  return [...words, ...empty.map((row) => ({ line: row + 1, what: 'nothing is in its block' }))];
}

/** The outermost ones. */
function faultyNodes(tree: Tree): readonly Node[] {
  const faulty: Node[] = [];
  const waiting: (Node | null)[] = [tree.rootNode];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (!node?.hasError && !node?.isMissing) continue;
    // Some missing nodes are not marked as such.
    if (node.isError || node.childCount === 0) faulty.push(node);
    else waiting.push(...node.children);
  }
  return faulty;
}

function faultAt(node: Node): SyntaxFault {
  const line = node.startPosition.row + 1;
  return node.isError ? unexpectedFault(node) : { line, what: `missing ${JSON.stringify(node.type)}` };
}

function unexpectedFault(node: Node): SyntaxFault {
  const line = node.startPosition.row + 1;
  const [first = ''] = node.text.trim().split('\n');
  const quote = first.length > MAX_QUOTE_LENGTH ? `${first.slice(0, MAX_QUOTE_LENGTH)}...` : first;
  return { line, what: quote === '' ? 'unexpected end' : `unexpected ${JSON.stringify(quote)}` };
}

/** Number, from 1, of the last line up to this one that is not blank. */
export function lastFilled(lines: readonly string[], line: number): number {
  let last = line;
  while (last > 1 && (lines[last - 1] ?? '').trim() === '') last -= 1;
  return last;
}
