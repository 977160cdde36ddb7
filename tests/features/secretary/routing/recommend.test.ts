import { describe, expect, test } from 'vitest';
import { texts } from '../../../../src/core/texts/texts.ts';
import {
  anotherText,
  confirmationOf,
  readChoice,
  recommendSpecialists,
} from '../../../../src/features/secretary/routing/recommendation.ts';
import { delegationOf, workflowTarget } from '../../../../src/features/secretary/routing/routing.ts';
import { askedAbout, candidate, INTERPRETATION, QUALITY, resultOf, SECURITY, specialist } from './support.ts';

const [A, B, C, D] = [specialist('p:a'), specialist('p:b'), specialist('p:c'), specialist('p:d')];
const CANCEL = { kind: 'cancel' };
const accept = (...args: Parameters<typeof candidate>) => ({ kind: 'accept', candidate: candidate(...args) });
const use = (...args: Parameters<typeof candidate>) => ({ kind: 'use', candidate: candidate(...args) });

type Found = Parameters<typeof resultOf>[0];

function recommended(found: Found, workflow: Parameters<typeof resultOf>[1] = null) {
  return recommendSpecialists(
    resultOf(found, workflow),
    found.map(([agent]) => agent),
  );
}

describe('Confidence Thresholds', () => {
  test('above 70: strong match, recommend', () => {
    expect(recommended([[SECURITY, 71]])).toEqual({
      kind: 'specialist',
      alternatives: [],
      options: [accept(SECURITY, 71), CANCEL],
    });
  });

  test('50 to 70: alternative, shown as an option', () => {
    expect(
      recommended([
        [SECURITY, 92],
        [A, 70],
        [B, 50],
      ]),
    ).toEqual({
      kind: 'specialist',
      alternatives: [candidate(A, 70), candidate(B, 50)],
      options: [accept(SECURITY, 92), use(A, 70), use(B, 50), CANCEL],
    });
  });

  test('below 50: not shown', () => {
    expect(
      recommended([
        [SECURITY, 92],
        [QUALITY, 49],
      ]),
    ).toEqual({
      kind: 'specialist',
      alternatives: [],
      options: [accept(SECURITY, 92), CANCEL],
    });
  });

  test('none above 70: nothing is recommended, and what there is can be chosen', () => {
    expect(
      recommended([
        [A, 70],
        [B, 55],
      ]),
    ).toEqual({
      kind: 'choice',
      alternatives: [candidate(A, 70), candidate(B, 55)],
      options: [use(A, 70), use(B, 55), CANCEL],
    });
  });

  test('none from 50 on: no match', () => {
    expect([recommended([[A, 49]]), recommended([])]).toEqual([undefined, undefined]);
  });
});

test('at most three alternatives in the text, two as options', () => {
  expect(
    recommended([
      [SECURITY, 92],
      [A, 88],
      [B, 60],
      [C, 55],
      [D, 54],
    ]),
  ).toEqual({
    kind: 'specialist',
    alternatives: [candidate(A, 88), candidate(B, 60), candidate(C, 55)],
    options: [accept(SECURITY, 92), use(A, 88), use(B, 60), CANCEL],
  });
});

test('a way of working goes first, and the specialists stay as alternatives', () => {
  expect(recommended([[SECURITY, 92]], 'implement')).toEqual({
    kind: 'workflow',
    alternatives: [candidate(SECURITY, 92)],
    options: [{ kind: 'workflow', workflow: 'implement' }, use(SECURITY, 92), CANCEL],
  });
});

test.each([
  ['brainstorm', [], { kind: 'command', name: 'brainstorm' }],
  ['create-plan', [], { kind: 'chat', name: 'plan' }],
  ['implement', [], { kind: 'chat', name: 'agent' }],
  ['implement', ['iflow-dev:implement', 'other:implement'], { kind: 'command', name: 'iflow-dev:implement' }],
  ['create-plan', ['iflow-dev:plan'], { kind: 'chat', name: 'plan' }],
] as const)("workflow %s with the plugins' commands %j begins %j", (workflow, commands, target) => {
  expect(workflowTarget(workflow, commands)).toEqual(target);
});

describe('what a person reads', () => {
  const asked = askedAbout([
    [SECURITY, 92],
    [QUALITY, 62],
  ]);

  test('the question of the specification, with its options', () => {
    const { question, header, options, multiSelect } = confirmationOf(asked, texts('en'));
    expect({ question, header, options, multiSelect }).toEqual({
      question: "I'll delegate to security-reviewer (92% match). Confirm?",
      header: 'Routing',
      options: [
        {
          label: 'Accept security-reviewer',
          description: 'Best match for Review src/auth/ for security vulnerabilities',
        },
        { label: 'Use code-quality-reviewer', description: 'Alternative: 62% match' },
        { label: 'Cancel', description: 'Abort request' },
      ],
      multiSelect: false,
    });
  });

  test('understanding, match with its reason and origin, alternatives', () => {
    expect(
      confirmationOf(asked, texts('en')).text,
    ).toBe(`🧭 I understand: Review src/auth/ for security vulnerabilities
Best match: iflow-dev:security-reviewer (92%, plugin of this project). It fits
Alternative: iflow-dev:code-quality-reviewer (62%, plugin of this project). It fits`);
  });

  test('in Spanish', () => {
    expect(confirmationOf(asked, texts('es'))).toEqual({
      text: `🧭 Entiendo: Review src/auth/ for security vulnerabilities
Mejor opción: iflow-dev:security-reviewer (92 %, plugin de este proyecto). It fits
Alternativa: iflow-dev:code-quality-reviewer (62 %, plugin de este proyecto). It fits`,
      question: 'Se lo paso a security-reviewer (encaja al 92 %). ¿Confirmas?',
      header: 'A quién va',
      options: [
        {
          label: 'Aceptar security-reviewer',
          description: 'La mejor opción para: Review src/auth/ for security vulnerabilities',
        },
        { label: 'Usar code-quality-reviewer', description: 'Alternativa: encaja al 62 %' },
        { label: 'Cancelar', description: 'No hacer nada' },
      ],
      multiSelect: false,
    });
  });

  test('without a strong match it is asked who is to do it', () => {
    const { text, question, options } = confirmationOf(askedAbout([[A, 60]]), texts('en'));
    expect([text.split('\n')[1], question, options.map(({ label }) => label)]).toEqual([
      'No specialist fits this exactly.',
      'Who should do it?',
      ['Use a', 'Cancel'],
    ]);
  });

  test('a way of working is named as it is typed', () => {
    const { text, question, options } = confirmationOf(askedAbout([], 'create-plan'), texts('en'));
    expect([text.split('\n')[1], question, options[0]?.label]).toEqual([
      'This is about planning the steps: /create-plan is made for that.',
      "I'll start /create-plan. Confirm?",
      'Accept /create-plan',
    ]);
  });

  test('two of one name are told apart by their references', () => {
    const { question, options } = confirmationOf(
      askedAbout([
        [specialist('mine:x'), 90],
        [specialist('evil:x'), 90],
        [A, 80],
      ]),
      texts('en'),
    );
    expect([question, options.map(({ label }) => label)]).toEqual([
      "I'll delegate to mine:x (90% match). Confirm?",
      ['Accept mine:x', 'Use evil:x', 'Use a', 'Cancel'],
    ]);
  });
});

test('who else can be named: the own ones first, by reference where a name is not theirs alone, and not hundreds', () => {
  const { recommendation } = askedAbout([[specialist('wasap:x'), 90]]);
  const many = Array.from({ length: 200 }, (_, at) => specialist(`project:p${at}`));
  const agents = [...many, specialist('wasap:x'), specialist('mine:p3'), specialist('wasap:own')];
  expect([
    anotherText(recommendation, agents, texts('en')),
    anotherText(recommendation, [specialist('wasap:x')], texts('es')),
  ]).toEqual([
    'Or name another specialist: mine:p3, own, p0, p1, p2, project:p3, p4, p5, …',
    'O di el nombre de otro especialista.',
  ]);
});

describe('what a person answers', () => {
  const asked = askedAbout([
    [SECURITY, 92],
    [QUALITY, 62],
  ]);
  const [twin, other] = [specialist('mine:twin'), specialist('evil:twin')];
  const agents = [SECURITY, QUALITY, A, twin, other];
  const delegate = (agent: unknown) => ({ kind: 'delegate', specialist: agent });

  test.each([
    ['Accept security-reviewer', delegate(SECURITY)],
    ['aceptar SECURITY-reviewer.', delegate(SECURITY)],
    ['accept', delegate(SECURITY)],
    ['Sí', delegate(SECURITY)],
    ['1', delegate(SECURITY)],
    ['Use code-quality-reviewer', delegate(QUALITY)],
    ['usar code-quality-reviewer', delegate(QUALITY)],
    ['2', delegate(QUALITY)],
    ['3', { kind: 'cancel' }],
    ['Cancel', { kind: 'cancel' }],
    ['cancelar', { kind: 'cancel' }],
    ['no', { kind: 'cancel' }],
    ['p:a', delegate(A)],
    ['use p:a', delegate(A)],
    ['a', delegate(A)],
    ['twin', { kind: 'ambiguous', references: ['mine:twin', 'evil:twin'] }],
    ['evil:twin', delegate(other)],
    ['iflow-dev:nobody', { kind: 'unknown', name: 'iflow-dev:nobody', isSure: true }],
    ['no-body', { kind: 'unknown', name: 'no-body', isSure: true }],
    ['usa nobody', { kind: 'unknown', name: 'nobody', isSure: true }],
    ['use what there is', { kind: 'unread' }],
    ['nobody', { kind: 'unknown', name: 'nobody', isSure: false }],
    ['4', { kind: 'unread' }],
    ['why the first one?', { kind: 'unread' }],
    ['', { kind: 'unread' }],
  ])('%j', (text, choice) => {
    expect(readChoice(text, asked, agents)).toEqual(choice);
  });

  test('a yes means nothing where nothing is recommended', () => {
    expect(readChoice('yes', askedAbout([[A, 60]]), agents)).toEqual({ kind: 'unread' });
  });

  test('accepting a way of working', () => {
    const workflow = askedAbout([[A, 80]], 'brainstorm');
    expect(['accept /brainstorm', 'yes', '2'].map((text) => readChoice(text, workflow, agents))).toEqual([
      { kind: 'workflow', workflow: 'brainstorm' },
      { kind: 'workflow', workflow: 'brainstorm' },
      delegate(A),
    ]);
  });
});

describe('Delegation prompt structure', () => {
  test('the example of the specification', () => {
    expect(delegationOf(SECURITY, INTERPRETATION)).toEqual({
      agent: 'iflow-dev:security-reviewer',
      hash: 'a'.repeat(64),
      description: 'Review src/auth/ for security vulnerabilities',
      prompt: `Task: Review src/auth/ for security vulnerabilities

Context:
User is concerned about authentication security.
Focus on: input validation, session handling, credential storage.

Requirements:
- Check for OWASP Top 10 vulnerabilities
- Provide severity ratings for findings
- Suggest fixes for critical issues

Return your findings in structured format.`,
    });
  });

  test('a request of few words is told as such', () => {
    const bare = { intent: 'Fix the login', context: '', requirements: [], keywords: [] };
    expect(delegationOf(SECURITY, bare).prompt).toBe(`Task: Fix the login

Context:
Nothing beyond the task was said.

Requirements:
- Do what the task says, and nothing beyond it.

Return your findings in structured format.`);
  });
});
