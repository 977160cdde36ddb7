import * as z from 'zod';
import type { Specialist, SpecialistOrigin } from '../../../contracts/specialists.ts';
import { oneLine, shorten } from '../../../core/text.ts';
import { dataLines, escapeHidden } from '../../../policy/display.ts';
import type { SecretaryPreferences } from '../preferences/preferences.ts';
import { MAX_REQUEST_LENGTH } from './interpret.ts';
import { type AgentMatch, type Interpretation, type MatchResult, WORKFLOWS } from './routing.ts';

/** Above it a match is recommended. */
const STRONG = 70;
const MAX_DESCRIPTION_LENGTH = 600;
const MAX_REASON_LENGTH = 240;

export const MatchReply = z.object({
  matches: z.array(z.object({ agent: z.string(), confidence: z.number(), reason: z.string() })),
  workflow: z.enum(WORKFLOWS).nullable(),
});
export type MatchReply = z.infer<typeof MatchReply>;

/**
 * The question to the model. Each specialist is one line of JSON, so that no description can pass for another entry.
 */
export function matchText(
  request: string,
  { intent, context, requirements }: Interpretation,
  agents: readonly Specialist[],
): string {
  const understood = [intent, context, ...requirements.map((line) => `- ${line}`)].filter(Boolean);
  return [
    'Route this request:',
    dataLines(shorten(request, MAX_REQUEST_LENGTH)),
    '',
    'What it was understood as:',
    dataLines(understood.join('\n')),
    '',
    `Specialists (${agents.length}), one a line:`,
    ...agents.map(({ reference, description }) =>
      JSON.stringify({
        agent: reference,
        description: escapeHidden(oneLine(description, MAX_DESCRIPTION_LENGTH)),
      }),
    ),
  ].join('\n');
}

/**
 * The valid part of a reply: only specialists that were shown, each once, best first. Of two that fit equally well
 * the preferred one comes first, then the person's own or shipped ones, then by reference.
 */
export function matchResult(
  { matches, workflow }: MatchReply,
  shown: readonly Specialist[],
  { preferredReviewAgents }: SecretaryPreferences,
): MatchResult {
  const known = new Map(shown.map((agent) => [agent.reference, agent]));
  const best = new Map<string, AgentMatch>();
  for (const { agent, confidence, reason } of matches) {
    const match = { agent, confidence: percentOf(confidence), reason: oneLine(reason, MAX_REASON_LENGTH) };
    if (known.has(agent) && match.confidence > (best.get(agent)?.confidence ?? -1)) best.set(agent, match);
  }
  const rankOf = (reference: string): number => {
    const { name = '', origin = 'project' } = known.get(reference) ?? {};
    const preferred = preferredReviewAgents.findIndex((one) => one === reference || one === name);
    return preferred === -1 ? preferredReviewAgents.length + FOREIGN[origin] : preferred;
  };
  const ranked = [...best.values()].toSorted(
    (a, b) =>
      b.confidence - a.confidence || rankOf(a.agent) - rankOf(b.agent) || (a.agent < b.agent ? -1 : 1),
  );
  const [top] = ranked;
  return {
    matches: ranked,
    recommendation: top !== undefined && top.confidence > STRONG ? top.agent : null,
    workflow_match: workflow,
  };
}

/** 1 when others may have written it. */
const FOREIGN: Readonly<Record<SpecialistOrigin, 0 | 1>> = { mine: 0, wasap: 0, project: 1, plugin: 1 };

function percentOf(confidence: number): number {
  return Math.round(Math.min(100, Math.max(0, confidence)));
}
