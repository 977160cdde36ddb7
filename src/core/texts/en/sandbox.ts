/** What confines commands, or why nothing does. */
export const sandboxTexts = {
  on: (name: string, version: string) =>
    `🛡️ Sandbox: ${name} ${version}. Commands write only in the project.
They get network only when you allow it.`,
  unknown: '🛡️ Sandbox: I test it before the first command.',
  off: (why: string, how: string) => `⚠️ No sandbox: ${why}.\n${how}`,
  why: {
    'switched-off': "it's switched off (SANDBOX=off-accepted)",
    unsupported: "I don't know one for this system",
    missing: "bubblewrap isn't installed",
    broken: "bubblewrap is installed, but doesn't run",
    container: "this container doesn't let bubblewrap work",
    'namespaces-off': 'this system has user namespaces switched off',
    apparmor: 'AppArmor blocks the user namespaces of bubblewrap',
    forbidden: "this system doesn't let bubblewrap work",
    leaky: 'it runs, but my test got out of it',
  },
  how: {
    'switched-off': 'Commands can do anything your user can.',
    unsupported: `Linux and WSL 2 use bubblewrap. On macOS, install:
npm install -g @anthropic-ai/sandbox-runtime`,
    missing: 'Get it: sudo apt install bubblewrap (or dnf, pacman, apk)',
    broken: `Install it again (or with dnf, pacman, apk):
sudo apt install --reinstall bubblewrap`,
    container: `Start the container with these options:
--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined
Or rely on the container itself: SANDBOX=off-accepted`,
    'namespaces-off': `Switch them on; Debian needs the second line, too:
sudo sysctl user.max_user_namespaces=15000
sudo sysctl kernel.unprivileged_userns_clone=1
To keep them after a restart, write them to /etc/sysctl.d.`,
    apparmor: `Use the system's own /usr/bin/bwrap, with its profile:
sudo apt install apparmor-profiles
Or allow the namespaces: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`,
    forbidden: `Use the system's own /usr/bin/bwrap.
It needs user namespaces. To see whether you may make one: unshare --user true`,
    leaky: "Please report it, with its version and your kernel's.",
  },
  required: (state: string) =>
    `SANDBOX=required, but there is none, so I didn't start.
${state}
To start without one, and be asked before project scripts: SANDBOX=auto`,
  /** On approvals of commands. */
  card: {
    'no-network': '🛡️ Sandbox: on, no network',
    network: '🛡️ Sandbox: on, with network',
    none: '⚠️ No sandbox: it can do anything your user can',
  },
  /** Beneath it: what a yes opens besides the files of the project. */
  opens: (places: string) => `✏️ May also write: ${places}`,
  shows: (places: string) => `👁️ May also read: ${places}`,
};
