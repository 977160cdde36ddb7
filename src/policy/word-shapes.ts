import type { WordCheck } from './match-command.ts';

const SHAPES: Readonly<Record<string, { test(text: string): boolean }>> = {
  number: /^[+-]?\d+[a-zA-Z]?$/,
  digits: /^\d+$/,
  moment: /^\d{1,2}(?:\.\d+)?s?$/,
  // Never `@file`, see `hasItsShape`: programs expand it in place of an option's value, too.
  name: /^\w[\w.:,@+-]*$/,
  plain: /^(?!@)/,
  word: /^[\w-]+$/,
  // `date 0101` sets the clock; `date +%F` prints.
  date: /^\+/,
  // The configuration names a program that checks signatures.
  format: /^(?!-?\*?signature)(?!.*(?:%[-+ ]?G|%\(\*?signature))/s,
  // A plug-in may be turned off; the class of a warning would be imported.
  off: /^no:[\w.-]+$/,
  warning: /^(?:ignore|error|default|always|once|module)(?:::\w*Warning)?$/,
  none: { test: () => false },
  sed: { test: isPrintingSed },
  jq: { test: isPlainJq },
  awk: { test: isPrintingAwk },
  // Settings of git that name no program, and hold no token by their purpose.
  setting:
    /^(?:user\.(?:name|email)|init\.defaultbranch|core\.(?:bare|autocrlf|eol|filemode|ignorecase|editor|hookspath|excludesfile)|(?:branch|remote)\.[\w./-]+\.(?:url|fetch|merge|remote|rebase)|(?:pull|merge|rebase|push|fetch|commit|tag)\.[a-z]+)$/i,
  // What Node.js may load first: it makes TypeScript run, and is no file of the project.
  loader:
    /^(?:tsx(?:\/(?:esm|cjs))?|ts-node(?:\/(?:register|esm)(?:\/[\w-]+)?)?|@swc-node\/register(?:\/[\w-]+)?|esbuild-register|source-map-support\/register|tsconfig-paths\/register)$/,
  // A script that package managers of other packages run: their `package.json` is not read here.
  chore:
    /^run$|^(?:test|lint|build|check|start|types?|type-?check|format)(?::(?!fix|write|publish|deploy)[\w-]+)*$/,
  tests: /^(?:pytest|unittest)$/,
  ini: /^(?:memory_limit|max_execution_time|error_reporting|display_errors|xdebug\.mode|zend\.assertions|opcache\.enable_cli)=[\w-]+$/,
  count: /^-?\d{1,4}$/,
  // `settings.servers` holds passwords.
  fact: /^project\.[\w.]+$/,
  // What is glued to `-f`, `-s` and `-D` of a compiler: neither a plug-in, nor a program that stands before others.
  feature: /^(?:(?!plugin|dump|use-ld)[\w-]+|(?:sanitize|visibility|diagnostics-color)=[\w,-]+)$/,
  standard: /^(?:td=[\w+]+|hared|tatic)$/,
  // A blank ends each option of the compiler: if one could go on with the next, a long value would be tried for ever.
  define:
    /^CMAKE_(?:C|CXX|EXE_LINKER)_FLAGS\w*=(?:-(?:fsanitize=[\w,]+|fno-[\w-]+|O\w|g\d?|W[\w-]+|std=[\w+]+)(?: |$))+$|^(?!\w*(?:COMPILER|LAUNCHER|TOOLCHAIN|COMMAND(?!S[:=])|PROGRAM|EXECUTABLE|LINKER|INCLUDE|MODULE))\w+(?::\w+)?=[\w.+-]*$/i,
  // A name or a task with its projects; publishing is not a check.
  goal: /^(?:clean|validate|initialize|(?:process|generate)-[\w-]+|compile|test-compile|test|package|integration-test|verify|(?:surefire|failsafe|compiler|jacoco|enforcer):[\w-]+|dependency:(?:tree|list|analyze(?:-only)?|resolve|build-classpath)|help:(?:effective-pom|describe|active-profiles|evaluate)|(?:checkstyle|spotless|spotbugs|pmd|fmt|license|impsort|ktlint):check|checkstyle:checkstyle|javadoc:(?:test-)?javadoc|(?:formatter|sortpom):(?:validate|verify))$/,
  // The database of a project is not among what an undo brings back.
  task: /^(?!db:(?:drop|reset|purge|setup|rollback|truncate|schema:load|structure:load|seed:replant))(?!(?:.*:)?(?:publish|upload|release|deploy|install|init|wrapper|uninstall)\w*$):?[\w-]+(?::[\w-]+)*$/,
};

/** Kinds of paths with an additional form. */
const SHAPED_PATHS: Readonly<Record<string, RegExp>> = {
  // `node inspect` is not a file, and `npm:x` is in the network.
  code: /^[^:]*(?:\.(?:[cm]?[jt]sx?|py|rb|php)|\/[^:]+)$/,
  // `SHELL=./x` is a variable for make.
  dir: /^[^=]*$/,
  // Without the dot it would be a package from the network.
  local: /^\.{1,2}(?:\/|$)|\.go$/,
  // The names that the tool of that name would load by itself, here or in another folder.
  config:
    /^(?!.*node_modules)(?:[\w@./-]*\/)?(?:(?:vitest|vite|jest|playwright|cypress|eslint|prettier|stylelint|webpack|rollup|knip|tsup|babel|ava)(?:[.-][\w-]+)*\.config(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json)|jest(?:[.-][\w-]+)*\.json|vitest\.workspace\.[jt]s|\.(?:eslintrc|prettierrc|stylelintrc|mocharc|markdownlint)(?:\.[cm]?js|\.json|\.ya?ml)?)$/,
  pom: /(?:^|\/)pom(?:[.-][\w-]+)?\.xml$/,
};

/** The expectation for people, where the name of the kind is not enough. */
const EXPECTED: Readonly<Record<string, string>> = {
  digits: 'a number',
  moment: 'a number of seconds below 100',
  name: 'a plain name',
  plain: 'a text without @ in front',
  date: 'a format such as +%F',
  format: 'a format that leaves signatures alone',
  off: 'a plug-in to be left out',
  warning: 'a built-in warning',
  none: 'expected at this place',
  sed: 'a script that only prints lines',
  jq: 'a program that only reads the file',
  awk: 'a program that only prints',
  setting: 'a setting that holds no secret',
  loader: 'a loader of TypeScript',
  chore: 'a script that tests or builds',
  tests: 'a module that runs tests',
  ini: 'a setting that loads nothing',
  count: 'a number below 10000',
  fact: 'a value of the project',
  config: 'settings by their usual name',
  pom: 'a pom.xml',
  feature: 'a plain feature of the compiler',
  standard: 'a standard of the language',
  define: 'a plain setting of the build',
  task: 'a task that builds or checks',
  goal: 'a goal that builds or checks',
  code: 'a source file of this project',
  local: 'a package of this project',
  single: 'a file: in a folder, it would read others too',
};

const SCOPED_PACKAGE = /^@[\w.-]+\/[\w.-]+(@[\w.-]+)?$/;
/** These are decided elsewhere, or are data. */
const TAKE_ANY: ReadonlySet<string> = new Set(['pattern', 'text', 'script', 'composer', 'target', 'ref']);

/** True for kinds that the word's letters alone decide; others are looked up: files, scripts, revisions. */
export function isOnlyShape(kind: string): boolean {
  return kind in SHAPES || kind.startsWith('=');
}

/** False for a word that cannot be of its kind, whatever files exist. */
export function hasItsShape({ kind, text }: WordCheck): boolean {
  const shape = SHAPES[kind];
  if (shape !== undefined) return shape.test(text);
  if (SHAPED_PATHS[kind]?.test(text) === false) return false;
  if (kind.startsWith('=')) return kind.slice(1) === text;
  // `@file` makes many programs read further arguments from that file, which nobody has checked.
  return TAKE_ANY.has(kind) || !text.startsWith('@') || (kind === 'package' && SCOPED_PACKAGE.test(text));
}

/** What a word of this kind should be, as the end of "it is not ...". */
export function describeExpected(kind: string): string {
  if (kind.startsWith('=')) return `"${kind.slice(1)}"`;
  return EXPECTED[kind] ?? (kind in SHAPES ? `a ${kind}` : 'a plain file or folder');
}

/** Recognises small programs in arguments that can only print their input. */

/**
 * Text between two slashes of sed, by its own rules: a slash in brackets ends nothing there, so brackets must not
 * contain one.
 */
function sedTextPattern(delimiter: string): string {
  const plain = `[^\\\\\\n[${delimiter}]`;
  const bracket = `\\[\\^?(?:\\[:[a-z]+:\\]|\\]?[^\\][\\\\\\n${delimiter}]*)\\]`;
  return `(?:${plain}|\\\\[^\\n]|${bracket})*`;
}

const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|/${sedTextPattern('/')}/I?)`;
const RANGE = `(?:${ADDRESS}(?:,(?:${ADDRESS}|[+~]\\d+))?\\s*!?\\s*)?`;
const SUBSTITUTE = ['/', '|', '#', ',']
  .map((sign) => (sign === '|' ? '\\|' : sign))
  .map((sign) => `s${sign}${sedTextPattern(sign)}${sign}${sedTextPattern(sign)}${sign}[gpIi\\d]*`)
  .join('|');
/**
 * Commands of sed that print, leave out, hold, repeat or stop, and their blocks; `w`, `r`, `e` and the rest reach files
 * or start programs.
 */
const SWAP = `y/${sedTextPattern('/')}/${sedTextPattern('/')}/`;
const END = '\\s*(?:;|$|(?=\\}))';
const COMMAND = new RegExp(
  `\\s*(?:${RANGE}(?:\\{|(?:[pPdDnNhHgGxqQ=l]|[bt]\\s*\\w*|${SWAP}|${SUBSTITUTE})${END})|:\\s*\\w+${END}|\\}${END})`,
  'y',
);

/** True for a script of sed that only prints lines, or parts of them, of the files it reads. */
function isPrintingSed(script: string): boolean {
  let open = 0;
  for (let at = 0; at < script.length; at = COMMAND.lastIndex) {
    COMMAND.lastIndex = at;
    const [command] = COMMAND.exec(script) ?? [];
    if (command === undefined) return false;
    open += command.endsWith('{') ? 1 : 0;
    open -= /^\s*\}/.test(command) ? 1 : 0;
    if (open < 0) return false;
  }
  return script !== '' && open === 0;
}

/** Words of awk that start programs, or reach files, variables and arguments that were not named. */
const REACHES_FURTHER =
  /system|getline|close|fflush|ENVIRON|ARGV|ARGC|SYMTAB|FUNCTAB|PROCINFO|@|\\\n|\r|&\s*\||\|\s*&/;

/**
 * True for a program of awk that only prints. After `print` and `printf` a `>` or `|` would be a file or a program,
 * so neither may follow the first of them; before it they compare.
 */
function isPrintingAwk(program: string): boolean {
  const [before = '', ...behind] = program.split(/(?=print)/);
  const printed = behind.join('');
  return program !== '' && !REACHES_FURTHER.test(program) && !/[>|]/.test(printed) && !/\|\s*"/.test(before);
}

/** Functions of jq that see more than the file: the environment, other files, the rest of the input. */
const SEES_MORE = /env\b|ENV|\$__|import|include|input|modulemeta|get_search_list|debug|stderr|halt/;

/** `.env` is a field of the document; `..` precedes no field, and `1.` is a number. */
const FIELD = /(?<![.\d])\.[A-Za-z_]\w*/g;
const PLAIN_STRING = /"(?:[^"\\]|\\.)*"/g;

/** True for a program of jq that only rearranges its input. */
function isPlainJq(program: string): boolean {
  // If a string may hold a program, or a comment a lone quote, the ends of strings cannot be found by their signs.
  const stringsArePlain = !/\\\(|#/.test(program);
  const code = stringsArePlain ? program.replace(PLAIN_STRING, '""') : program;
  return !SEES_MORE.test(code.replace(FIELD, '.'));
}
