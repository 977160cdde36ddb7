import type { ToolContext } from '../contracts/tool.ts';
import { Failure, isFailure } from '../core/failure.ts';

const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\([^()\\s]+\\))?!?: (\\S.*)$`);
const MAX_SUBJECT = 100;

/** Files in which a project says how it wants its commits; the model has read the first that exists. */
const NOTES = ['AGENTS.md', 'CLAUDE.md'];

/**
 * Words about what commit messages look like, in one line, and headings about commits. "Commit often" and "never commit
 * secrets" say nothing about that. Made at a commit, because the runtime takes milliseconds for them.
 */
const rules = (): readonly RegExp[] => [
  /\bcommits?\b[^\n]{0,120}\b(?:messages?|subjects?|titles?|summar(?:y|ies)|prefix\w*|formats?|style|imperative|start|starts|begin|begins)\b/iu,
  /\b(?:messages?|subjects?|titles?|prefix\w*|formats?)\b[^\n]{0,60}\bcommits?\b/iu,
  /\bmensajes?\b[^\n]{0,60}\bcommits?\b|\bcommits?\b[^\n]{0,120}\b(?:mensajes?|t[ií]tulos?|prefijos?|formato|empiezan?)\b/iu,
  /\bcommits?\b[^\n]{0,40}`[^`\n]+`/iu,
  /^#{1,6}[^\n]*\bcommits?\b/imu,
];

/** True when these notes say how messages are written, and not by conventional commits. */
export function statesOwnRule(notes: string): boolean {
  return rules().some((rule) => rule.test(notes)) && !/\bconventional[\s-]commits?\b/i.test(notes);
}

/**
 * Throws Failure `invalid` unless the first line is as the project's notes want it, for which the model answers, or
 * else a conventional commit's; and the second, if any, is empty.
 */
export async function refuseBadMessage(
  message: string,
  { workspace: { files } }: Pick<ToolContext, 'workspace'>,
): Promise<void> {
  const [first = '', second = ''] = message.split('\n');
  const notes = await Promise.all(NOTES.map((path) => textIn(path, files)));
  const subject = notes.some(statesOwnRule) ? first.trim() : conventionalSubject(first);
  if (subject === '') throw new Failure('invalid', 'A commit needs a message that begins with its subject.');
  if (subject.length > MAX_SUBJECT) {
    throw new Failure(
      'invalid',
      `The subject has ${subject.length} characters, at most ${MAX_SUBJECT}. Move details into the body.`,
    );
  }
  if (second.trim() !== '')
    throw new Failure('invalid', 'Leave an empty line between the subject and the body.');
}

function conventionalSubject(first: string): string {
  const subject = SUBJECT.exec(first)?.[1];
  if (subject !== undefined) return subject;
  throw new Failure(
    'invalid',
    `Write the message as "type(scope): subject", with one of these types: ${TYPES.join(', ')}.`,
  );
}

/** Empty where there are none, or where they may not be read. */
async function textIn(path: string, files: ToolContext['workspace']['files']): Promise<string> {
  try {
    return (await files.readText(path)).text;
  } catch (error) {
    if (isFailure(error)) return '';
    throw error;
  }
}
