import type { GrammarName } from './languages.ts';
import type { LanguageRules } from './rule.ts';
import { C, CPP } from './rules-c.ts';
import { JAVASCRIPT, TYPESCRIPT } from './rules-javascript.ts';
import { C_SHARP, JAVA, KOTLIN, SWIFT } from './rules-managed.ts';
import { BASH, GO, PHP, PYTHON, RUBY, RUST } from './rules-others.ts';

export const RULES: Readonly<Record<GrammarName, LanguageRules>> = {
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
