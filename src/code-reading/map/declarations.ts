import { type GrammarName, languageOf } from '../languages.ts';

/** A name that a file offers to others. */
export interface Declaration {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** Limit for one file. */
const MAX_DECLARATIONS = 200;
const MAX_NAME_LENGTH = 80;

/**
 * Declarations of a file for others, found by the beginnings of its lines: a hundred times faster than a grammar,
 * which then parses the few files that are shown. Each pattern takes time proportional to the text.
 */
export function declarationsIn(path: string, text: string): readonly Declaration[] {
  const language = languageOf(path);
  if (language?.by !== 'grammar') return [];
  const found = patternsFor(language.grammar, text).flatMap((pattern) => matchesOf(pattern, text));
  const named = new Map<string, number>();
  for (const { name, at } of found.sort((one, other) => one.at - other.at)) {
    if (!named.has(name)) named.set(name, at);
  }
  return withLines(text, [...named].slice(0, MAX_DECLARATIONS));
}

interface NameMatch {
  readonly name: string;
  readonly at: number;
}

function matchesOf(pattern: RegExp, text: string): readonly NameMatch[] {
  const matches: NameMatch[] = [];
  for (const match of text.matchAll(pattern)) {
    const name = match.groups?.name;
    if (name === undefined || name.length > MAX_NAME_LENGTH) continue;
    matches.push({ name, at: match.index });
    if (matches.length >= MAX_DECLARATIONS) break;
  }
  return matches;
}

function withLines(text: string, found: readonly (readonly [string, number])[]): readonly Declaration[] {
  let line = 1;
  let from = 0;
  return found.map(([name, at]) => {
    for (let end = text.indexOf('\n', from); end >= 0 && end < at; end = text.indexOf('\n', from)) {
      line += 1;
      from = end + 1;
    }
    return { name, line };
  });
}

const EXPORTED =
  /^export[ \t]+(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(?:function[ \t]*\*?|class|interface|type|const[ \t]+enum|enum|const|let|var|namespace)[ \t]+(?<name>[A-Za-z_$][\w$]*)/gm;
const LOCAL =
  /^(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(?:function[ \t]*\*?|class|interface|type|enum|const|let|var|namespace)[ \t]+(?<name>[A-Za-z_$][\w$]*)(?![^\n]{0,200}\brequire\()/gm;
const COMMON_JS = [
  /^(?:module\.)?exports\.(?<name>[A-Za-z_$][\w$]*)[ \t]*=/gm,
  /^[A-Za-z_$][\w$]*(?:\.prototype)?\.(?<name>[A-Za-z_$][\w$]*)[ \t]*=[ \t]*(?:async[ \t]+)?(?:function\b|class\b|\()/gm,
];
const SCRIPT = [LOCAL, ...COMMON_JS];
/** Not a list of exports, nor one name that was declared before. */
const EXPORTS_IN_PLACE = /^export[ \t]+(?!\{|\*|default[ \t]+[A-Za-z_$][\w$]*;?$)/m;

const PATTERNS: Readonly<
  Record<Exclude<GrammarName, 'javascript' | 'tsx' | 'typescript'>, readonly RegExp[]>
> = {
  bash: [/^(?:function[ \t]+)?(?<name>[A-Za-z_][\w-]*)[ \t]*\([ \t]*\)/gm],
  c: [
    /^(?!static\b|typedef\b|return\b|else\b|using\b)[A-Za-z_][\w \t*]{0,80}?[ \t*](?<name>[A-Za-z_]\w{0,80})[ \t]*\((?![^\n]*\)[ \t]*;[ \t]*\\?$)/gm,
    /^(?:typedef[ \t]+)?(?:struct|union|enum)[ \t]+(?<name>[A-Za-z_]\w*)[ \t]*(?:\{|$)/gm,
    /^\}[ \t]*(?<name>[A-Za-z_]\w*)[ \t]*;/gm,
  ],
  c_sharp: [
    /^[ \t]{0,8}(?:(?:public|internal|private|protected|static|abstract|sealed|partial|readonly|unsafe|ref)[ \t]+)*(?:class|interface|enum|struct|record[ \t]+struct|record[ \t]+class|record)[ \t]+(?<name>[A-Za-z_]\w*)/gm,
  ],
  cpp: [
    /^(?!static\b|typedef\b|return\b|else\b|using\b|namespace\b)[A-Za-z_][\w \t*&:<>,]{0,80}?[ \t*&](?<name>[A-Za-z_]\w{0,80})[ \t]*\(/gm,
    /^[ \t]{0,4}(?:typedef[ \t]+)?(?:struct|union|enum[ \t]+class|enum|class)[ \t]+(?:[A-Z_]{3,40}[ \t]+)?(?<name>[A-Za-z_]\w*)[ \t]*(?:final[ \t]*)?(?:[:{]|$)/gm,
    /^\}[ \t]*(?<name>[A-Za-z_]\w*)[ \t]*;/gm,
    /^#[ \t]*define[ \t]+(?<name>[A-Za-z_]\w*)\(/gm,
  ],
  go: [
    /^func[ \t]+(?:\([^)\n]{0,200}\)[ \t]*)?(?<name>[A-Za-z_]\w*)/gm,
    /^type[ \t]+(?<name>[A-Za-z_]\w*)/gm,
    /^\t(?<name>[A-Z]\w*)[ \t]+(?:struct|interface)\b/gm,
  ],
  java: [
    /^[ \t]{0,4}(?:(?:public|protected|private|abstract|final|static|sealed|non-sealed|strictfp)[ \t]+)*(?:class|interface|enum|record|@interface)[ \t]+(?<name>[A-Za-z_]\w*)/gm,
  ],
  kotlin: [
    /^(?:(?:public|internal|abstract|open|sealed|data|enum|annotation|inline|value|suspend|const|operator|infix|tailrec|expect|actual|fun)[ \t]+)*(?:class|interface|object|fun|val|var|typealias)[ \t]+(?:<[^>\n]{0,80}>[ \t]*)?(?:[A-Za-z_][\w<>?]{0,60}\.)?(?<name>[A-Za-z_]\w*)/gm,
  ],
  php: [
    /^[ \t]{0,4}(?:(?:abstract|final|readonly)[ \t]+)*(?:class|interface|trait|enum)[ \t]+(?<name>[A-Za-z_]\w*)/gm,
    /^function[ \t]+&?(?<name>[A-Za-z_]\w*)/gm,
  ],
  python: [/^(?:async[ \t]+def|def|class)[ \t]+(?<name>[A-Za-z]\w*)/gm],
  ruby: [
    /^[ \t]{0,6}(?:class|module)[ \t]+(?:[A-Z]\w{0,60}::)*(?<name>[A-Z]\w*)/gm,
    /^def[ \t]+(?:self\.)?(?<name>[A-Za-z_]\w*[?!]?)/gm,
  ],
  rust: [
    /^pub(?:\([^)\n]{0,40}\))?[ \t]+(?:(?:async|unsafe|const|default)[ \t]+)*(?:extern[ \t]+"[^"\n]{0,20}"[ \t]+)?(?:fn|struct|enum|trait|type|mod|union|static|const)[ \t]+(?<name>[A-Za-z_]\w*)/gm,
    /^macro_rules![ \t]*(?<name>[A-Za-z_]\w*)/gm,
  ],
  swift: [
    /^(?:@[\w()., ]{1,60}[ \t]+)?(?:(?:public|open|internal|final|indirect|nonisolated|dynamic)[ \t]+)*(?:class|struct|enum|protocol|actor|func|extension|typealias|let|var)[ \t]+(?<name>[A-Za-z_]\w*)/gm,
  ],
};

function patternsFor(grammar: GrammarName, text: string): readonly RegExp[] {
  switch (grammar) {
    case 'javascript':
    case 'tsx':
    case 'typescript':
      // With a list of exports at its end, or none at all, everything at the top may be one.
      return EXPORTS_IN_PLACE.test(text) ? [EXPORTED] : SCRIPT;
    default:
      return PATTERNS[grammar];
  }
}
