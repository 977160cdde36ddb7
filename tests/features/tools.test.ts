import { afterEach, expect, test } from 'vitest';
import { describedTools, toolsOf } from '../../src/features/contributions.ts';
import { type GatewayRig, gatewayRig } from '../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

test('catalogues and jobs know every tool that a running program has', async () => {
  rig = await gatewayRig();
  const described = describedTools().map(({ name, description }) => [name, description]);
  expect(described).toEqual(toolsOf(rig.features).map(({ name, description }) => [name, description]));
});
