/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

test('/brainstorm with an idea is a task for which the model gets the shipped file; /help projects names it', async () => {
  const script = byKeyword([{ steps: [says('Two ways. /agent write the export')] }]);
  const place = await scene({ script, project: makeSampleProject });
  const program = place.start();
  program.say('/help projects');
  await program.heard(/\/brainstorm <idea>/u);
  program.say('/brainstorm export the notes as CSV');
  await program.heard(/Done: \/brainstorm export the notes as CSV/u);
  expect(await program.hangUp()).toBe(0);
  const first = JSON.stringify(place.server.requests[0]?.body.messages[0]);
  expect([
    /config\/commands\/brainstorm\.md, a file that ships with this program\./.test(first),
    first.includes('The idea: export the notes as CSV'),
  ]).toEqual([true, true]);
});
