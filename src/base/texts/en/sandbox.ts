/** What holds commands, or why nothing does. */
export const sandboxTexts = {
  on: (name: string, version: string) =>
    `🛡️ Sandbox: ${name} ${version}. Commands write only in the project, without network unless you allow it.`,
  unknown: '🛡️ Sandbox: tried out before the first command.',
  off: (why: string, how: string) => `⚠️ No sandbox: ${why}. ${how}`,
  why: {
    'switched-off': 'it is switched off (SANDBOX=off-accepted)',
    unsupported: 'this system has none that I know',
    missing: 'bubblewrap is not installed',
    forbidden: 'this system does not let bubblewrap work',
    container: 'this container does not let bubblewrap work',
    leaky: 'bubblewrap runs, but does not hold what it should',
  },
  how: {
    'switched-off': 'Commands run with your rights.',
    unsupported: 'On Linux or WSL 2, bubblewrap would be used.',
    missing: 'To get it: sudo apt install bubblewrap (or dnf, pacman, apk).',
    forbidden:
      'It needs user namespaces: use the bubblewrap of the distribution (/usr/bin/bwrap), and see sysctl kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns.',
    container:
      'Start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or let the container itself be the border: SANDBOX=off-accepted.',
    leaky: 'Please report it with the version and the kernel.',
  },
  required: (state: string) =>
    `SANDBOX=required, and there is none. ${state} SANDBOX=auto starts without one; project scripts then ask first.`,
  /** On approvals of commands. */
  card: {
    'no-network': '🛡️ Sandbox: on, no network',
    network: '🛡️ Sandbox: on, with network',
    none: '⚠️ No sandbox: runs with your rights',
  },
};
