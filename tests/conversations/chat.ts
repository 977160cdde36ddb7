import type { TestOptions } from 'vitest';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { says, slow } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import type { ScriptFunction } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
import { makeScene, PROJECT_SCRIPTS, type Scene, type SceneOptions } from '../support/scene.ts';

/** A conversation reads like a script: what the person writes and reads, and what the model says in between. */
export interface Chat {
  /** The person writes a line, and reads on until an answer fits. */
  person(line: string, reads: RegExp): Promise<void>;
  /** Nothing is written; something more comes by itself. */
  reads(fits: RegExp): Promise<void>;
  /** The next replies. Asked while there is none, the model thinks until there is one. */
  model(...replies: readonly Reply[]): void;
  /** Until the model thinks, with no reply at hand. */
  modelIsAsked(): Promise<void>;
}

/** A thought that is never finished: for a task that is stopped meanwhile. */
export const THINKS_ON: Reply = slow(says('Too late.'), 60_000);

/** The model of one conversation after the other. */
export interface TalkingModel {
  readonly script: ScriptFunction;
  model(...replies: readonly Reply[]): void;
  isAsked(): Promise<void>;
  /** Replies that nobody asked for. */
  left(): number;
}

export function talkingModel(): TalkingModel {
  const replies: Reply[] = [];
  const waiting: ((reply: Reply) => void)[] = [];
  let onAsked: () => void = () => undefined;
  return {
    script: () => {
      const next = replies.shift();
      if (next !== undefined) return next;
      return new Promise((resolve) => {
        waiting.push(resolve);
        onAsked();
      });
    },
    model(...more) {
      for (const reply of more) {
        const resolve = waiting.shift();
        if (resolve === undefined) replies.push(reply);
        else resolve(reply);
      }
    },
    isAsked: () =>
      new Promise((resolve) => {
        onAsked = resolve;
        if (waiting.length > 0) resolve();
      }),
    left: () => replies.length,
  };
}

interface TerminalOptions extends Pick<TestOptions, 'tags'>, Omit<SceneOptions, 'script'> {}

/** A conversation in a terminal, kept in `golden/<name>.golden.txt`. */
export function inTerminal(
  name: string,
  { tags = [], ...options }: TerminalOptions,
  talk: (chat: Chat & Pick<Scene, 'workspace'>) => Promise<void>,
): void {
  test(name, { tags }, async () => {
    const model = talkingModel();
    const scene = await makeScene({
      env: { LOCALE: '' },
      agentYaml: PROJECT_SCRIPTS,
      ...options,
      script: model.script,
    });
    try {
      const program = scene.start();
      await talk({ ...terminalChat(program, model), workspace: scene.workspace });
      await program.hangUp();
      expect({ left: model.left(), refusals: scene.server.refusals }).toEqual({ left: 0, refusals: [] });
      await expectGolden(name, masked(program.conversation), scene.folder);
    } finally {
      await scene.close();
    }
  });
}

function terminalChat(program: Program, model: TalkingModel): Chat {
  const reads = async (fits: RegExp): Promise<void> => {
    await program.heard(fits);
  };
  return {
    async person(line, fits) {
      program.say(line);
      await reads(fits);
    },
    reads,
    model: model.model,
    modelIsAsked: model.isAsked,
  };
}

/** Codes of questions and hashes, which differ from run to run. */
export function masked(conversation: string): string {
  return conversation
    .replaceAll(/\b(yes|no|sí) \d[a-z]\b/g, '$1 <code>')
    .replaceAll(/\b[0-9a-f]{7}(?= \w+: )/g, '<hash>');
}
