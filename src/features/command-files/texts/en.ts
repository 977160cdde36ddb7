/** What is said about command files, and about what they may do without a question. */
export const english = {
  command: {
    usage: '/trust [name [yes | off]]',
    summary: 'command files that may do things without a question',
    more: 'For owners. /trust deploy shows what /deploy would no longer ask about; /trust deploy yes accepts exactly that file.',
  },
  files: {
    none: 'There are no command files. Put one into .claude/commands of the project, or into commands/ of your own configuration folder.',
    name: 'Command',
    what: 'What it is for (file)',
    hidden: (path: string, by: string) => `${path}, hidden by ${by}`,
    /** In the chat. */
    changed: (name: string) => `The file of /${name} was changed meanwhile. Send /${name} again.`,
    gone: (name: string) =>
      `There is no file for /${name} any more, or it cannot be read. /help lists what there is.`,
    tooLarge: (name: string) =>
      `/${name} is too large: a file may have 256 KB, and all of it together 400,000 characters. Make it shorter, or have it name fewer files.`,
    circular: (name: string, way: string) =>
      `The files of /${name} include each other: ${way}. Take one of these references out.`,
    tooLargeFile: 'This command file is too large: one may have 256 KB. Make it shorter.',
    lookedElsewhere: 'The project of this chat was just changed. Send the command again.',
    title: (project: string) => `Command files of ${project}:`,
    others: (names: string) => `and ${names}`,
    more: (count: number) => `and ${count} more: wasap command list shows all`,
    from: {
      workspace: (path: string) => `It comes from this project: ${path}`,
      plugin: (path: string) => `It comes from a plugin of this project: ${path}`,
      own: (path: string) => `It comes from the owner's own folder: ${path}`,
      shipped: (path: string) => `It comes with this program: ${path}`,
    },
    incomplete: (name: string, what: string) => `⚠️ /${name}: ${what}`,
    notIncluded: (files: string) => `not included: ${files}`,
    notRun: (commands: string) => `not run: ${commands}`,
  },
  trust: {
    title: (name: string, path: string) => `🔑 /${name} (${path}) wants these not to be asked about:`,
    anyCommand: 'every command',
    beginning: (line: string) => `commands that begin with ${line}`,
    edits: { change: 'changes of files', write: 'new files' },
    reach:
      'Only in tasks of owners that begin with this command, only one plain command at a time, inside the project, and none that I know cannot be undone. Everything else is asked as ever.',
    confirm: (name: string) =>
      `Read the file first: whatever task begins with it may do this, also when files that it includes say something else by then. /trust ${name} yes accepts it as it is now; once it is changed it counts as new.`,
    howToAccept: (typed: string) => `That needs its own words: ${typed}`,
    already: (name: string) => `You have accepted it as it is. /trust ${name} off takes that back.`,
    accepted: (name: string) => `✅ Accepted: /${name}, as it is now. /trust ${name} off takes it back.`,
    changed: (name: string) =>
      `⚠️ /${name} is another file than the one that I showed. This is what it says now:`,
    takenBack: (name: string) => `Taken back: /${name} is asked about as ever.`,
    notAccepted: (name: string) => `/${name} was not accepted here. /trust lists what was.`,
    nothing: (name: string) => `/${name} asks for nothing that would need your yes.`,
    yours: (name: string) => `/${name} lies in your own folder: it needs no yes.`,
    noFile: (name: string) => `There is no command file /${name} here. /help lists what there is.`,
    none: (project: string) => `No command file of ${project} may do anything without a question.`,
    listTitle: (project: string) => `🔑 Files of ${project} that were accepted, each as it was then:`,
    line: (name: string, path: string, age: string) => `• /${name} (${path}), ${age} ago`,
    specialist: (name: string, path: string, age: string) => `• specialist ${name} (${path}), ${age} ago`,
    howToTakeBack: '/trust <name> off takes one back.',
    /** For a task from a file that nobody has accepted. */
    notUsed: (name: string) =>
      `🔑 /${name}: what its allowed-tools names is asked as ever. An owner can change that: /trust ${name}`,
  },
};
