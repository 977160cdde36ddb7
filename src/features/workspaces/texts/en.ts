/** What the pages of projects say. */
export const page = {
  label: 'Projects',
  title: 'Projects',
  count: (projects: string) => `${projects} projects`,
  one: '1 project',
  none: 'No projects here.',
  chosen: 'your chat works here',
  elsewhere: 'On other machines',
  on: (machines: string) => `on ${machines}`,
  goneCell: (cell: string) => `${cell} (gone)`,
  noneElsewhere: 'No projects there.',
  choose: 'Work here',
  chooses: (project: string) => `Let my chat work in ${project}`,
  elsewhereIs:
    'Their pages are in the consoles there.\nYour chat can move there when nothing is open in it: /workspace switch <name>',
  away: "PostgreSQL doesn't answer. This is what I knew last:",
  state: 'Repository',
  facts: {
    branch: 'branch',
    defaultBranch: 'default branch',
    changed: 'files not committed',
    commit: 'last commit',
    languages: 'made with',
    checks: 'its tests',
  },
  unknown: 'none found',
  gone: "Its folder isn't there any more.",
  files: 'What tasks read first',
  noFiles: 'No instruction files.',
  trusted: 'Files allowed to ask less',
  noneTrusted: 'None: everything asks as usual.',
  kinds: { command: 'command', specialist: 'specialist', skill: 'skill', hooks: 'hooks' },
  tasks: 'Open tasks',
  noTasks: 'No task is working here now.',
  more: 'What it brings along',
  commands: 'Commands',
  skills: 'Skills',
  specialists: 'Specialists',
};

/** The projects of PROJECTS_ROOT: the list, the chat's own one, and new ones. */
export const english = {
  commands: {
    workspace: {
      usage: '/workspace [switch <name> | info | add <url>]',
      summary: 'the project of this chat',
      more: "/workspace switch shop - your next tasks work there, running ones don't move\n/workspace info [name] - branch, changes, last commit\n/workspace add <git url> [name] - clone it into PROJECTS_ROOT without running anything\n/workspace add <name> - start an empty one\n/workspace cancel - stop adding it",
    },
  },
  title: '📁 Projects:',
  titleIn: (folder: string) => `📁 Projects in ${folder}:`,
  here: (name: string) => `➡️ ${name} (this chat)`,
  /** A project of another machine. */
  elsewhere: (name: string, machine: string) => `   ${name} · on ${machine}`,
  isOn: (name: string, machine: string) =>
    `📁 ${name} is on ${machine}.\nTo work there: /workspace switch ${name}`,
  firstEnd: '⏳ Something is still open here. First end or cancel:',
  andMore: (count: number) => `… and ${count} more`,
  thenGo: (name: string, machine: string) =>
    `Then this chat can move to ${machine}: /workspace switch ${name}`,
  notMoved: {
    busy: (name: string) =>
      `⏳ This chat stays here: messages were still on their way.\nTry again: /workspace switch ${name}`,
    gone: (name: string) =>
      `No machine with ${name} takes chats right now.\nThis chat stays here. All projects: /workspace`,
    away: (name: string) =>
      `I can't reach the other machines right now.\nThis chat stays here. Try again later: /workspace switch ${name}`,
  },
  leftOut: (count: number) =>
    count === 1
      ? "1 folder isn't listed.\nIts name is taken, or has more than Latin letters, digits and ._+@-"
      : `${count} folders aren't listed.\nTheir names are taken, or have more than Latin letters, digits and ._+@-`,
  more: (count: number) => `… and ${count} more. To find one: /workspace list <part of a name>`,
  onlyOne: (name: string) =>
    `📁 ${name} is the only project.\nFor several, set PROJECTS_ROOT in .env to the folder that holds them. Then restart me.`,
  noneYet:
    'No projects yet.\nClone one: /workspace add <git url>\nOr start an empty one: /workspace add <name>',
  switched: (name: string) => `📁 This chat now works in ${name}.`,
  already: (name: string) => `📁 This chat already works in ${name}.`,
  keepsTo: (task: string, name: string) =>
    `${task} stays in ${name}. What you start next works in the new one.`,
  unknown: (name: string, known: string) => `There's no project ${name}.\nThere are: ${known}`,
  unknownAndNone: (name: string) =>
    `There's no project ${name}, nor any other yet.\nClone one: /workspace add <git url>`,
  notInGroup: 'In a group, only an owner can switch projects.',
  notYours: (yours: string) =>
    `You can choose among your projects: ${yours}\nAn owner can change that in access.yaml.`,
  noGit: 'no git repository',
  branch: (name: string, changed: number) =>
    `🌿 ${name} · ${changed === 0 ? 'clean' : changed === 1 ? '1 file not committed' : `${changed} files not committed`}`,
  detached: 'no branch',
  noCommit: 'no commit yet',
  howToAdd: 'Clone a project: /workspace add <git url> [name]\nOr start an empty one: /workspace add <name>',
  needsRoot:
    'I need a folder for your projects first.\nSet PROJECTS_ROOT in .env to that folder, then restart me.',
  rootGone: "PROJECTS_ROOT isn't the same folder any more.\nCheck it, then try again.",
  noCredentials:
    "I don't take addresses with a name or password in them.\nI haven't kept it: git would write it into the project. Set up a credential helper or an SSH key, then send the address without them.",
  onlyHttpsAndSsh:
    'I only clone https:// and ssh addresses.\nFor example: https://github.com/owner/name.git or git@github.com:owner/name.git',
  badUrl: "I can't read that address.\nFor example: https://github.com/owner/name.git",
  needsName: "That address doesn't end in a name for the project.\nAdd one: /workspace add <git url> <name>",
  badName: (name: string) =>
    `${name} can't be a project's name.\nUse up to 80 Latin letters, digits, blanks and ._+@-, starting with a letter or digit. Names that an operating system reserves don't work.`,
  taken: (name: string) =>
    `There's already something called ${name}.\nChoose another name. After an address: /workspace add <git url> <name>`,
  onItsWay: (name: string) => `I'm already getting ${name}. To cancel: /workspace cancel`,
  nothingOnItsWay: "I'm not getting any project right now.\nTo get one: /workspace add <git url>",
  bringing: (name: string) => `⬇️ Cloning ${name}. I run nothing in it.\nTo cancel: /workspace cancel`,
  making: (name: string) => `🌱 Creating ${name}, an empty git repository.`,
  added: (name: string) => `✅ ${name} is ready.\nTo work in it: /workspace switch ${name}`,
  notAdded: (name: string, why: string) => `❌ I couldn't get ${name}, and left nothing behind.\n${why}`,
  cancelled: (name: string) => `🛑 Cancelled ${name}. Nothing is left behind.`,
  beganAgain: (name: string) => `🔄 I was restarted. Cloning ${name} again.`,
  /** Under way when the chat moved to another machine, where this is read. */
  unfinished: {
    clone: (name: string, url: string) => `A clone of ${name}: /workspace add ${url} ${name}`,
    project: (name: string) => `A new project ${name}: /workspace add ${name}`,
  },
  /** In the browser. */
  page,
};
