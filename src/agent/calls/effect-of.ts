import type { AnyTool, Effect } from '../../contracts/tool.ts';

/**
 * What a call may change, for tools whose calls differ in that as well.
 * @param input as the tool's schema has read it
 */
export function effectOf({ effect }: Pick<AnyTool, 'effect'>, input: unknown): Effect {
  return typeof effect === 'function' ? effect(input) : effect;
}
