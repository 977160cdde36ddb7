import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { promptTooLong } from '../support/messages-server/faults.ts';
import { says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { blocksOf, type MessagesRequest } from '../support/messages-server/request.ts';
import type { ScriptFunction } from '../support/messages-server/script.ts';
import { git } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';
import { COUNTING_TASK, EFFECTS_FILE, makeCountingProject } from './counting-project.ts';

const scene = useScenes();

/** Calls that say in their ids which reply they belong to: a folded history no longer tells by its length. */
const STEPS: readonly MessageReply[] = COUNTING_TASK.map((reply, step) => ({
  ...reply,
  blocks: reply.blocks.map((block, n) =>
    block.type === 'tool_use' ? { ...block, id: `step_${step}_${n}` } : block,
  ),
}));
/** Replies in place of which the model says that the conversation is too long, until it has been folded. */
const TOO_LONG_AT: readonly number[] = [4, 7];
/** The project afterwards, recorded when nothing was folded. */
const RECORDED_TREE = '20a6b09d6fde0c1b776589665481a52ae7d4fbbf';
/** Messages of a history that was just folded. */
const FOLDED = 5;

function stepOf({ messages }: MessagesRequest): number {
  const steps = messages.flatMap(blocksOf).flatMap(({ type, id }) => {
    const step = type === 'tool_use' ? /^step_(\d+)_/.exec(String(id))?.[1] : undefined;
    return step === undefined ? [] : [Number(step)];
  });
  return Math.max(-1, ...steps) + 1;
}

function isWish({ messages }: MessagesRequest): boolean {
  const last = blocksOf(messages.at(-1)).at(-1);
  return (
    typeof last?.text === 'string' && last.text.startsWith('The context of this session is getting full.')
  );
}

/** @param onWish called when a summary is asked for, with how often that was */
function forgetfulModel(
  onWish: (asked: number) => Promise<void>,
  tooLongAt: readonly number[],
): ScriptFunction {
  let asked = 0;
  return async (request) => {
    const step = stepOf(request);
    if (isWish(request)) {
      asked += 1;
      await onWish(asked);
      return says(`Steps before ${step} are done.`);
    }
    const isTooLong = tooLongAt.includes(step) && request.messages.length > FOLDED;
    return isTooLong ? promptTooLong() : STEPS[step];
  };
}

interface Ended {
  readonly exitCode: number | null;
  readonly tree: string;
  readonly effects: string;
  readonly wishes: number;
  readonly refusals: readonly string[];
}

/** Works through the task; each wish for a summary that is in `killedAt` is the last thing that its program does. */
async function work(killedAt: readonly number[], tooLongAt = TOO_LONG_AT): Promise<Ended> {
  let wishes = 0;
  let kill = async (): Promise<void> => undefined;
  const { start, server, workspace, folder } = await scene({
    project: makeCountingProject,
    script: forgetfulModel(async (asked) => {
      wishes = asked;
      if (killedAt.includes(asked)) await kill();
    }, tooLongAt),
  });
  const first = start();
  kill = () => first.kill();
  first.say('/agent mend the login');
  let program = first;
  for (const _ of killedAt) {
    await program.exit;
    const next = start();
    kill = () => next.kill();
    program = next;
  }
  const exitCode = await program.hangUp();
  const effects = path.join(folder, EFFECTS_FILE);
  return {
    exitCode,
    tree: git(workspace, 'rev-parse', 'HEAD^{tree}'),
    effects: existsSync(effects) ? readFileSync(effects, 'utf8') : '',
    wishes,
    refusals: server.refusals,
  };
}

/** Three tasks in five programs, on a machine that may be busy with other tests. */
const MAX_LENGTH = { timeout: 120_000 };

test('a task that is folded twice, and killed in the middle of both, ends in the same files', {
  ...MAX_LENGTH,
  tags: 'full',
}, async () => {
  const plain = await work([], []);
  const folded = await work([]);
  const killed = await work([1, 3]);
  const expected = { exitCode: 0, tree: RECORDED_TREE, effects: '1\n2\n3\n4\n', refusals: [] };
  expect([plain, folded, killed]).toEqual([
    { ...expected, wishes: 0 },
    { ...expected, wishes: 2 },
    { ...expected, wishes: 4 },
  ]);
});
