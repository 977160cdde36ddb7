import type { Assignment, CommandNode, ParsedScript, PipelineNode, Redirection, Word } from 'unbash';
import { hasHiddenCharacters, isMisleading } from './display.ts';
import { isFixed, isPattern } from './fixed-words.ts';

/** How a part is joined to the one before it; the first has none. */
export type Joint = '' | '|' | '|&' | '&&' | '||' | ';';

/** A word of a part. A pattern is replaced by the names of the files that it matches. */
export interface PartWord {
  readonly text: string;
  readonly isPattern: boolean;
}

/** One simple command of a line. */
export interface StaticPart {
  readonly joint: Joint;
  /** True when `!` precedes the pipeline that begins with it. */
  readonly negated: boolean;
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  readonly words: readonly PartWord[];
  /** Between standard streams, or to and from `/dev/null`, as bash reads them: `2>&1`. */
  readonly redirects: readonly string[];
}

/**
 * The simple commands of a line that consists of nothing else: fixed words and patterns of file names, harmless
 * variables, harmless redirects, `|`, `&&`, `||`, `;` and `!`. Undefined for every other line.
 */
export function staticPartsOf(line: string, script: ParsedScript): readonly StaticPart[] | undefined {
  if (line.includes('\n') || hasHiddenCharacters(line.replace(/[\t'"\\]/g, ''))) return undefined;
  const found: FoundParts = { parts: [], spans: [] };
  for (const { command, background } of script.commands) {
    const joint = found.parts.length === 0 ? '' : ';';
    if (background === true || !addNode(command, joint, found)) return undefined;
  }
  return isCovered(line, found.spans) ? found.parts : undefined;
}

interface FoundParts {
  readonly parts: StaticPart[];
  /** Positions of words, variables and redirects. */
  readonly spans: Span[];
}

interface Span {
  readonly pos: number;
  readonly end: number;
}

/** True when only blanks, operators and a comment are left. */
function isCovered(line: string, spans: readonly Span[]): boolean {
  let from = 0;
  let rest = '';
  for (const { pos, end } of spans.toSorted((one, other) => one.pos - other.pos)) {
    rest += `${line.slice(from, pos)} `;
    from = end;
  }
  return /^[ \t;|&!]*(?:[ \t;|&]#.*)?$/.test(` ${rest}${line.slice(from)}`);
}

type Node = CommandNode | PipelineNode | ParsedScript['commands'][number]['command'];

/** False for anything but a part; then ignore what was added. */
function addNode(node: Node, joint: Joint, found: FoundParts): boolean {
  if (node.type === 'AndOr') {
    return node.commands.every((one, at) =>
      addNode(one, at === 0 ? joint : (node.operators[at - 1] ?? ';'), found),
    );
  }
  if (node.type !== 'Pipeline') return addCommand(node, { joint, negated: false }, found);
  const [prefix, ...more] = node.prefixes;
  if (more.length > 0 || prefix?.type === 'Time') return false;
  return node.commands.every((one, at) =>
    at === 0
      ? addCommand(one, { joint, negated: prefix !== undefined }, found)
      : addCommand(one, { joint: node.operators[at - 1] ?? '|', negated: false }, found),
  );
}

function addCommand(
  node: CommandNode,
  place: Pick<StaticPart, 'joint' | 'negated'>,
  found: FoundParts,
): boolean {
  if (node.type !== 'Command' || node.name === undefined) return false;
  const written = [node.name, ...node.args];
  const words = written.filter((word) => word.type === 'Word');
  const read = words.map(partWord);
  const redirects = node.redirects.map(harmlessRedirect);
  const variables = node.prefix.filter((one) => one.type === 'Assignment').map(harmlessVariable);
  if (words.length !== written.length) return false;
  if (!areAll(read) || !areAll(redirects) || !areAll(variables)) return false;
  found.parts.push({ ...place, words: read, redirects, variables });
  found.spans.push(...written, ...node.prefix, ...node.redirects);
  return true;
}

function areAll<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return !items.includes(undefined);
}

function partWord(word: Word): PartWord | undefined {
  const { value } = word;
  if (hasHiddenCharacters(value.replaceAll('\t', ' ')) || isMisleading(value)) return undefined;
  if (isFixed(word)) return { text: value, isPattern: false };
  return isPattern(word) ? { text: value, isPattern: true } : undefined;
}

/** Undefined for a redirect to a file. */
function harmlessRedirect(redirect: Redirection): string | undefined {
  if (redirect.type !== 'Redirect' || redirect.target === undefined || !isFixed(redirect.target))
    return undefined;
  const { descriptor, operator, target } = redirect;
  if (descriptor !== undefined && descriptor.type !== 'FileDescriptor') return undefined;
  const from = descriptor?.value;
  if (from !== undefined && from > 2) return undefined;
  const written = `${from ?? ''}${operator}${target.value}`;
  return HARMLESS_REDIRECTS.test(written) ? written : undefined;
}

const HARMLESS_REDIRECTS = /^(?:[12]?>&[12]|[12]?>>?\/dev\/null|&>>?\/dev\/null|0?<\/dev\/null)$/;

/** They choose verbosity, colours, language, and which of its own settings a project uses. */
const HARMLESS_VARIABLES: ReadonlySet<string> = new Set(
  (
    'CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES TERM LC_ALL LC_CTYPE LANG TZ VERBOSE LOG_LEVEL ' +
    'NODE_ENV RAILS_ENV RACK_ENV APP_ENV APP_DEBUG MIX_ENV FLASK_ENV DEBUG PORT TEST COVERAGE ' +
    'RUST_BACKTRACE RUST_LOG CARGO_TERM_COLOR CGO_ENABLED GOOS GOARCH ' +
    'PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONUTF8 PY_COLORS XDEBUG_MODE TS_NODE_TRANSPILE_ONLY'
  ).split(' '),
);
/** Not a path, an address, or a list of them; only a time zone is `Area/City`. */
const HARMLESS_VALUE = /^[\w.,+=-]*$/;
const TIME_ZONE = /^[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_-]+){0,2}$/;

function harmlessVariable({
  name,
  value,
  append,
  index,
}: Assignment): StaticPart['variables'][number] | undefined {
  if (append === true || index !== undefined || value.type !== 'Word' || !isFixed(value)) return undefined;
  if (!HARMLESS_VARIABLES.has(name)) return undefined;
  const text = value.value;
  const isPlain = HARMLESS_VALUE.test(text) || (name === 'TZ' && TIME_ZONE.test(text));
  return isPlain ? { name, value: text } : undefined;
}
