/** What the model says when. A script holds no place of its own where it can take it from the transcript. */
import type { Reply } from './reply.ts';
import { type MessagesRequest, repliesSoFar, sessionOf, taskOf } from './request.ts';

/**
 * @param index how many requests reached the script before this one; refused ones do not count
 * @returns undefined when the script has nothing more to say: the server then answers with an error that says so
 */
export type ScriptFunction = (
  request: MessagesRequest,
  index: number,
) => Reply | undefined | Promise<Reply | undefined>;

/** A list is handed out once, in order. */
export type Script = readonly Reply[] | ScriptFunction;

/**
 * What the model says at one place of the transcript. A list holds the successive attempts at this place (the last
 * one is repeated): `[...times(2, fails(529)), says('Done.')]`.
 */
export type Step = Reply | readonly Reply[] | ((request: MessagesRequest) => Reply);

/**
 * Picks the step by the number of replies the transcript holds, so that a program which was killed and started again
 * gets the same reply for the same transcript. Attempts are counted for each session and step.
 */
export function byTranscript(steps: readonly Step[]): ScriptFunction {
  const attempts = new Map<string, number>();
  return (request) => {
    const place = repliesSoFar(request);
    const step = steps[place];
    if (step === undefined) return undefined;
    if (typeof step === 'function') return step(request);
    if (!isList(step)) return step;
    const key = `${sessionOf(request)} ${place}`;
    const attempt = attempts.get(key) ?? 0;
    attempts.set(key, attempt + 1);
    return step[Math.min(attempt, step.length - 1)];
  };
}

/** @param keyword occurs in the task; a script without keyword fits every message */
export type KeywordScript = { readonly keyword?: string; readonly steps: readonly Step[] };

/** Several conversations on one server: the first script whose keyword fits speaks. */
export function byKeyword(scripts: readonly KeywordScript[]): ScriptFunction {
  const speakers = scripts.map(({ keyword = '', steps }) => ({ keyword, speak: byTranscript(steps) }));
  return (request, index) => {
    const task = taskOf(request);
    return speakers.find(({ keyword }) => task.includes(keyword))?.speak(request, index);
  };
}

function isList(step: Reply | readonly Reply[]): step is readonly Reply[] {
  return Array.isArray(step);
}
