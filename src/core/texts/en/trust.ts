/** What owners permit command files to do without a question. */
export const trustTexts = {
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
  notInGroup: 'That is between you and me: write it in our own chat.',
  none: (project: string) => `No command file of ${project} may do anything without a question.`,
  listTitle: (project: string) => `🔑 Files of ${project} that were accepted, each as it was then:`,
  line: (name: string, path: string, age: string) => `• /${name} (${path}), ${age} ago`,
  specialist: (name: string, path: string, age: string) => `• specialist ${name} (${path}), ${age} ago`,
  howToTakeBack: '/trust <name> off takes one back.',
  /** For a task from a file that nobody has accepted. */
  notUsed: (name: string) =>
    `🔑 /${name}: what its allowed-tools names is asked as ever. An owner can change that: /trust ${name}`,
};
