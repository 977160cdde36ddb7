/** `perhaps-files`: it depends on what its words name. `recorded`: git itself can bring it back. */
type DiscardKind = 'files' | 'perhaps-files' | 'recorded' | 'unknown';

interface DiscardRule {
  /** Switches that change nothing beyond the files, the index and the branches of the command's own repository. */
  readonly known: RegExp;
  of(switches: readonly string[], isAboutPaths: boolean): DiscardKind;
}

const FORCES = /^-\w*f|^--(?:force|discard-changes)$/;

const COMMANDS: Readonly<Record<string, DiscardRule>> = {
  reset: {
    known: /^(?:--(?:hard|merge|keep|soft|mixed|quiet)|-q)$/,
    of: (switches) => (hasSwitch(switches, /^--(?:hard|merge|keep)$/) ? 'files' : 'recorded'),
  },
  restore: {
    known: /^(?:--(?:staged|worktree|quiet|ours|theirs|source=.+)|-[SWq]+|-s)$/,
    of: (switches) =>
      hasSwitch(switches, /^--staged$|^-\w*S/) && !hasSwitch(switches, /^--worktree$|^-\w*W/)
        ? 'recorded'
        : 'files',
  },
  checkout: {
    known: /^(?:--(?:force|quiet|ours|theirs|detach)|-[fq]+)$/,
    of: (switches, isAboutPaths) => (hasSwitch(switches, FORCES) || isAboutPaths ? 'files' : 'perhaps-files'),
  },
  switch: { known: /^/, of: (switches) => (hasSwitch(switches, FORCES) ? 'files' : 'recorded') },
  clean: {
    // With -x or -X ignored files go too, and with two -f whole repositories: no state holds either.
    known: /^(?:--(?:force|quiet|dry-run)|-(?!\w*f\w*f)[dfqn]+)$/,
    of: (switches) => (switches.filter((one) => FORCES.test(one)).length > 1 ? 'unknown' : 'files'),
  },
};

/** A word that only the shell knows could be any switch. */
const EXPANDED = /[$`()<>]|\{.*,/;

/**
 * What a git command discards: files that a state of the project may hold, or more, or less. `unknown` with an option
 * before the sub-command, which may lead to another repository.
 */
export function findDiscarded([, subcommand = '', ...args]: readonly string[]): DiscardKind {
  const command = COMMANDS[subcommand];
  const end = args.indexOf('--');
  const switches = args.slice(0, end === -1 ? args.length : end).filter((arg) => /^-./.test(arg));
  if (command === undefined || args.some((arg) => EXPANDED.test(arg))) return 'unknown';
  return switches.every((one) => command.known.test(one)) ? command.of(switches, end !== -1) : 'unknown';
}

function hasSwitch(switches: readonly string[], pattern: RegExp): boolean {
  return switches.some((one) => pattern.test(one));
}
