import { expect, test } from 'vitest';
import { texts } from '../../../../src/core/texts/texts.ts';
import { describedTools } from '../../../../src/features/contributions.ts';
import { routingText } from '../../../../src/features/secretary/cli/route-request.ts';
import type { Routing } from '../../../../src/features/secretary/routing/secretary.ts';
import { askedAbout, INTERPRETATION, QUALITY, resultOf, SECURITY, specialist } from '../routing/support.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

type Recommended = Extract<Routing, { kind: 'recommended' }>;

function recommended(...[found, workflow]: Parameters<typeof askedAbout>): Recommended {
  return {
    kind: 'recommended',
    interpretation: INTERPRETATION,
    result: resultOf(found, workflow),
    recommendation: askedAbout(found, workflow).recommendation,
    agents: [SECURITY, QUALITY, specialist('mine:twin'), specialist('evil:twin')],
    usage: USAGE,
    skipped: [],
  };
}

test.each([
  ['cancel', 'Cancelled. Nothing has started.'],
  [
    'iflow-dev:nobody',
    "iflow-dev:nobody couldn't start.\nNo specialist has that name.\nTry again, choose another specialist, or cancel.",
  ],
  ['twin', 'Several have that name.\nWhich one: mine:twin, evil:twin?'],
  ['what?', "I don't know that option or specialist."],
])('the choice %j', (choice, told) => {
  expect(
    routingText(recommended([[SECURITY, 92]]), choice, { words: texts('en'), tools: describedTools() }),
  ).toBe(told);
});

test.each([
  ['implement', '/agent'],
  ['create-plan', '/plan'],
  ['brainstorm', '/brainstorm'],
] as const)('accepting the workflow %s is %s with what was understood', (workflow, command) => {
  expect(routingText(recommended([], workflow), 'yes', { words: texts('en'), tools: describedTools() })).toBe(
    [
      `${command} ${INTERPRETATION.intent}`,
      INTERPRETATION.context,
      ...INTERPRETATION.requirements.map((line) => `- ${line}`),
    ].join('\n'),
  );
});

test('a judgement that could not be used is told as such', () => {
  const routing = { kind: 'unusable', detail: 'x', usage: USAGE, skipped: [] } as const;
  expect(routingText(routing, undefined, { words: texts('en'), tools: describedTools() })).toBe(
    "I couldn't use the model's answer.\nTry again, or say it in other words.",
  );
});
