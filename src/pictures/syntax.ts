import type { HLJSApi, LanguageFn } from 'highlight.js';
import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import groovy from 'highlight.js/lib/languages/groovy';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import less from 'highlight.js/lib/languages/less';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** Each language with the endings of its files; a file without one is known by its whole name. */
const LANGUAGES: readonly (readonly [string, LanguageFn, string])[] = [
  ['bash', bash, 'sh bash zsh env bashrc profile'],
  ['c', c, 'c h'],
  ['cpp', cpp, 'cc cpp cxx hpp hh hxx ino'],
  ['csharp', csharp, 'cs csx'],
  ['css', css, 'css'],
  ['dart', dart, 'dart'],
  ['dockerfile', dockerfile, 'dockerfile containerfile'],
  ['elixir', elixir, 'ex exs'],
  ['go', go, 'go'],
  ['graphql', graphql, 'graphql gql'],
  ['groovy', groovy, 'groovy gradle jenkinsfile'],
  ['ini', ini, 'ini toml cfg conf properties editorconfig gitconfig'],
  ['java', java, 'java'],
  ['javascript', javascript, 'js jsx mjs cjs'],
  ['json', json, 'json jsonc json5 webmanifest'],
  ['kotlin', kotlin, 'kt kts'],
  ['less', less, 'less'],
  ['lua', lua, 'lua'],
  ['makefile', makefile, 'mk mak makefile'],
  ['markdown', markdown, 'md markdown mdx'],
  ['perl', perl, 'pl pm'],
  ['php', php, 'php'],
  ['powershell', powershell, 'ps1 psm1'],
  ['protobuf', protobuf, 'proto'],
  ['python', python, 'py pyi pyw'],
  ['r', r, 'r'],
  ['ruby', ruby, 'rb rake gemspec gemfile rakefile'],
  ['rust', rust, 'rs'],
  ['scala', scala, 'scala sbt'],
  ['scss', scss, 'scss'],
  ['sql', sql, 'sql'],
  ['swift', swift, 'swift'],
  ['typescript', typescript, 'ts tsx mts cts'],
  ['xml', xml, 'xml html htm xhtml svg vue svelte plist'],
  ['yaml', yaml, 'yml yaml'],
];

/** Part of a line in one colour; `end` is the offset after its last UTF-16 code unit. */
export interface ColouredSpan {
  readonly end: number;
  /** First word of the highlighter's class: `keyword`, `string`; undefined for plain text. */
  readonly kind: string | undefined;
}

/** Colours the lines of one file. Gives for each line its parts, in order; none where all of it is plain. */
export type Highlighter = (path: string, lines: readonly string[]) => readonly (readonly ColouredSpan[])[];

/** Longer texts are left plain: no pattern of a language is known to stay quick on lines of a million characters. */
const MAX_CHARACTERS = 60_000;
const MAX_LINE_LENGTH = 2000;

export function createHighlight(): Highlighter {
  const engine: HLJSApi = core.newInstance();
  const byEnding = new Map<string, string>();
  for (const [name, language, endings] of LANGUAGES) {
    engine.registerLanguage(name, language);
    // A block of code in a message names its language in either way: `py`, `python`.
    byEnding.set(name, name);
    for (const ending of endings.split(' ')) byEnding.set(ending, name);
  }
  return (path, lines) => {
    const language = byEnding.get(endingOf(path));
    const text = lines.join('\n');
    const isTooLong = text.length > MAX_CHARACTERS || lines.some(({ length }) => length > MAX_LINE_LENGTH);
    if (language === undefined || isTooLong) return lines.map(() => []);
    return colouredLines(engine.highlight(text, { language, ignoreIllegals: true }).value, lines.length);
  };
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
}

const PIECE = /<span class="([^"]*)">|<\/span>|&([#\w]+);|\n|[^<&\n]+/g;

/** The highlighter writes HTML of spans and five entities only: lengths and kinds are read from it, not its text. */
function colouredLines(html: string, count: number): readonly (readonly ColouredSpan[])[] {
  const lines: ColouredSpan[][] = Array.from({ length: count }, () => []);
  const open: (string | undefined)[] = [];
  let [line, end] = [0, 0];
  for (const [piece, opened, entity] of html.matchAll(PIECE)) {
    if (opened !== undefined) open.push(highlightKind(opened) ?? open.at(-1));
    else if (piece === '</span>') open.pop();
    else if (piece === '\n') [line, end] = [line + 1, 0];
    else {
      end += entity === undefined ? piece.length : 1;
      lines[line]?.push({ end, kind: open.at(-1) });
    }
  }
  return lines;
}

/** `hljs-title function_` is a `title`, `hljs-selector-class` a `selector`; inserted code is as plain as the rest. */
function highlightKind(names: string): string | undefined {
  const name = /^hljs-([\w-]+)/.exec(names)?.[1];
  return name?.startsWith('selector-') ? 'selector' : name;
}
