import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { GrammarName } from './languages.ts';
import type { Rules } from './rule.ts';
import { RULES } from './rules.ts';

/** A grammar that is ready; what it parses must be deleted. */
export interface Grammar {
  readonly rules: Rules;
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
  return (name) => {
    parser ??= startParser(folder);
    const known = loaded.get(name) ?? load(name, { folder, parser });
    loaded.set(name, known);
    return known;
  };
}

async function startParser(folder: string): Promise<Parser> {
  const wasmBinary = unpacked(join(folder, 'tree-sitter.wasm.gz'));
  // The types leave it out; the program reads the file itself without it, from a place that it guesses.
  await Parser.init({ wasmBinary } as unknown as Parameters<typeof Parser.init>[0]);
  return new Parser();
}

async function load(
  name: GrammarName,
  { folder, parser }: { readonly folder: string; readonly parser: Promise<Parser> },
): Promise<Grammar> {
  const ready = await parser;
  const language = await Language.load(unpacked(join(folder, `${name}.wasm.gz`)));
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

function unpacked(file: string): Uint8Array {
  return new Uint8Array(gunzipSync(readFileSync(file)));
}
