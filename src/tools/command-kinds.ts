const QUOTED = /'[^']*'|"[^"]*"/g;
/** Operators that remain when streams were joined or discarded: written files, background, other shells. */
const WRITING_OPERATORS = /[<>\n]|(?<!&)&(?!&)/;

/**
 * True for a command line that is known to change no source: it shows something, or runs tests. A guess from its
 * words, for loop detection and reports; its permission is decided elsewhere.
 */
export function isLookingCommand(line: string): boolean {
  if (/\$\(|`/.test(line)) return false;
  const words = line.replaceAll(QUOTED, 'quoted').replaceAll(/2>(?:&1|\s?\/dev\/null)/g, ' ');
  if (WRITING_OPERATORS.test(words)) return false;
  return words.split(/\|\||&&|[|;]/).every(isLookingPart);
}

/** Prefixes of a program: settings for it alone, a time limit. */
const STARTED_BY = /^(?:[A-Za-z_]\w*=\S* |(?:env|time) |timeout (?:-\S+ |\d\S* )+)+/;
const WRITES =
  /(?:^|\s)(?:-i\S*|--in-place\S*|--fix\S*|--write|--update\S*|-u|--updateSnapshot|--delete|-delete|-exec\S*|-ok\S*|-fprint\S*|--output\S*|-o|install|format|apply|watch)(?=\s|$)/;

/** Programs that only print, with any argument except those in `WRITES`. */
const READERS =
  /^(?:\S*\/)?(?:ls|cat|tac|head|tail|less|more|wc|nl|sort|uniq|cut|file|stat|tree|du|df|diff|cmp|find|fd|grep|egrep|rg|ag|ack|echo|printf|pwd|date|which|type|env|printenv|basename|dirname|realpath|readlink|sed|awk|jq|ps|sleep|true|false|cd|test)(?=\s|$)/;

const GIT_READS =
  /^git (?:status|diff|log|show|blame|annotate|grep|shortlog|reflog|rev-parse|rev-list|ls-files|ls-tree|cat-file|describe|merge-base)(?=\s|$)/;

/** Test runs, linters and type checkers: they do not change sources without an option that asks for it. */
const CHECKS =
  /^(?:(?:npx|bunx|pnpm|yarn|npm|bun|deno|uv|poetry|python3?|cargo|go|make|dotnet|mvn|gradle|\.\/gradlew)(?: (?:run|exec|dlx|-m))* )?(?:tests?|py\.?test|unittest|jest|vitest|mocha|ava|tap|rspec|phpunit|tox|nox|vet|lint|check|clippy|typecheck|type-check|tsc|eslint|biome|ruff|mypy|pyright|flake8|pylint)(?=[\s:]|$)/;
const NODE_TEST = /^node (?:\S+ )*--test(?=\s|$)/;

function isLookingPart(part: string): boolean {
  const words = part
    .trim()
    .replaceAll(/[ \t]+/g, ' ')
    .replace(STARTED_BY, '');
  return (
    !WRITES.test(words) && [READERS, GIT_READS, CHECKS, NODE_TEST].some((pattern) => pattern.test(words))
  );
}

/** A command line that runs tests, judged by its words. */
interface TestCommand {
  /** True when it starts a known test program. */
  readonly runsTests: boolean;
  /** True when the line's exit code is that of its tests: nothing after them can hide it. */
  readonly exitCodeTells: boolean;
  /** False when the summary in the output may be another's, or only a part of what was printed. */
  readonly outputTells: boolean;
}

const TESTS_ANYWHERE = /\b(?:npm (?:run )?test|vitest|jest|pytest|go test|cargo test|node --test)\b/;

/** Judges by the words alone; a line that cannot be split with certainty gives no information. */
export function readTestCommand(line: string): TestCommand {
  const parts = partsOf(line);
  if (parts === undefined)
    return { runsTests: TESTS_ANYWHERE.test(line), exitCodeTells: false, outputTells: false };
  const lastRun = parts.findLastIndex(({ words }) => isTestRun(words));
  const masks = parts.slice(Math.max(0, lastRun + 1));
  return {
    runsTests: lastRun >= 0,
    // With `a && tests && b` a zero means zero for all of them; any other operator may replace the tests' exit code.
    exitCodeTells: parts.every(({ after }) => after === undefined || after === '&&'),
    outputTells: parts.every(isSilentBeside) && !masks.some(({ after }) => after === '|'),
  };
}

/** These print one summary when started by their own name, whatever their tests print. */
const PRINTS_ONE =
  /^(?:(?:npx|bunx|pnpx|(?:pnpm|yarn)(?:\s+(?:exec|dlx))?)(?:\s+-\S+)*\s+)?(?:\S*\/)?(?:vitest|jest|mocha|pytest|py\.test|python[\d.]*\s+-m\s+(?:pytest|unittest)|node\s(?:.*\s)?--test)(?=[\s=]|$)/;
const PRINTS_NONE = /^(?:cd|export|set|source|echo|printf|exit|true)(?=\s|$)/;

/** How many test summaries a line can print, as far as its words show. */
export function mostSummaries(line: string): number {
  const programs = (partsOf(line) ?? []).map(({ words }) => words.replace(PREFIX, ''));
  const runs = programs.filter((program) => !PRINTS_NONE.test(program));
  return runs.length > 0 && runs.every((program) => PRINTS_ONE.test(program)) ? runs.length : Infinity;
}

/** Permitted prefixes of the program. */
const PREFIX =
  /^(?:(?:[A-Za-z_]\w*=\S*|env|time|nice|command|exec|xvfb-run|(?:timeout|gtimeout)(?:\s+-\S+)*\s+[\d.]+[smh]?|(?:uv|poetry|pipenv|pdm|hatch|rye|pipx) run|uvx|bundle exec|(?:npx\s+)?(?:c8|nyc)(?:\s+--\S+)*)\s+)+/;
const SCRIPT =
  '(?:t|tst|(?:[\\w.-]+[:_.-])?(?:tests?|specs?|unit|e2e|integration|vitest|jest|mocha|pytest)(?:[:_.-][\\w:.-]+)?)';
const RUNNER = '(?:vitest|jest|mocha|ava|tap|tape|jasmine|karma|cypress|playwright test|react-scripts test)';

const TEST_RUNS: readonly RegExp[] = [
  new RegExp(
    `^(?:npm|pnpm|yarn|bun)(?:\\s+-\\S+(?:\\s+[\\w./@][\\w./@-]*)?)*?(?:\\s+workspace\\s+\\S+)?(?:\\s+(?:run|run-script))?(?:\\s+-\\S+)*\\s+${SCRIPT}(?=\\s|$)`,
  ),
  new RegExp(
    `^(?:(?:npx|bunx|pnpx|(?:pnpm|yarn)(?:\\s+(?:exec|dlx))?|npm exec(?:\\s+--)?)(?:\\s+-\\S+)*\\s+)?(?:\\S*/)?${RUNNER}(?=\\s|$)`,
  ),
  new RegExp(
    `^(?:npx\\s+)?(?:deno\\s+task|composer(?:\\s+run(?:-script)?)?|turbo(?:\\s+run)?|nx|lerna\\s+run)\\s+${SCRIPT}(?=\\s|$)`,
  ),
  new RegExp(`^(?:\\S*/)?node\\s+(?:-\\S+\\s+)*\\S*/${RUNNER}(?:\\.[cm]?js)?(?=\\s|$)`),
  /^(?:\S*\/)?(?:node|(?:npx\s+)?tsx)\s(?:.*\s)?--test(?=\s|=|$)/,
  /^(?:\S*\/)?node\s(?:.*\s)?--run\s+test(?=\s|:|$)/,
  /^(?:\S*\/)?(?:pytest|py\.test|tox|nox|nosetests|rspec|phpunit|ctest|bats|busted|gotestsum)(?=\s|$)/,
  /^(?:\S*\/)?(?:python[\d.]*|coverage\s+run)\s(?:-\S+\s+(?:[^-\s]\S*\s+)?)*?-m\s+(?:pytest|unittest|nose2|tox)(?=\s|$)/,
  /^(?:\S*\/)?python[\d.]*\s+manage\.py\s+test(?=\s|$)/,
  /^(?:go|cargo|deno|dotnet|swift|mix|flutter|dart|stack|cabal|bazel|sbt|zig build|elm|gleam|hatch|php artisan|(?:\S*\/)?rails)(?:\s+\+\S+)?\s+test(?=\s|$)/,
  /^cargo(?:\s+\+\S+)?\s+t(?=\s|$)/,
  /^cargo\s+nextest\s+run(?=\s|$)/,
  /^(?:\S*\/)?(?:mvn|mvnw|gradle|gradlew)(?:\s+\S+)*\s+(?:test|verify|check|:\S+:test)(?=\s|$)/,
  /^(?:make|just|rake|task)(?:\s+-C\s+\S+|\s+-(?!C\s)\S+)*\s+(?:tests?|specs?|check)(?=\s|$)/,
];

/** They list tests and run none. */
const RUNS_NONE =
  /\s(?:--help|-h|--version|--collect-only|--co|--listTests|--list-tests|--no-run|--dry-run|--fixtures|--markers)(?=\s|=|$)|^(?:npx\s+)?vitest\s+list(?=\s|$)|\s--\s+--list(?=\s|$)/;

function isTestRun(words: string): boolean {
  const program = words.replace(PREFIX, '');
  return !RUNS_NONE.test(program) && TEST_RUNS.some((one) => one.test(program));
}

/** Programs that show text: a summary in it belongs to another run. */
const SHOWS_TEXT =
  /^(?:\S*\/)?(?:cat|bat|head|tail|less|more|grep|rg|find|sed|awk|git|diff|curl|jq|tee|cut|sort|uniq)(?=\s|$)/;
/** Its own words could be a summary, but not without digits and substitutions. */
const SPEAKER = /^(?:echo|printf)(?=\s|$)/;
const HARMLESS_WORDS = /^\w+(?:[^\d\\$`]|\$\?)*$/;

function isSilentBeside({ words }: CommandPart): boolean {
  if (SHOWS_TEXT.test(words)) return false;
  return !SPEAKER.test(words) || HARMLESS_WORDS.test(words);
}

type Operator = '&&' | '||' | ';' | '|' | '&';

interface CommandPart {
  readonly words: string;
  /** The operator that joins it to the previous part. */
  readonly after: Operator | undefined;
}

/**
 * Splits at shell operators outside quotes. Undefined for syntax that needs a shell: substitutions, groups,
 * here-documents, unclosed quotes.
 */
function partsOf(line: string): readonly CommandPart[] | undefined {
  const parts: { words: string; after: Operator | undefined }[] = [{ words: '', after: undefined }];
  for (const token of line.matchAll(TOKEN)) {
    const [text] = token;
    const operator = OPERATORS.get(text);
    const part = parts.at(-1);
    if (part === undefined || isBeyond(text)) return undefined;
    if (operator === undefined) part.words += text;
    else parts.push({ words: '', after: operator });
  }
  return parts
    .map(({ words, after }) => ({ words: words.trim(), after }))
    .filter(({ words, after }) => words !== '' || after === '&');
}

/** A quotation, an escaped character, a redirection of one stream to the other, an operator, or one character. */
const TOKEN = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|\d?>&\d|&>>?|&&|\|\||\|&|<<|\$\(|[\s\S]/g;

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['&&', '&&'],
  ['||', '||'],
  [';', ';'],
  ['\n', ';'],
  ['|', '|'],
  ['|&', '|'],
  ['&', '&'],
]);

function isBeyond(token: string): boolean {
  if (["'", '"', '`', '(', ')', '{', '}', '<<', '$('].includes(token)) return true;
  return token.startsWith('"') && /\$\(|`/.test(token);
}
