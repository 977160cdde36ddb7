/** What the page of command files says. */
export const page = {
  label: 'Commands',
  title: 'Your commands',
  project: 'Project',
  show: 'Show',
  noProject: 'No projects here.',
  count: (commands: string) => `${commands} commands`,
  one: '1 command',
  none: 'No command files yet. Put one here: ',
  where: '.claude/commands/<name>.md',
  hidden: (by: string) => `hidden by ${by}`,
  source: {
    workspace: 'from this project',
    own: 'yours',
    plugin: 'from a plugin',
    shipped: 'built in',
  },
  trust: {
    asks: 'wants to ask less',
    accepted: 'accepted by an owner',
  },
  wants: 'It wants to do this without asking:',
  steps: { review: 'See what that means', yes: 'Accept it as it is now', off: 'Ask again' },
  stepFor: (name: string) => `Trust in /${name}`,
  elsewhere: 'To accept one, switch a chat of yours to this project.',
};

/** What is said about command files, and about what they may do without a question. */
export const english = {
  command: {
    usage: '/trust [name [yes | off]]',
    summary: 'command files that ask less',
    more: 'For owners.\n/trust deploy - see what /deploy would no longer ask about\n/trust deploy yes - accept exactly that file\n/trust deploy off - ask again',
  },
  files: {
    none: 'No command files yet.\nPut one in .claude/commands of the project,\nor in commands/ of your configuration folder.',
    name: 'Command',
    what: "What it's for (file)",
    hidden: (path: string, by: string) => `${path}, hidden by ${by}`,
    /** In the chat. */
    changed: (name: string) => `The file of /${name} has just changed. Send /${name} again.`,
    gone: (name: string) => `I can't find or read the file of /${name}.\nAll commands: /help`,
    tooLarge: (name: string) =>
      `/${name} is too large.\nThe limit is 256 KB for its file, and 400,000 characters for all of it. Shorten it, or name fewer files in it.`,
    circular: (name: string, way: string) =>
      `The files of /${name} include each other.\nRemove one of these references: ${way}`,
    tooLargeFile: 'This command file is too large: the limit is 256 KB.',
    lookedElsewhere: "This chat's project has just changed. Send that again.",
    title: (project: string) => `Command files in ${project}:`,
    others: (names: string) => `and ${names}`,
    more: (count: number) => `and ${count} more. All of them: wasap command list`,
    from: {
      workspace: (path: string) => `From this project: ${path}`,
      plugin: (path: string) => `From a plugin of this project: ${path}`,
      own: (path: string) => `From the owner's own folder: ${path}`,
      shipped: (path: string) => `Built in: ${path}`,
    },
    incomplete: (name: string, what: string) => `⚠️ /${name}: ${what}`,
    notIncluded: (files: string) => `not included: ${files}`,
    notRun: (commands: string) => `not run: ${commands}`,
  },
  trust: {
    reach:
      "Only in tasks that owners start with this command.\nOnly inside the project. One simple command at a time, and none that I know can't be undone.\nI still ask about everything else.",
    confirm: (name: string) =>
      `Read the file first.\nEvery task that starts with it may do this. That holds even if files it includes change later. If this file changes, I ask again.\nTo accept it as it is now: /trust ${name} yes`,
    /** The words that accept one. */
    yesTo: {
      command: (name: string) => `/trust ${name} yes`,
      specialist: (name: string) => `/secretary trust ${name} yes`,
      skill: (name: string) => `/skills trust ${name.replace('skills/', '')} yes`,
      hooks: () => '/hooks yes',
    },
    howToAccept: (typed: string) => `To accept it, send exactly this: ${typed}`,
    already: (name: string) => `You've accepted it as it is now.\nTo take that back: /trust ${name} off`,
    accepted: (name: string) => `✅ Accepted /${name} as it is now.\nTo take that back: /trust ${name} off`,
    changed: (name: string) => `⚠️ /${name} has changed since I showed it. Now it says:`,
    takenBack: (name: string) => `Taken back: /${name} asks as usual again.`,
    fileTakenBack: (name: string) => `Taken back: ${name} isn't accepted any more.`,
    notAccepted: (name: string) => `/${name} wasn't accepted here. Accepted ones: /trust`,
    nothing: (name: string) => `/${name} asks for nothing that needs your approval.`,
    yours: (name: string) => `/${name} is in your own folder, so it needs no approval.`,
    noFile: (name: string) => `There's no command file /${name} here. All commands: /help`,
    none: (project: string) => `No command file of ${project} may act without asking.`,
    listTitle: (project: string) => `🔑 Accepted files of ${project}, each as it was then:`,
    lines: {
      command: (name: string, path: string, age: string) => `• /${name} (${path}), ${age} ago`,
      specialist: (name: string, path: string, age: string) => `• specialist ${name} (${path}), ${age} ago`,
      skill: (name: string, path: string, age: string) => `• ${name} (${path}), ${age} ago`,
      hooks: (name: string, path: string, age: string) => `• ${name} (${path}), ${age} ago`,
    },
    howToTakeBack: 'To take one back: /trust <name> off',
    /** Reported by a task from a file that no owner has accepted. */
    notUsed: (name: string) =>
      `🔑 /${name} still asks: its allowed-tools aren't accepted.\nAn owner can change that: /trust ${name}`,
  },
  /** In the browser. */
  page,
};
