import type { Execution } from '../contracts/exec.ts';
import { type Risk, WANTS_NETWORK } from '../contracts/policy.ts';
import type { AskedLine } from './access.ts';
import type { LineDecision, LineRules } from './decide-line.ts';
import type { Where } from './judge-argv.ts';
import { findSecret, linePartsOf } from './line-parts.ts';
import type { JudgedLine } from './own-programs.ts';
import type { Obstacle } from './parse.ts';
import { riskOf } from './risk.ts';

export const NETWORK_ASKED: Obstacle = { rule: WANTS_NETWORK, reason: 'It asks for the network.' };

/** Facts for the question about a line, and what its yes opens. */
export interface AskedDetails extends AskedLine {
  /** Asked first, before any other question about it. */
  readonly above: Extract<LineDecision, { kind: 'ask' }> | undefined;
  /** Runs after a yes if each of its parts would run without a question. */
  readonly unasked: Execution | undefined;
}

interface LineQuestion {
  readonly where: Where;
  readonly rules: LineRules;
  readonly wantsNetwork: boolean;
}

export async function lookAtAsked(
  judged: JudgedLine,
  decision: Exclude<LineDecision, { kind: 'allow' }>,
  { where, rules, wantsNetwork }: LineQuestion,
): Promise<AskedDetails> {
  const line = judged.reading;
  const parts = await linePartsOf(judged, where, rules);
  const secret = await findSecret(line, parts, { where, rules });
  const known = riskOf(line, parts, rules.commands);
  const obstacle = secret ?? (wantsNetwork && known.network !== 'yes' ? NETWORK_ASKED : undefined);
  if (obstacle === undefined && decision.kind === 'ask' && decision.unasked !== undefined) {
    return { line, parts, above: undefined, unasked: decision.unasked, risk: { ...known, network: 'no' } };
  }
  const risk: Risk = {
    ...known,
    ...(wantsNetwork ? { network: 'yes' } : {}),
    // A secret that was read has reached the model.
    ...(secret === undefined ? {} : { undoable: 'no' }),
  };
  const above = obstacle === undefined ? undefined : ({ kind: 'ask', obstacle } as const);
  return { line, parts, above, unasked: undefined, risk };
}
