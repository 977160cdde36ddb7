import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import type { CommandPolicy, CommandVerdict } from '../contracts/policy.ts';

const Id = z.union([z.string(), z.number(), z.null()]).default(null);
const Named = z.object({ id: Id });
const Question = z.object({
  id: Id,
  cmd: z.string(),
  platform: z.enum(['posix', 'windows']).default('posix'),
});

interface Answer {
  /** Null where the line did not tell; its reason then begins with the number of the line. */
  readonly id: string | number | null;
  readonly verdict: CommandVerdict['verdict']['kind'] | 'error';
  readonly rule: string;
  readonly reason: string;
}

export interface JudgeLinesParts {
  readonly policies: Readonly<Record<'posix' | 'windows', CommandPolicy>>;
  /** Workspace that the commands would run in. */
  readonly root: string;
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Judges JSON lines one after the other; each answer is written before the next line is taken. Only empty lines have
 * none. Tells how many lines could not be read.
 */
export async function judgeLines({ policies, root, input, output }: JudgeLinesParts): Promise<number> {
  let number = 0;
  let unread = 0;
  for await (const line of linesOf(input)) {
    number += 1;
    if (line.trim() === '') continue;
    const answer = await answerTo(line, number);
    if (answer.verdict === 'error') unread += 1;
    if (!output.write(`${JSON.stringify(answer)}\n`)) await once(output, 'drain');
  }
  return unread;

  async function answerTo(line: string, number: number): Promise<Answer> {
    const tree = jsonOf(line);
    const question = Question.safeParse(tree);
    if (!question.success) return badLine(tree, number, z.prettifyError(question.error));
    const { id, cmd, platform } = question.data;
    const { verdict } = await policies[platform].judge({ kind: 'line', line: cmd }, { root, cwd: root });
    const reason =
      verdict.kind === 'allow' ? 'It is configured and stays inside the workspace.' : verdict.reason;
    return { id, verdict: verdict.kind, rule: verdict.rule, reason };
  }
}

function badLine(tree: unknown, number: number, problem: string): Answer {
  const named = Named.safeParse(tree);
  const reason = `Line ${number}: ${problem}`;
  return { id: named.success ? named.data.id : null, verdict: 'error', rule: 'bad-line', reason };
}

/** Undefined for what is no JSON: the schema then says what was expected. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Only `\n` ends a line: node:readline would also split at U+2028, which JSON may hold as it is. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let rest = '';
  for await (const chunk of input) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
