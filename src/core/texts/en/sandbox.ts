/** What confines commands, or why nothing does. */
export const sandboxTexts = {
  on: (name: string, version: string) =>
    `🛡️ Sandbox: ${name} ${version}. Commands write only in the project, without network unless you allow it.`,
  unknown: '🛡️ Sandbox: tried out before the first command.',
  off: (why: string, how: string) => `⚠️ No sandbox: ${why}. ${how}`,
  why: {
    'switched-off': 'it is switched off (SANDBOX=off-accepted)',
    unsupported: 'this system has none that I know',
    missing: 'bubblewrap is not installed',
    broken: 'bubblewrap is installed, but does not run',
    container: 'this container does not let bubblewrap work',
    'namespaces-off': 'this system has user namespaces switched off',
    apparmor: 'AppArmor does not let bubblewrap make user namespaces',
    forbidden: 'this system does not let bubblewrap work',
    leaky: 'it runs, but does not hold what it should',
  },
  how: {
    'switched-off': 'Commands run with your rights.',
    unsupported:
      'On Linux and WSL 2 it is bubblewrap; on macOS it can be Anthropic’s: npm install -g @anthropic-ai/sandbox-runtime.',
    missing: 'To get it: sudo apt install bubblewrap (or dnf, pacman, apk).',
    broken: 'Install it anew: sudo apt install --reinstall bubblewrap (or dnf, pacman, apk).',
    container:
      'Start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or let the container itself be the border: SANDBOX=off-accepted.',
    'namespaces-off':
      'Switch them on: sudo sysctl user.max_user_namespaces=15000, on Debian also kernel.unprivileged_userns_clone=1; in /etc/sysctl.d it lasts.',
    apparmor:
      'Use the bubblewrap of the distribution (/usr/bin/bwrap) with its profile (sudo apt install apparmor-profiles), or allow them: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0.',
    forbidden:
      'It needs user namespaces: unshare --user true tells whether you may make one. Use the bubblewrap of the distribution (/usr/bin/bwrap).',
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
  /** Beneath it: what a yes opens besides the files of the project. */
  opens: (places: string) => `✏️ May also write: ${places}`,
  shows: (places: string) => `👁️ May also read: ${places}`,
};
