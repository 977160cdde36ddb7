/** The files in which people write commands of their own. */
export const commandFileTexts = {
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
};
