/** How far a yes to a command reaches, and /policy. */
export const grantTexts = {
  choices: {
    once: '1 yes · 2 no',
    session: '3 for this task',
    parts: '3 for this task, and any line of allowed commands',
    always: '4 always here',
    prefix: (beginning: string) => `5 always here, with any arguments: ${beginning} …`,
    typed: (code: string) => `(or /approve ${code}, /reject ${code} why)`,
  },
  poll: {
    /** Where another question is open. `asked`: the first line of this one. */
    question: (asked: string, code: string) => `${asked} (${code})`,
    once: '✅ Yes, once',
    session: '🔁 Yes, for this task',
    parts: '🔁 Yes, and lines like it in this task',
    always: '📌 Yes, always here',
    prefix: '📌 Yes, always here, with any arguments',
    no: '❌ No',
  },
  onlyOnce: (why: string) => `Just this once: ${why}.`,
  notAlways: (why: string) => `I can't offer "always": ${why}.`,
  /** After a colon. */
  why: {
    compound: "it's more than one plain command",
    hidden: "it has characters you can't see",
    shell: 'a shell can run anything',
    wrapper: 'it starts another program',
    interpreter: 'it runs whatever code it gets',
    'package-runner': 'it downloads or picks the program it runs',
    alias: 'this repository decides what git runs',
    'not-found': "its program isn't installed",
    sensitive: 'it names secrets, or files that decide what else runs',
    unlisted: 'only listed tests and checks can run with any arguments',
    'no-command': 'I ask this every time',
    'no-arguments': 'only a command can be allowed with any arguments',
  },
  notOffered: (why: string) => `That answer isn't possible: ${why}.\nMy question is still open:`,
  given: {
    parts:
      "✅ Allowed for this task. Continuing.\nI won't ask about lines made of commands I may run anyway.\n/policy shows this and takes it back.",
    named: (what: string) =>
      `✅ Allowed for this task. Continuing.\nI won't ask about ${what} again until it ends.\n/policy shows this and takes it back.`,
    namedAlways: (what: string, folder: string) =>
      `✅ Always allowed here. Continuing.\nI won't ask about ${what} again.\nOnly in ${folder}, and only in this chat.\n/policy shows this and takes it back.`,
    session: (command: string) =>
      `✅ Allowed for this task. Continuing.\nI won't ask again about exactly this: ${command}\n/policy shows this and takes it back.`,
    always: (command: string, folder: string) =>
      `✅ Always allowed here. Continuing.\nI won't ask again about exactly this: ${command}\nOnly in ${folder}, and only in this chat.\n/policy shows this and takes it back.`,
    prefix: (beginning: string, folder: string) =>
      `✅ Always allowed here. Continuing.\nI won't ask about this, with any arguments my list of commands allows: ${beginning} …\nOnly in ${folder}, and only in this chat.\n/policy shows this and takes it back.`,
  },
  changed: (what: string) => `⚠️ You allowed this before. Changed since: ${what}`,
  changes: {
    executable: 'the program itself',
    folder: 'the folder it runs in',
    environment: 'the environment of commands',
    command: 'what it would do or touch',
    script: (path: string) => `the file ${path}`,
  },
  mode: {
    interactive: "📜 I ask before any command that isn't on my list.",
    strict: "📜 I refuse any command that isn't on my list.",
  },
  none: 'You allowed nothing else in this chat.',
  title: 'You allowed in this chat:',
  scope: { session: 'for its task', always: (folder: string) => `always, in ${folder}` },
  names: {
    'project-script': 'all scripts of the project',
    'allowed-parts': 'lines made of commands I may run',
    fetch: 'fetches from its remote',
    push: 'pushes of its branch',
    'pull-request': 'its pull requests',
  },
  /** Names of grants that are about something in particular. */
  about: {
    mcp: (tool: string) => `the tool ${tool}`,
    web: (host: string) => `pages of ${host}`,
  },
  age: (age: string) => `${age} ago`,
  uses: (count: number) => (count === 1 ? 'used once' : `used ${count} times`),
  howToRevoke: 'Take one back: /policy revoke <number>\nTake all back: /policy revoke all',
  revoked: (what: string) => `🚫 Taken back: ${what}\nI'll ask again from now on.`,
  revokedAll: (count: number) =>
    count === 0
      ? 'Nothing to take back in this chat.'
      : `🚫 Taken back: ${count} permissions\nI'll ask again from now on.`,
  notYours: 'Only whoever allowed this, or an owner, can take it back.',
  noSuchGrant: (typed: string) => `There's no ${typed} in this chat. /policy shows the numbers.`,
};
