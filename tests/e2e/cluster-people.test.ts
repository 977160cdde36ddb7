/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { useClusters } from '../support/cluster-scene.ts';
import { says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { phoneChat } from '../support/phone-chat.ts';
import { freshDatabase } from '../support/postgres.ts';

const open = useClusters();

test('a code of the command lets a stranger in; a removal keeps them out, in the running programs', {
  timeout: 180_000,
}, async () => {
  const { machines } = await open(await freshDatabase(), { script: byTranscript([says('It is blue.')]) });
  machines.startCell('left');
  await machines.startFront();
  const eve = phoneChat(machines.world.person({ phone: '5491155559999', lid: '99909999', name: 'Eve' }));
  const [, code = ''] = /(\d{4} \d{4})/.exec(await machines.run('people', 'invite')) ?? [];
  await eve.says('0000 0000');
  await eve.says(code);
  await eve.reads(/^👋 Welcome!/, 60_000);
  await eve.says('Which colour is the button?');
  await eve.reads(/It is blue\./, 60_000);
  expect(await machines.run('people', 'remove', '+5491155559999')).toContain('can no longer write to me');
  const before = eve.buzzes().length;
  await eve.says('And the other one?');
  const again = /(\d{4} \d{4})/.exec(await machines.run('people', 'invite'))?.[0] ?? '';
  await eve.says(again);
  await eve.reads(/^👋 Welcome!/, 60_000);
  expect(eve.buzzes().length).toBe(before + 1);
});
