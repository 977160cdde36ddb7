import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, gunzipSync } from 'node:zlib';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import { createKeyedQueue } from '../core/work-queues.ts';
import type { GrammarName } from './languages.ts';
import type { LanguageRules } from './rule.ts';
import { C, CPP } from './rules-c.ts';
import { JAVASCRIPT, TYPESCRIPT } from './rules-javascript.ts';
import { C_SHARP, JAVA, KOTLIN, SWIFT } from './rules-managed.ts';
import { BASH, GO, PHP, PYTHON, RUBY, RUST } from './rules-others.ts';

/** In bytes. The build lets the parser begin with so little: see `config/build/grammars.mjs`. */
const INITIAL_MEMORY = 2 * 1024 * 1024;

/** A grammar that is ready; what it parses must be deleted. */
export interface Grammar {
  readonly rules: LanguageRules;
  /** The text as the grammar is given it. */
  prepare(text: string): string;
  /** Undefined when the parser gave up. */
  parse(text: string): Tree | undefined;
}

/**
 * Grammars of the build, each loaded when it is first used.
 * @param folder `dist/code-reading`
 */
export function createGrammars(folder: string): (name: GrammarName) => Promise<Grammar> {
  const loaded = new Map<GrammarName, Promise<Grammar>>();
  let parser: Promise<Parser> | undefined;
  // One after the other: two that load at the same time are taken for each other.
  const queue = createKeyedQueue();
  const begin = (name: GrammarName): Promise<Grammar> => {
    parser ??= startParser(folder);
    const ready = parser;
    return queue.run('', () => loadGrammar(name, { folder, parser: ready }));
  };
  return (name) => {
    const known = loaded.get(name) ?? begin(name);
    loaded.set(name, known);
    return known;
  };
}

/** Trees live outside the memory that is tidied up by itself. */
export function withTree<Result>(
  grammar: Grammar,
  text: string,
  use: (parsed: { readonly tree: Tree; readonly text: string; readonly rules: LanguageRules }) => Result,
): Result {
  const prepared = grammar.prepare(text.startsWith('\uFEFF') ? text.slice(1) : text);
  const tree = grammar.parse(prepared);
  if (tree === undefined) throw new Error('The parser gave up.');
  try {
    return use({ tree, text: prepared, rules: grammar.rules });
  } finally {
    tree.delete();
  }
}

/** In turns of the loop, because each step takes milliseconds, and messages are handled meanwhile. */
async function startParser(folder: string): Promise<Parser> {
  await nextTurn();
  const parser = unpackFile(join(folder, 'tree-sitter.wasm.gz'));
  const options = { INITIAL_MEMORY, instantiateWasm: createInstantiator(parser) };
  // The types leave these two out.
  await Parser.init(options as unknown as Parameters<typeof Parser.init>[0]);
  return new Parser();
}

/**
 * By default the library loads the file from a guessed place, and an error there also rejects a promise that nobody
 * handles, which would end the program.
 */
function createInstantiator(file: Uint8Array<ArrayBuffer>) {
  return (
    imports: WebAssembly.Imports,
    use: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): void => {
    const module = new WebAssembly.Module(file);
    use(new WebAssembly.Instance(module, imports), module);
  };
}

async function loadGrammar(
  name: GrammarName,
  { folder, parser }: { readonly folder: string; readonly parser: Promise<Parser> },
): Promise<Grammar> {
  const ready = await parser;
  await nextTurn();
  const language = await Language.load(unpackFile(join(folder, `${name}.wasm.gz`)));
  const rules = RULES[name];
  return {
    rules,
    prepare: rules.prepare ?? ((text) => text),
    parse(text) {
      ready.setLanguage(language);
      return ready.parse(text) ?? undefined;
    },
  };
}

function unpackFile(file: string): Uint8Array<ArrayBuffer> {
  const packed = readFileSync(file);
  // It ends with how long it will be: in pieces of the usual 16 kB it takes three times as long.
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, packed.readUInt32LE(packed.length - 4));
  return gunzipSync(packed, { chunkSize });
}

const RULES: Readonly<Record<GrammarName, LanguageRules>> = {
  bash: BASH,
  c: C,
  c_sharp: C_SHARP,
  cpp: CPP,
  go: GO,
  java: JAVA,
  javascript: JAVASCRIPT,
  kotlin: KOTLIN,
  php: PHP,
  python: PYTHON,
  ruby: RUBY,
  rust: RUST,
  swift: SWIFT,
  tsx: TYPESCRIPT,
  typescript: TYPESCRIPT,
};
