/** A script written down as JSON, for a server that runs as its own process. */
import type { Pace } from './answer.ts';
import type { Reply } from './reply.ts';
import { isRecord, parseJson } from './request.ts';

/**
 * `JSON.stringify` of this, with replies from the builders, is a script file:
 * `{ "scripts": [{ "keyword": "fix", "steps": [reply, [first attempt, second attempt], …] }] }`
 */
export type ScriptFile = Partial<Pace> & {
  readonly strictPrefix?: boolean;
  readonly scripts: readonly { readonly keyword?: string; readonly steps: readonly FileStep[] }[];
};

type FileStep = Reply | readonly Reply[];

/** @throws Error that names the place which is not as it should be */
export function readScriptFile(raw: string): ScriptFile {
  const file = parseJson(raw);
  if (!isScriptFile(file)) throw new Error(`The script file is not valid: ${misfit(file)}`);
  return file;
}

function isScriptFile(file: unknown): file is ScriptFile {
  return misfit(file) === undefined;
}

function misfit(file: unknown): string | undefined {
  if (!isRecord(file) || !Array.isArray(file.scripts)) return 'expected { "scripts": […] }.';
  for (const [at, script] of file.scripts.entries()) {
    if (!isRecord(script) || !Array.isArray(script.steps))
      return `scripts[${at}]: expected { "steps": […] }.`;
    const step = script.steps.findIndex((candidate: unknown) => !isStep(candidate));
    if (step !== -1) return `scripts[${at}].steps[${step}]: expected a reply or a list of replies.`;
  }
  return undefined;
}

function isStep(step: unknown): boolean {
  return Array.isArray(step) ? step.length > 0 && step.every(isReply) : isReply(step);
}

function isReply(reply: unknown): boolean {
  if (!isRecord(reply)) return false;
  if (reply.kind === 'message') return Array.isArray(reply.blocks) && reply.blocks.every(isRecord);
  return reply.kind === 'error' && typeof reply.status === 'number' && isRecord(reply.error);
}
