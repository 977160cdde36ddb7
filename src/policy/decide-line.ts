import type { Execution } from '../contracts/exec.ts';
import { type ArgvRules, type Decision, judgeArgv, type Where } from './judge-argv.ts';
import { judgeParts } from './judge-parts.ts';
import type { JudgedLine } from './own-programs.ts';

export interface LineRules extends ArgvRules {
  /**
   * How a line of several commands is judged that would each run without a question; `each-part` holds in a sandbox
   * only.
   */
  readonly compound: 'ask' | 'each-part';
  /** Whether commands run in a sandbox. */
  readonly isConfined: () => Promise<boolean>;
}

/** `unasked`: what runs after a yes to a line of several commands that would each run without a question. */
export type LineDecision =
  | Exclude<Decision, { kind: 'ask' }>
  | (Extract<Decision, { kind: 'ask' }> & { readonly unasked?: Execution });

/**
 * Decides about a line that nothing denies. A single command is judged with its harmless redirects, variables and
 * patterns; several commands only in a sandbox, where earlier ones cannot prepare what later ones reach.
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
  // If each part would run without a question, a yes to the line opens nothing beyond that.
  const unasked = { ...decision.execution, access: { network: false, writable: [] } };
  return rules.compound === 'each-part' ? decision : { ...asked, unasked };
}
