import type { SandboxState } from '../contracts/exec.ts';
import type { Texts } from '../core/texts/texts.ts';

/** One line: what confines commands, or why nothing does and how to get it. Undefined = not tried yet. */
export function sandboxText(
  state: SandboxState | undefined,
  { sandbox: words }: Pick<Texts, 'sandbox'>,
): string {
  if (state === undefined) return words.unknown;
  return state.kind === 'on'
    ? words.on(state.name, state.version)
    : words.off(whyOff(state, words), words.how[state.problem]);
}

function whyOff(
  { problem, detail }: Extract<SandboxState, { kind: 'off' }>,
  { why }: Texts['sandbox'],
): string {
  return detail === '' ? why[problem] : `${why[problem]} (${detail})`;
}
