import type { NamedCommand, Terms } from '../contracts/assignment.ts';
import { type Risk, type Verdict, WANTS_NETWORK } from '../contracts/policy.ts';
import type { Review } from '../contracts/tool.ts';

/** A call with its review. */
export interface TermsCall {
  readonly tool: string;
  readonly review: Pick<Review, 'words' | 'offers' | 'command'>;
  /** Absolute paths of files that the session has written. */
  readonly written?: readonly string[];
}

/** False for a tool that the session's terms leave out. */
export function hasTool(terms: Terms | undefined, tool: string): boolean {
  return terms?.tools?.includes(tool) ?? true;
}

/** Why the session's terms refuse a call; undefined = they do not. */
export function whyTermsRefuse({ commands }: Terms, { tool, review }: TermsCall): string | undefined {
  if (commands === undefined || tool !== 'run_command') return undefined;
  const { words } = review;
  if (commands.some((command) => isCommand(command, words))) return undefined;
  return `This session may run only ${commandList(commands)}, one at a time and without shell operators. Do without this one, and say in your report that it would have been needed.`;
}

/**
 * True when nobody has to be asked about a call because a file that the owner trusts permits it. That reaches no
 * further than a person's yes for the rest of the session could:
 * - one plain command inside the project, unless it is known to overwrite or discard something (for the project's own
 *    programs that is unknown, so these may be pre-approved);
 * - an edit that is asked about only because every edit is.
 */
export function isPreApproved({ preApproved }: Terms, call: TermsCall, verdict: Verdict): boolean {
  if (verdict.kind !== 'ask') return false;
  const permitted = preApproved.filter(({ tool }) => tool === call.tool);
  if (permitted.length === 0) return false;
  const { words, offers, command } = call.review;
  if (command === undefined) return verdict.rule === 'edits-ask';
  if (words === undefined || offers?.session.kind !== 'offered') return false;
  // The file permits the command, but not the network for it.
  if (verdict.rule === WANTS_NETWORK) return false;
  if (offers.outside.length > 0 || OVERWRITES.includes(verdict.risk.undoable)) return false;
  // The owner trusted the script as it was, not as the task changed it.
  if (offers.facts.scripts.some((script) => call.written?.includes(script.path))) return false;
  return permitted.some((one) => one.command === undefined || isCommand(one.command, words));
}

const OVERWRITES: readonly Risk['undoable'][] = ['no', 'files'];

function isCommand({ words: named, isWhole }: NamedCommand, words: readonly string[] | undefined): boolean {
  if (words === undefined || (isWhole && words.length !== named.length)) return false;
  return named.every((word, at) => words[at] === word);
}

function commandList(commands: readonly NamedCommand[]): string {
  if (commands.length === 0) return 'no commands at all';
  return commands
    .map(({ words, isWhole }) =>
      isWhole ? `"${words.join(' ')}"` : `commands that begin with "${words.join(' ')}"`,
    )
    .join(', ');
}
