/** The projects of PROJECTS_ROOT: which there are, which one a chat works in, and new ones. */
export const workspaceTexts = {
  title: '📁 Projects:',
  titleIn: (folder: string) => `📁 Projects in ${folder}:`,
  here: (name: string) => `➡️ ${name} (this chat)`,
  leftOut: (count: number) =>
    count === 1
      ? '1 folder is left out: its name has other signs than Latin letters, digits and ._+@-, or another project has it.'
      : `${count} folders are left out: their names have other signs than Latin letters, digits and ._+@-, or other projects have them.`,
  howToSwitch: (name: string) => `/workspace switch ${name} changes the project of this chat.`,
  onlyOne: (name: string) =>
    `📁 ${name} is the only project. To choose among several, set PROJECTS_ROOT in .env to the folder that holds them, and restart me.`,
  noneYet:
    'There is no project yet. /workspace add <git url> brings one, /workspace add <name> begins an empty one.',
  switched: (name: string) => `📁 This chat now works in ${name}.`,
  already: (name: string) => `📁 This chat works in ${name} already.`,
  keepsTo: (task: string, name: string) =>
    `${task} keeps to ${name}; what you begin next works in the new one.`,
  unknown: (name: string, known: string) => `There is no project ${name}. There are: ${known}`,
  unknownAndNone: (name: string) => `There is no project ${name}, and no other one either.`,
  chooseFirst:
    'PROJECT_ROOT holds the other projects, so I do not work in it. Choose one first: /workspace switch <name>; /workspace lists them.',
  gone: (name: string) =>
    `The project of this chat, ${name}, is no longer there. Choose another one: /workspace switch <name>; /workspace lists them.`,
  notInGroup: 'In a group only an owner changes the project.',
  notYours: (yours: string) =>
    `You may choose among your projects: ${yours}. An owner can change that in access.yaml.`,
  noGit: 'no git repository',
  branch: (name: string, changed: number) =>
    `🌿 ${name} · ${changed === 0 ? 'clean' : changed === 1 ? '1 file not committed' : `${changed} files not committed`}`,
  detached: 'no branch',
  noCommit: 'no commit yet',
  nothingHere: (name: string, task: string, command: string) =>
    `No task of this chat has changed anything in ${name}. The latest in another project: ${task}\n${command} means that one.`,
};
