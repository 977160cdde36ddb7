/** The projects of PROJECTS_ROOT: the list, the chat's own one, and new ones. */
export const english = {
  title: '📁 Projects:',
  titleIn: (folder: string) => `📁 Projects in ${folder}:`,
  here: (name: string) => `➡️ ${name} (this chat)`,
  leftOut: (count: number) =>
    count === 1
      ? '1 folder is left out: its name holds something other than Latin letters, digits and ._+@-, or another project has it.'
      : `${count} folders are left out: their names hold something other than Latin letters, digits and ._+@-, or other projects have them.`,
  more: (count: number) => `… and ${count} more. /workspace list <part of a name> finds one.`,
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
  notInGroup: 'In a group only an owner changes the project.',
  notYours: (yours: string) =>
    `You may choose among your projects: ${yours}. An owner can change that in access.yaml.`,
  noGit: 'no git repository',
  branch: (name: string, changed: number) =>
    `🌿 ${name} · ${changed === 0 ? 'clean' : changed === 1 ? '1 file not committed' : `${changed} files not committed`}`,
  detached: 'no branch',
  noCommit: 'no commit yet',
  howToAdd:
    '/workspace add <git url> [name] brings a project into PROJECTS_ROOT, /workspace add <name> begins an empty one.',
  needsRoot: 'First set PROJECTS_ROOT in .env to the folder that is to hold the projects, and restart me.',
  rootGone: 'PROJECTS_ROOT is no longer the folder that it was. Look at it, then try again.',
  noCredentials:
    'I take no address with a name or a password in it, and have not kept it: git would write them into the project. Set up a credential helper or an SSH key on the computer, then give me the address without them.',
  onlyHttpsAndSsh:
    'I only clone from https://… and ssh addresses (ssh://… or git@host:owner/name.git), never from folders or by other programs.',
  badUrl: 'I cannot read this address. Example: https://github.com/owner/name.git',
  needsName: 'This address ends in nothing that I could call the project. Put a name behind it.',
  badName: (name: string) =>
    `${name} cannot be the name of a project: up to 80 Latin letters, digits, blanks and ._+@-, beginning with a letter or a digit, and no name that a system keeps for itself.`,
  taken: (name: string) =>
    `There is something called ${name} already. Choose another name; with an address it stands behind it.`,
  onItsWay: (name: string) => `${name} is on its way already. /workspace cancel gives it up.`,
  nothingOnItsWay: 'No project is on its way.',
  bringing: (name: string) =>
    `⬇️ ${name} is being cloned. Nothing in it is run. /workspace cancel gives it up.`,
  making: (name: string) => `🌱 ${name}: an empty git repository.`,
  added: (name: string) =>
    `✅ ${name} is there. /workspace switch ${name} makes it the project of this chat.`,
  notAdded: (name: string, why: string) => `❌ ${name} was not brought, and nothing of it is left. ${why}`,
  cancelled: (name: string) => `🛑 ${name} was given up, and nothing of it is left.`,
  beganAgain: (name: string) => `🔄 I was restarted while ${name} was being cloned: I begin again.`,
};
