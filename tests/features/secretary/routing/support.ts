import type { Specialist, SpecialistOrigin } from '../../../../src/contracts/specialists.ts';
import {
  type AskedRecommendation,
  recommendSpecialists,
  type SpecialistCandidate,
} from '../../../../src/features/secretary/routing/recommendation.ts';
import type { Interpretation, MatchResult } from '../../../../src/features/secretary/routing/routing.ts';

const PLUGIN_OF: Readonly<Partial<Record<string, SpecialistOrigin>>> = {
  project: 'project',
  mine: 'mine',
  wasap: 'wasap',
};

/** @param reference `plugin:name` */
export function specialist(reference: string, description = 'Does something'): Specialist {
  const [plugin = '', name = ''] = reference.split(':');
  return {
    reference,
    origin: PLUGIN_OF[plugin] ?? 'plugin',
    plugin,
    name,
    description,
    grants: undefined,
    tools: undefined,
    model: undefined,
    limits: {},
    instructions: '',
    file: `${name}.md`,
    hash: 'a'.repeat(64),
  };
}

/** Taken from the specification. */
export const SECURITY = specialist(
  'iflow-dev:security-reviewer',
  'Reviews code for security vulnerabilities...',
);
export const QUALITY = specialist(
  'iflow-dev:code-quality-reviewer',
  'Reviews code for quality and best practices...',
);

export const INTERPRETATION: Interpretation = {
  intent: 'Review src/auth/ for security vulnerabilities',
  context:
    'User is concerned about authentication security.\nFocus on: input validation, session handling, credential storage.',
  requirements: [
    'Check for OWASP Top 10 vulnerabilities',
    'Provide severity ratings for findings',
    'Suggest fixes for critical issues',
  ],
  keywords: ['security', 'review'],
};

export function candidate(agent: Specialist, confidence: number, reason = 'It fits'): SpecialistCandidate {
  return { specialist: agent, match: { agent: agent.reference, confidence, reason } };
}

export function resultOf(
  found: readonly (readonly [agent: Specialist, confidence: number])[],
  workflow: MatchResult['workflow_match'] = null,
): MatchResult {
  const [top] = found;
  return {
    matches: found.map(([agent, confidence]) => candidate(agent, confidence).match),
    recommendation: top !== undefined && top[1] > 70 ? top[0].reference : null,
    workflow_match: workflow,
  };
}

export function askedAbout(
  found: readonly (readonly [agent: Specialist, confidence: number])[],
  workflow: MatchResult['workflow_match'] = null,
): AskedRecommendation {
  const recommendation = recommendSpecialists(
    resultOf(found, workflow),
    found.map(([agent]) => agent),
  );
  if (recommendation === undefined) throw new Error('nothing is recommended');
  return { recommendation, interpretation: INTERPRETATION, workflowName: (name) => `/${name}` };
}
