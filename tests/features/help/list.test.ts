import { expect, onTestFinished, test } from 'vitest';
import { allCommands } from '../../../src/features/chat-commands.ts';
import { gatewayRig } from '../../support/gateway-rig.ts';

test('names and aliases are unique', async () => {
  const rig = await gatewayRig();
  onTestFinished(rig.remove);
  const names = allCommands(rig.features).flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names).toContain('cron');
  expect(new Set(names).size).toBe(names.length);
});
