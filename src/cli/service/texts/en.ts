/** `wasap service`. */
export const serviceTexts = {
  noManager: (platform: string) =>
    `I don't know a service manager on ${platform}.\nI use systemd on Linux, and launchd on macOS.`,
  writes: (file: string) => `I'll write ${file}:`,
  replaces: (file: string) => `I'll replace ${file} with:`,
  runs: "I'll run:",
  removes: (file: string) => `I'll remove ${file}.\nYour records, settings and projects stay.`,
  unseen: (names: string) =>
    `⚠️ The service won't see what only this shell has: ${names}\nSave each one: wasap config set <name>`,
  notLinked: '⚠️ No phone is linked yet.\nLink one first: wasap pair',
  consoleOnly:
    "CHANNELS doesn't name whatsapp.\nA service has no terminal to talk in. To change it: wasap config unset CHANNELS",
  broad: (folder: string) =>
    `${folder} isn't a project: all your files are in it.\nGo to your project's folder and install the service there.`,
  oddPath: (text: string) => `This path can't go into a service file: ${text}`,
  unmanaged: (name: string, file: string) =>
    `${name} doesn't answer for your user here. Nothing was changed.\nWhere it does, put the text above into ${file}.`,
  running: (folder: string) => `wasap already runs on ${folder}.\nStop it, then install the service again.`,
  install: 'Write the file and start the service?',
  uninstall: 'Stop the service and remove its file?',
  stopped: 'Stopped. Nothing was changed.',
  noTerminal: "There's no terminal to ask you.\nIf you want this, add --yes",
  failed: (command: string, why: string) =>
    `This command failed: ${command}\n${why}\nWhat was done before it stays.`,
  installed: '✅ The service is running, and starts again after a reboot.',
  look: 'To check on it: wasap service status\nTo follow its log: wasap logs -f',
  linger: (command: string) => `To keep it running after you log out: ${command}`,
  uninstalled: '✅ The service is stopped and its file removed.',
  none: (file: string) => `No service is installed: there is no ${file}\nInstall it: wasap service install`,
  active: '✅ The service is running.',
  inactive: "❌ The service is installed but isn't running.\nTo see why: wasap doctor",
  file: (file: string) => `Its file: ${file}`,
  outdated: "⚠️ I'd write this file differently today.\nTo renew it: wasap service install",
};
