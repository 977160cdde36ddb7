/**
 * One of the long runs.
 * @module-tag full
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeParts } from '../support/map-project.ts';
import { says } from '../support/messages-server/replies.ts';
import { firstUserText } from '../support/messages-server/request.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

const mapIn = (text: string) => /<project-map>\n(.*)\n<\/project-map>/s.exec(text)?.[1];

test('a task begins with a map of the project, which is ready for the next one at the latest', async () => {
  const { start, server, workspace, dataDir } = await scene({ script: [says('one'), says('two')] });
  makeParts(workspace, 12);
  const program = start();
  program.say('/agent look');
  await program.heard(/one/);
  // It goes on being drawn after a first request that could not wait for it.
  await expect.poll(() => keptIn(dataDir), { timeout: 20_000 }).toEqual(['.index', '.json']);
  program.say('/agent look again');
  await program.heard(/two/);
  const maps = server.requests.map(({ body }) => mapIn(firstUserText(body)));
  expect([
    await program.hangUp(),
    maps[1]?.split('\n').length,
    maps[1]?.includes('src/part-3.ts: startPart3 9-11'),
  ]).toEqual([0, 14, true]);
});

function keptIn(dataDir: string): readonly string[] {
  if (!readdirSync(dataDir).includes('maps')) return [];
  return readdirSync(path.join(dataDir, 'maps'))
    .map((name) => path.extname(name))
    .toSorted();
}

test('with AGENT_MAP_TOKENS=0 there is none, and nothing is kept', async () => {
  const { start, server, workspace, dataDir } = await scene({
    env: { AGENT_MAP_TOKENS: '0' },
    script: [says('one')],
  });
  makeParts(workspace, 12);
  const program = start();
  program.say('/agent look');
  await program.heard(/✅/u);
  expect([
    await program.hangUp(),
    server.requests.map(({ body }) => mapIn(firstUserText(body))),
    readdirSync(dataDir).includes('maps'),
  ]).toEqual([0, [undefined], false]);
});
