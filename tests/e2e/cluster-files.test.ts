/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { imageFormatOf } from '../../src/core/media-format.ts';
import { useClusters } from '../support/cluster-scene.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { freshDatabase } from '../support/postgres.ts';
import { PROJECT_SCRIPTS } from '../support/scene.ts';

const WITHIN_MS = 60_000;
const AGENT_YAML = `edits: ask\n${PROJECT_SCRIPTS}models:\n  scripted-model: { vision: true }\n`;
/** One red pixel. */
const PNG_DATA =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

const PATCH = {
  path: 'src/login.js',
  search: '  const user = users.find((candidate) => candidate.email === email);\n',
  replace: '  const user = users.find(({ email: known }) => known === email.toLowerCase());\n',
};

const open = useClusters();

test('a picture reaches the model in a cell, and the change comes back in pictures and as a patch', {
  timeout: 180_000,
}, async () => {
  const script = byTranscript([
    calls(['read_source_file', { path: PATCH.path }]),
    calls(['apply_patch', PATCH]),
    says('Done.'),
  ]);
  const { place, machines, ana } = await open(await freshDatabase(), { script, agentYaml: AGENT_YAML });
  machines.startCell('left');
  await machines.startFront();
  await ana.sendsPicture(Buffer.from(PNG_DATA, 'base64'), '/agent ignore capitals in e-mails');
  const picture = await ana.person.waitFor(({ content }) => content.kind === 'image', WITHIN_MS);
  const patch = await ana.person.waitFor(({ content }) => content.kind === 'document', WITHIN_MS);
  await ana.poll(WITHIN_MS);
  if (picture.content.kind !== 'image' || patch.content.kind !== 'document') throw new Error('other kinds');
  const [first] = place.server.requests[0]?.body.messages ?? [];
  expect({
    seen: first?.content,
    picture: imageFormatOf(Buffer.from(picture.content.bytes)),
    caption: picture.content.caption,
    patch: Buffer.from(patch.content.bytes)
      .toString('utf8')
      .includes('+  const user = users.find(({ email: known })'),
  }).toEqual({
    seen: expect.arrayContaining([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG_DATA } },
    ]),
    picture: expect.objectContaining({ mediaType: 'image/png', width: 1080 }),
    caption: '`src/login.js`',
    patch: true,
  });
});
