import type { CommandTrouble } from '../../contracts/run-events.ts';
import type { CallRecord } from '../../contracts/store.ts';

/**
 * First lines of results, as the specification words them, and the message for the person; `detail` is the group.
 */
const TROUBLES: readonly (readonly [RegExp, (detail: string) => CommandTrouble])[] = [
  [/^Command blocked: (.+?) is not allowed/, (command) => ({ kind: 'blocked', command })],
  [/^Command blacklisted: (.+)$/, (command) => ({ kind: 'blocked', command })],
  [/^Command rejected by user$/, () => ({ kind: 'rejected' })],
  [/^Command timed out after (\d+)s$/, (seconds) => ({ kind: 'timed-out', seconds: Number(seconds) })],
  [/^Too many background processes\. Kill one first\.$/, () => ({ kind: 'too-many' })],
  [/^Exit code: (137) /, (code) => ({ kind: 'killed', exitCode: Number(code) })],
  [/^The command cannot be read/, () => ({ kind: 'unreadable' })],
];

/** What a person should know about a command that did not run, or not to its end. Its output is never examined. */
export function troubleOf({ tool, result }: CallRecord): CommandTrouble | undefined {
  if (tool !== 'run_command' || result === undefined) return undefined;
  const [firstLine = ''] = result.text.split('\n', 1);
  for (const [pattern, toldAs] of TROUBLES) {
    const found = pattern.exec(firstLine);
    if (found !== null) return toldAs(found[1] ?? '');
  }
  return undefined;
}
