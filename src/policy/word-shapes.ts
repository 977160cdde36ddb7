import type { WordCheck } from './match-command.ts';
import { isPlainJq, isPrintingAwk, isPrintingSed } from './scripts-in-arguments.ts';

const SHAPES: Readonly<Record<string, { test(text: string): boolean }>> = {
  number: /^[+-]?\d+[a-zA-Z]?$/,
  digits: /^\d+$/,
  name: /^[\w@][\w.:,@+-]*$/,
  word: /^[\w-]+$/,
  // `date 0101` sets the clock; `date +%F` prints.
  date: /^\+/,
  // Signatures are checked by a program that the configuration names.
  format: /^(?!-?\*?signature)(?!.*(?:%[-+ ]?G|%\(\*?signature))/s,
  // A plug-in may be left out; a warning of a class of its own would be imported.
  off: /^no:[\w.-]+$/,
  warning: /^(?:ignore|error|default|always|once|module)(?:::\w*Warning)?$/,
  none: { test: () => false },
  sed: { test: isPrintingSed },
  jq: { test: isPlainJq },
  awk: { test: isPrintingAwk },
  // Settings of git that name no program, and hold no token by their purpose.
  setting:
    /^(?:user\.(?:name|email)|init\.defaultbranch|core\.(?:bare|autocrlf|eol|filemode|ignorecase|editor|hookspath|excludesfile)|(?:branch|remote)\.[\w./-]+\.(?:url|fetch|merge|remote|rebase)|(?:pull|merge|rebase|push|fetch|commit|tag)\.[a-z]+)$/i,
  // A name or a task with the projects that it lies in; what publishes is no check.
  goal: /^(?:clean|validate|initialize|(?:process|generate)-[\w-]+|compile|test-compile|test|package|integration-test|verify|(?:surefire|failsafe|compiler|jacoco|enforcer):[\w-]+|dependency:(?:tree|list|analyze(?:-only)?|resolve|build-classpath)|help:(?:effective-pom|describe|active-profiles)|(?:checkstyle|spotless|spotbugs|pmd):check)$/,
  task: /^(?!(?:.*:)?(?:publish|upload|release|deploy|install|init|wrapper|uninstall)\w*$):?[\w-]+(?::[\w-]+)*$/,
};

/** Kinds of paths that must look like something else besides. */
const SHAPED_PATHS: Readonly<Record<string, RegExp>> = {
  // `node inspect` is no file, and `npm:x` one of the network.
  code: /^[^:]*(?:\.(?:[cm]?[jt]sx?|py|rb|php)|\/[^:]+)$/,
  // Without the dot it would be a package of the network.
  local: /^\.{1,2}(?:\/|$)|\.go$/,
};

/** How a person reads what was expected, where the name of the kind does not say it. */
const EXPECTED: Readonly<Record<string, string>> = {
  digits: 'a number',
  name: 'a plain name',
  date: 'a format such as +%F',
  format: 'a format that leaves signatures alone',
  off: 'a plug-in to be left out',
  warning: 'a built-in warning',
  none: 'expected at this place',
  sed: 'a script that only prints lines',
  jq: 'a program that only reads the file',
  awk: 'a program that only prints',
  setting: 'a setting that holds no secret',
  task: 'a task that builds or checks',
  goal: 'a goal that builds or checks',
  code: 'a source file of this project',
  local: 'a package of this project',
};

const SCOPED_PACKAGE = /^@[\w.-]+\/[\w.-]+(@[\w.-]+)?$/;
/** What these are is decided elsewhere, or is data. */
const TAKE_ANY: ReadonlySet<string> = new Set(['pattern', 'text', 'script', 'composer', 'target', 'ref']);

/** True for kinds of which a word's letters alone decide; others are looked up: files, scripts, revisions. */
export function isOnlyShape(kind: string): boolean {
  return kind in SHAPES || kind.startsWith('=');
}

/** False for a word that cannot be what it has to be, whatever files there are. */
export function hasItsShape({ kind, text }: WordCheck): boolean {
  const shape = SHAPES[kind];
  if (shape !== undefined) return shape.test(text);
  if (SHAPED_PATHS[kind]?.test(text) === false) return false;
  if (kind.startsWith('=')) return kind.slice(1) === text;
  // `@file` makes many programs read further arguments from that file, and nobody has seen those.
  return TAKE_ANY.has(kind) || !text.startsWith('@') || (kind === 'package' && SCOPED_PACKAGE.test(text));
}

/** What a word of this kind has to be, as the end of "it is not ...". */
export function expectedOf(kind: string): string {
  if (kind.startsWith('=')) return `"${kind.slice(1)}"`;
  return EXPECTED[kind] ?? (kind in SHAPES ? `a ${kind}` : 'a plain file or folder');
}
