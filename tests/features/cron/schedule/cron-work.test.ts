import { expect, test } from 'vitest';
import { workOf } from '../../../../src/features/cron/schedule/cron-work.ts';

test.each([
  ['stand up', 'message: stand up'],
  ['  water the plants\n', 'message: water the plants'],
  ['/agent run the tests', 'task: /agent run the tests'],
  ['/AGENT run the tests', 'task: /AGENT run the tests'],
  ['/agent? run the tests', 'task: /agent? run the tests'],
  ['/agent ?run the tests', 'task: /agent ?run the tests'],
  ['/agent\nrun the tests', 'task: /agent\nrun the tests'],
  ['look at /agent run', 'message: look at /agent run'],
])('%j is a %s', (message, work) => {
  const { kind, ...rest } = workOf(message);
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
  expect(workOf(message)).toEqual({ kind: 'refused', command });
});
