import type { CommandTrouble } from '../../contracts/run-events.ts';
import { unreachable } from '../../core/failure.ts';
import type { Texts } from '../../core/texts/texts.ts';

/** One line for each command that did not run, or not to its end; equal lines appear once. */
export function troubleLines(
  troubles: readonly CommandTrouble[],
  { failures }: Pick<Texts, 'failures'>,
): readonly string[] {
  return [...new Set(troubles.map((trouble) => troubleLine(trouble, failures)))];
}

function troubleLine(trouble: CommandTrouble, failures: Texts['failures']): string {
  switch (trouble.kind) {
    case 'blocked':
      return failures.blocked(trouble.command);
    case 'rejected':
      return failures.rejected;
    case 'timed-out':
      return failures.timedOut(trouble.seconds);
    case 'too-many':
      return failures.tooMany;
    case 'killed':
      return failures.killed(trouble.exitCode);
    case 'unreadable':
      return failures.unreadable;
    default:
      return unreachable(trouble);
  }
}
