import * as z from 'zod';
import { jsonIn } from '../../../core/json.ts';
import { cutAt } from '../../../core/text.ts';
import type { HookEvent, StoredAnswer } from '../hook.ts';

/** What one hook may tell the model, and a person, in UTF-16 code units. */
const MAX_TEXT = 2_000;
const MAX_MESSAGE = 300;

/** How a hook ended; `failed`: it was not run, ran out of time, or was ended. */
export type HookEnd =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface HookAnswer {
  readonly answer: StoredAnswer;
  /** For the person; undefined: none. */
  readonly message: string | undefined;
}

const HookReply = z.object({
  decision: z.string().optional(),
  reason: z.string().optional(),
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  systemMessage: z.string().optional(),
  additionalContext: z.string().optional(),
  hookSpecificOutput: z
    .object({
      permissionDecision: z.string().optional(),
      permissionDecisionReason: z.string().optional(),
      additionalContext: z.string().optional(),
    })
    .optional(),
});
type HookReply = z.infer<typeof HookReply>;

/** Exit code by which a hook objects without JSON. */
const BLOCKS = 2;
const NOTHING: StoredAnswer = { kind: 'nothing' };

/**
 * Reads the output of a hook as Claude Code does, except that an `allow` allows nothing. The output of a hook that
 * fails does not count.
 */
export function readAnswer(event: HookEvent, end: HookEnd): HookAnswer {
  if (end.kind === 'failed') return { answer: NOTHING, message: undefined };
  const { exitCode, stdout, stderr } = end;
  if (exitCode === BLOCKS) return { answer: objection(event, stderr), message: undefined };
  if (exitCode !== 0) return { answer: NOTHING, message: undefined };
  const said = HookReply.safeParse(jsonIn(stdout));
  if (!said.success) return { answer: plainText(event, stdout), message: undefined };
  const message = said.data.systemMessage?.trim();
  return {
    answer: storedAnswer(event, said.data),
    message: message ? cutAt(message, MAX_MESSAGE) : undefined,
  };
}

function storedAnswer(event: HookEvent, said: HookReply): StoredAnswer {
  switch (event) {
    case 'PreToolUse':
      return beforeCall(said);
    case 'PostToolUse':
      return note([said.decision === 'block' ? said.reason : undefined, stopOf(said), contextOf(said)]);
    case 'Stop':
      return said.decision === 'block' && said.continue !== false ? objection(event, said.reason) : NOTHING;
    case 'SessionStart':
      return note([contextOf(said)]);
  }
}

function beforeCall(said: HookReply): StoredAnswer {
  const { permissionDecision: word, permissionDecisionReason: own } = said.hookSpecificOutput ?? {};
  const why = own ?? said.reason;
  if (said.continue === false) return objection('PreToolUse', said.stopReason ?? why);
  if (word === 'deny' || said.decision === 'block') return objection('PreToolUse', why);
  return word === 'ask' ? { kind: 'ask', text: boundText(why) } : NOTHING;
}

function contextOf({ hookSpecificOutput, additionalContext }: HookReply): string | undefined {
  return hookSpecificOutput?.additionalContext ?? additionalContext;
}

function stopOf(said: HookReply): string | undefined {
  return said.continue === false ? said.stopReason : undefined;
}

/** Only what a hook prints at the beginning of a task is for the model. */
function plainText(event: HookEvent, stdout: string): StoredAnswer {
  return event === 'SessionStart' ? note([stdout]) : NOTHING;
}

function objection(event: HookEvent, why: string | undefined): StoredAnswer {
  switch (event) {
    case 'PreToolUse':
    case 'Stop':
      return { kind: 'deny', text: boundText(why) };
    case 'PostToolUse':
      return note([why]);
    case 'SessionStart':
      return NOTHING;
  }
}

function note(texts: readonly (string | undefined)[]): StoredAnswer {
  const text = boundText(texts.filter((one) => one !== undefined && one.trim() !== '').join('\n'));
  return text === '' ? NOTHING : { kind: 'note', text };
}

function boundText(text = ''): string {
  return cutAt(text.trim(), MAX_TEXT);
}
