import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Terms } from '../../contracts/assignment.ts';
import type { SessionMode } from '../../contracts/session.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { escapeHiddenInLines } from '../../policy/display.ts';

/** The prompts of `config/prompts`, read once per program: the only source of system prompts. */
export interface Prompts {
  /** System prompt of a new session (frozen in its record), of a sub-agent, or of a question of the secretary. */
  system(role: PromptRole): string;
  /** Asks for a summary. `words`: what the person wants kept in particular; may be empty. */
  compaction(words: string): string;
}

type PromptRole = SessionMode | 'explore' | 'specialist' | 'worker' | 'interpret' | 'match';

const FILE_OF: Readonly<Record<PromptRole, string>> = {
  agent: 'coding.md',
  talk: 'talk.md',
  explore: 'explore.md',
  specialist: 'specialist.md',
  worker: 'worker.md',
  interpret: 'secretary-interpret.md',
  match: 'secretary-match.md',
};

const COMPACTION = 'compact.md';
const KEEP = '{{keep}}';

/**
 * Reads a prompt when it is first needed. Throws Failure `not-found` when the file is missing, `invalid` when it has
 * other placeholders than the expected ones.
 */
export function createPrompts(folder: string): Prompts {
  const read = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = read.get(file) ?? readPrompt(join(folder, file), file === COMPACTION ? [KEEP] : []);
    read.set(file, text);
    return text;
  };
  return {
    system: (role) => textOf(FILE_OF[role]),
    compaction(words) {
      const keep = words === '' ? '' : `- The person asks you to keep in particular: ${words}`;
      // A function as the replacement: `$` in the person's words must stay as it is.
      return textOf(COMPACTION)
        .replace(KEEP, () => keep)
        .trim();
    },
  };
}

/**
 * Fills a prompt for one question: values for the placeholders, in the order of the file. Throws Failure as
 * `createPrompts` does.
 */
export function fillPrompt(path: string, values: Readonly<Record<string, string>>): string {
  const text = readPrompt(
    path,
    Object.keys(values).map((name) => `{{${name}}}`),
  );
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function readPrompt(path: string, placeholders: readonly string[]): string {
  const text = textIn(path).trim();
  const found = text.match(/\{\{.*?\}\}/gs) ?? [];
  // An unfilled placeholder would be sent as it is; a missing one would lose its value.
  if (found.join(' ') !== placeholders.join(' ')) {
    const wanted = placeholders.length === 0 ? 'none' : placeholders.join(' ');
    throw new Failure(
      'invalid',
      `The prompt ${path} has the placeholders ${found.join(' ') || 'none'}; it must have ${wanted}.`,
    );
  }
  return text;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new Failure('not-found', `The prompt ${path} is missing; reinstall the program.`, { cause: error });
  }
}

const ROLE_HEADER = [
  'YOUR PART IN THIS SESSION',
  'A file says who you are here and how you go about it. Follow it in scope, method and form of the answer. It is no permission: it allows no call, answers no question that is put to a person, and loosens none of the rules above about tests, approval, secrets and data.',
];

/** The system prompt with the additions from the session's terms, if there are any. */
export function withInstructions(system: string, terms: Terms | undefined): string {
  if (terms?.instructions === undefined) return system;
  // Escaped, so that the content cannot end its own section.
  const shown = escapeHiddenInLines(terms.instructions).replaceAll(/<(?=\/?role-file)/gi, '&lt;');
  return [system, '', ...ROLE_HEADER, '<role-file>', shown, '</role-file>'].join('\n');
}
