import { expect, test } from 'vitest';
import { parseCronAction } from '../../../../src/features/cron/schedule/plan-cron.ts';

test.each([
  ['stand up', 'message: stand up'],
  ['  water the plants\n', 'message: water the plants'],
  ['/agent run the tests', 'agent: run the tests'],
  ['/AGENT run the tests', 'agent: run the tests'],
  ['/agent? run the tests', 'dry-run: run the tests'],
  ['/agent ?run the tests', 'dry-run: run the tests'],
  ['/agent\nrun the tests', 'agent: run the tests'],
  ['look at /agent run', 'message: look at /agent run'],
])('%j is a %s', (message, work) => {
  const { kind, ...rest } = parseCronAction(message);
  expect(`${kind}: ${'text' in rest ? rest.text : ''}`).toBe(work);
});

test.each([
  ['/agent', '/agent'],
  ['/agent ?', '/agent'],
  ['/agent-resume 20261120-00000001', '/agent-resume'],
  ['/agents run', '/agents'],
  ['/approve k7x', '/approve'],
  ['/cancel', '/cancel'],
  [' /cron add x', '/cron'],
  ['/', '/'],
  ['/etc/hosts is wrong', '/etc/hosts'],
])('no clock runs %j', (message, command) => {
  expect(parseCronAction(message)).toEqual({ kind: 'refused', command });
});
