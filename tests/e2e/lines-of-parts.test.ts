/**
 * One of the long runs.
 * @module-tag full
 */
import { describe, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes({ dataOnDisk: true });

const line = (command: string) => calls(['run_command', { command }]);
const SCRIPT = [
  line('cat package.json | wc -l'),
  line('ls src 2>&1 | sort && echo end'),
  line('ls | tee made.txt'),
  says('That is all.'),
];

/** First lines of what the model was told of each call. */
function told(texts: readonly string[]): readonly string[] {
  return texts
    .filter((text) => /^(Exit code|Command)/.test(text))
    .map((text) => text.split(/[:\n]/)[0] ?? '');
}

describe('with a sandbox', { tags: 'sandbox' }, () => {
  test('one yes for the task covers lines made of commands I may run, and no other line', async () => {
    const { start, server } = await scene({ script: SCRIPT, agentYaml: '' });
    const program = start();
    program.say('/agent look around');
    await program.heard(/3 for this task, and any line of allowed commands/);
    program.say('3');
    const question = await program.heard(/ls \| tee made\.txt/);
    program.say('no');
    await program.heard(/⚠️ Not done|✅ Done/u);
    expect({
      exitCode: await program.hangUp(),
      questions: program.output.match(/❓/gu)?.length,
      first: question.includes('tee'),
      told: told(allTold(server)),
    }).toEqual({
      exitCode: 0,
      questions: 2,
      first: true,
      told: ['Exit code', 'Exit code', 'Command rejected by user'],
    });
  });

  test('policy.compound: each-part makes it the rule', async () => {
    const { start, server } = await scene({ script: SCRIPT, agentYaml: 'policy: { compound: each-part }' });
    const program = start();
    program.say('/agent look around');
    await program.heard(/ls \| tee made\.txt/);
    program.say('no');
    await program.heard(/⚠️ Not done|✅ Done/u);
    expect({
      exitCode: await program.hangUp(),
      questions: program.output.match(/❓/gu)?.length,
      told: told(allTold(server)),
    }).toEqual({ exitCode: 0, questions: 1, told: ['Exit code', 'Exit code', 'Command rejected by user'] });
  });
});

test('without a sandbox each-part asks all the same', async () => {
  const { start } = await scene({
    script: SCRIPT.slice(0, 1).concat(says('That is all.')),
    agentYaml: 'policy: { compound: each-part, sandbox: off-accepted }',
  });
  const program = start();
  program.say('/agent look around');
  await program.heard(/cat package\.json \| wc -l/);
  program.say('no');
  await program.heard(/⚠️ Not done|✅ Done/u);
  expect(program.output.match(/❓/gu)?.length).toBe(1);
});
