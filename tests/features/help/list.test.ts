import { expect, onTestFinished, test } from 'vitest';
import { commandsOf } from '../../../src/features/contributions.ts';
import { gatewayRig } from '../../support/gateway-rig.ts';

test('names and aliases are unique', async () => {
  const rig = await gatewayRig();
  onTestFinished(rig.remove);
  const names = commandsOf(rig.features).flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names).toContain('cron');
  expect(new Set(names).size).toBe(names.length);
});
