import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import type { CommandPolicy, CommandVerdict } from '../../../contracts/policy.ts';
import { answerJsonLines, Id, type LineId } from '../../../core/json-lines.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { displayOf } from '../../../policy/display.ts';
import { explainVerdict } from '../../../policy/verdict-wording.ts';

/** The verdict on one command for a person; one fact a line. */
export function explanationLines(judged: CommandVerdict, locale: Locale): readonly string[] {
  const { approvals, policy } = texts(locale);
  const { kind, command, reason, risk, wouldRun, rule } = explainVerdict(judged, locale);
  return [
    policy.command(command),
    policy.verdict[kind],
    policy.why(reason),
    ...(risk.length === 0 ? [] : [`${approvals.risk} ${risk.join(' · ')}`]),
    ...(wouldRun === undefined ? [] : [policy.wouldRun(displayOf(wouldRun))]),
    policy.rule(rule),
  ];
}

const Question = z.object({
  id: Id,
  cmd: z.string(),
  platform: z.enum(['posix', 'windows']).default('posix'),
});

interface JudgeAnswer {
  /** Null for a line without one; its reason then begins with the number of the line. */
  readonly id: LineId;
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

/** Judges JSON lines; returns how many of them could not be read. */
export function judgeLines({ policies, root, input, output }: JudgeLinesParts): Promise<number> {
  return answerJsonLines({ input, output, question: Question, answerTo, unread: unreadableLine });

  async function answerTo({ id, cmd, platform }: z.infer<typeof Question>): Promise<JudgeAnswer> {
    const { verdict } = await policies[platform].judge({ kind: 'line', line: cmd }, { root, cwd: root });
    const reason =
      verdict.kind === 'allow' ? 'It is configured and stays inside the workspace.' : verdict.reason;
    return { id, verdict: verdict.kind, rule: verdict.rule, reason };
  }
}

function unreadableLine(id: LineId, reason: string): JudgeAnswer {
  return { id, verdict: 'error', rule: 'bad-line', reason };
}
