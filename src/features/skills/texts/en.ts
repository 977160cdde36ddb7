import type { SkillFault, SkillOrigin } from '../skill.ts';

/** What the page of skills says. */
export const page = {
  label: 'Skills',
  title: 'Skills',
  project: 'Project',
  show: 'Show',
  noProject: 'No projects here.',
  count: (skills: string) => `${skills} skills`,
  one: '1 skill',
  none: 'No skills yet. Put one here: ',
  where: '.claude/skills/<name>/SKILL.md',
  unusable: "Can't be used",
  read: 'How it starts',
  trust: {
    yours: 'yours',
    nothing: 'asks as usual',
    asks: 'wants to ask less',
    accepted: 'accepted by an owner',
  },
  wants: 'It wants to do this without asking:',
  tools: (tools: string) => `names these tools: ${tools}`,
  onlyModel: 'only tasks load it',
  onlyPeople: 'only people start it',
  steps: { review: 'See what that means', yes: 'Accept it as it is now', off: 'Ask again' },
  stepFor: (name: string) => `Trust in the skill ${name}`,
  elsewhere: 'To accept one, switch a chat of yours to this project.',
};

/** What is said about skills. */
export const english = {
  command: {
    usage: '/skills [name]',
    summary: 'instructions for certain work',
    more: '/skills pdf - what it is for, where it is, how it starts\n/pdf fill in the form - starts a task with it\nFor owners:\n/skills trust pdf - see what /pdf would no longer ask about\n/skills trust pdf yes - accept exactly that file\n/skills trust pdf off - ask again',
  },
  chat: {
    none: 'No skills yet.\nPut one in .claude/skills/<name>/SKILL.md of the project,\nor in skills/ of your configuration folder.',
    title: (project: string) => `🧩 Skills for ${project}:`,
    more: (count: string) => `and ${count} more. All of them: wasap skills list`,
    unusable: (count: string) => `Can't be used: ${count}. Why: wasap skills list`,
    howToSee: 'One in full: /skills <name>',
    noSkill: (name: string) => `There's no skill ${name} here. To see them: /skills`,
    gone: (name: string) => `I can't find or read the skill ${name}.\nTo see them: /skills`,
    changed: (name: string) => `The skill ${name} has just changed. Send /${name} again.`,
    lookedElsewhere: "This chat's project has just changed. Send that again.",
    starts: (usage: string) => `Start a task with it: ${usage}`,
    onlyModel: 'Tasks load it when it fits. It has no command.',
    onlyPeople: 'Only people start it. No task loads it by itself.',
    hasCommand: (command: string) => `${command} means something else here, so only tasks load it.`,
    begins: 'It starts like this:',
  },
  origin: {
    mine: 'yours',
    project: 'from this project',
    plugin: 'from a plugin',
  } satisfies Record<SkillOrigin, string>,
  fault: {
    closed: 'it leads elsewhere, or the system refuses it',
    'too-large': 'SKILL.md is larger than 256 KB',
    'not-text': "SKILL.md isn't UTF-8 text",
    header: "the lines between --- can't be read",
    name: 'its folder needs plain letters, digits and hyphens',
    description: "it doesn't say what it's for",
    taken: 'another skill has its name',
    'too-many': 'there are too many',
  } satisfies Record<SkillFault, string>,
  cli: {
    name: 'Skill',
    what: "What it's for (where it is)",
    skipped: "Can't be used:",
    noFolder: (folder: string) => `There is no folder ${folder}. Name an existing one.`,
  },
  trust: {
    reach:
      "Only in tasks that owners start with this skill.\nOnly inside the project. One simple command at a time, and none that I know can't be undone.\nI still ask about everything else.",
    confirm: (name: string) =>
      `Read the skill first.\nIf its SKILL.md changes, I ask again. Its other files may change.\nTo accept it as it is now: /skills trust ${name} yes`,
    already: (name: string) =>
      `You've accepted it as it is now.\nTo take that back: /skills trust ${name} off`,
    accepted: (name: string) =>
      `✅ Accepted the skill ${name} as it is now.\nTo take that back: /skills trust ${name} off`,
    changed: (name: string) => `⚠️ The skill ${name} has changed since I showed it. Now it says:`,
    takenBack: (name: string) => `Taken back: /${name} asks as usual again.`,
    notAccepted: (name: string) => `The skill ${name} wasn't accepted here.\nAccepted ones: /trust`,
    nothing: (name: string) => `The skill ${name} asks for nothing that needs your approval.`,
    yours: (name: string) => `The skill ${name} is yours, so it needs no approval.`,
    /** Reported by a task from a skill that no owner has accepted. */
    notUsed: (name: string) =>
      `🔑 /${name} still asks: its allowed-tools aren't accepted.\nAn owner can change that: /skills trust ${name}`,
  },
  /** In the browser. */
  page,
};
