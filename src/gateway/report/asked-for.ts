import type { GitDeed } from './command-records.ts';

/** Words before an order, in its sentence, that forbid it. */
const FORBIDDEN =
  /\b(?:not|never|without|don['\u2019]?t|doesn['\u2019]?t|do not|instead of|no|sin|nunca)\b(?:\W+\w+){0,3}\W*$/iu;
const END =
  '(?=$|[.,;:!)]|\\s+(?:and|y|then|luego|it|them|the|that|this|all|everything|your|my|when|once|with|as|to|too|changes|lo|la|los|las|todo|cuando|con|el|mis|tus|a)\\b)';

/** Orders in English and Spanish; `the last commit` and `review the PR` are not orders. */
const ORDERS: Readonly<Record<GitDeed, RegExp>> = {
  commit: order(
    `(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to|it|them|y|luego|despu[e\u00e9]s)\\s+)commit${END}`,
    '\\b(?:make|create|do)\\s+(?:a|one|the)\\s+commit\\b',
    '\\b(?:haz|hac[e\u00e9]|hacer|crea|cre[a\u00e1]|deja|dej[a\u00e1])(?:lo|me)?\\s+(?:un\\s+|el\\s+)?commit\\b',
    '(?<!\\p{L})comm?ite(?:a|[a\u00e1]|ar|alo|alos|alo todo)(?!\\p{L})',
  ),
  push: order(
    `(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to|it|them|y|luego|despu[e\u00e9]s)\\s+)push${END}`,
    '\\b(?:haz|hac[e\u00e9]|hacer)\\s+(?:un\\s+|el\\s+)?push\\b',
    '(?<!\\p{L})(?:sube|sub[i\u00ed]|subir|pushea|pushe[a\u00e1])(?:lo|la|los|las)?\\s+(?:(?:la|el|los|las|tu|mi|todo)\\s+)?(?:rama|cambios|commits?|todo|a\\s+(?:origin|github|main))',
    '(?<!\\p{L})(?:s[u\u00fa]be|sub[i\u00ed])(?:lo|la|los|las)(?!\\p{L})',
  ),
  'pull-request': order(
    '(?<!\\b(?:the|this|that|an|any|each|every|my|your|our|all|existing)\\s)\\b(?:open|create|make|submit|raise|file|send)\\s+(?:me\\s+)?(?:(?:a|an|the|new|draft)\\s+)*(?:pull request|pr)\\b',
    '(?<!\\p{L})(?:abre|abr[i\u00ed]|abrir|crea|cre[a\u00e1]|crear|haz|hac[e\u00e9]|manda|mand[a\u00e1])(?:me)?\\s+(?:(?:un|el|la|nuevo)\\s+)*(?:pull request|pr)(?!\\p{L})',
  ),
};

/** Git actions that a task clearly orders. */
export function askedFor(task: string): readonly GitDeed[] {
  const sentences = task
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/`[^`]*`|"[^"]*"/g, ' ')
    .split(/(?<=[.!;])\s+|\n+|\b(?:but|pero)\b/iu)
    .filter((sentence) => !sentence.trim().endsWith('?'));
  const all: readonly GitDeed[] = ['commit', 'push', 'pull-request'];
  return all.filter((one) => sentences.some((sentence) => isOrdered(sentence.trim(), ORDERS[one])));
}

function isOrdered(sentence: string, pattern: RegExp): boolean {
  return [...sentence.matchAll(pattern)].some(({ index, 0: matched }) => {
    const said = sentence.slice(0, index) + /^[.,;:!\s]*(?:\w+\s+)?/u.exec(matched)?.[0];
    return !FORBIDDEN.test(said.trimEnd());
  });
}

function order(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'giu');
}
