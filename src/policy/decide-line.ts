import type { Execution } from '../contracts/exec.ts';
import { type ArgvRules, type Decision, judgeArgv, type Where } from './judge-argv.ts';
import { judgeParts } from './judge-parts.ts';
import type { JudgedLine } from './own-programs.ts';

export interface LineRules extends ArgvRules {
  /** What becomes of a line of several commands that would each run unasked; `each-part` holds in a sandbox only. */
  readonly compound: 'ask' | 'each-part';
  /** Whether commands run in a sandbox. */
  readonly isConfined: () => Promise<boolean>;
}

/** `unasked`: what runs after a yes to a line of several commands that would each run unasked. */
export type LineDecision =
  | Exclude<Decision, { kind: 'ask' }>
  | (Extract<Decision, { kind: 'ask' }> & { readonly unasked?: Execution });

/**
 * Decides about a line that nothing denies. One command is decided on by itself, with its harmless redirects, variables
 * and patterns; several of them only in a sandbox, where the earlier ones cannot prepare what the later ones reach.
 */
export async function decideLine(
  { reading: { shape }, file }: JudgedLine,
  where: Where,
  rules: LineRules,
): Promise<LineDecision> {
  if (shape.kind === 'argv') return judgeArgv({ argv: shape.argv, file }, where, rules);
  const { obstacle, parts } = shape;
  const asked: LineDecision = { kind: 'ask', obstacle };
  if (parts === undefined) return asked;
  if (parts.length === 1 && parts[0]?.negated === false) return judgeParts(parts, where, rules);
  if (!(await rules.isConfined())) return asked;
  const decision = await judgeParts(parts, where, rules);
  if (decision.kind !== 'allow') return asked;
  // Where each part would run unasked, a yes to the line opens nothing that they would not have.
  const unasked = { ...decision.execution, access: { network: false, writable: [] } };
  return rules.compound === 'each-part' ? decision : { ...asked, unasked };
}
