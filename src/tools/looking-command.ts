/** Programs that only print, with any argument except those in `WRITES`. */
const READERS =
  /^(?:\S*\/)?(?:ls|cat|tac|head|tail|less|more|wc|nl|sort|uniq|cut|file|stat|tree|du|df|diff|cmp|find|fd|grep|egrep|rg|ag|ack|echo|printf|pwd|date|which|type|env|printenv|basename|dirname|realpath|readlink|sed|awk|jq|ps|sleep|true|false|cd|test)(?=\s|$)/;

const GIT_READS =
  /^git (?:status|diff|log|show|blame|annotate|grep|shortlog|reflog|rev-parse|rev-list|ls-files|ls-tree|cat-file|describe|merge-base)(?=\s|$)/;

/** Test runs, linters and type checkers: they do not change sources without an option that asks for it. */
const CHECKS =
  /^(?:(?:npx|bunx|pnpm|yarn|npm|bun|deno|uv|poetry|python3?|cargo|go|make|dotnet|mvn|gradle|\.\/gradlew)(?: (?:run|exec|dlx|-m))* )?(?:tests?|py\.?test|unittest|jest|vitest|mocha|ava|tap|rspec|phpunit|tox|nox|vet|lint|check|clippy|typecheck|type-check|tsc|eslint|biome|ruff|mypy|pyright|flake8|pylint)(?=[\s:]|$)/;
const NODE_TEST = /^node (?:\S+ )*--test(?=\s|$)/;

/** Prefixes of a program: settings for it alone, a time limit. */
const STARTED_BY = /^(?:[A-Za-z_]\w*=\S* |(?:env|time) |timeout (?:-\S+ |\d\S* )+)+/;
const WRITES =
  /(?:^|\s)(?:-i\S*|--in-place\S*|--fix\S*|--write|--update\S*|-u|--updateSnapshot|--delete|-delete|-exec\S*|-ok\S*|-fprint\S*|--output\S*|-o|install|format|apply|watch)(?=\s|$)/;
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

function isLookingPart(part: string): boolean {
  const words = part
    .trim()
    .replaceAll(/[ \t]+/g, ' ')
    .replace(STARTED_BY, '');
  return (
    !WRITES.test(words) && [READERS, GIT_READS, CHECKS, NODE_TEST].some((pattern) => pattern.test(words))
  );
}
