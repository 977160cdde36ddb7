/** How far a yes to a command reaches, and /policy. */
export const grantTexts = {
  choices: {
    once: '1 yes · 2 no',
    session: '3 for this task',
    parts: '3 for this task, every line whose parts may each run unasked',
    always: '4 always here',
    prefix: (beginning: string) => `5 always here, whatever follows: ${beginning} …`,
    typed: (code: string) => `(or /approve ${code}, /reject ${code} why)`,
  },
  poll: {
    question: (code: string) => `Answer to ${code}`,
    once: '✅ Yes, once',
    session: '🔁 Yes, for this task',
    parts: '🔁 Yes, in this task every line like it',
    always: '📌 Yes, always here',
    prefix: '📌 Yes, always here, whatever follows',
    no: '❌ No',
  },
  onlyOnce: (why: string) => `Only for this once: ${why}.`,
  notAlways: (why: string) => `Not for always: ${why}.`,
  /** After a colon. */
  why: {
    compound: 'it is more than one plain command',
    hidden: 'it holds characters that cannot be seen',
    shell: 'a shell can run anything',
    wrapper: 'it starts another program',
    interpreter: 'it runs whatever code it is given',
    'package-runner': 'it fetches or chooses the program that it runs',
    alias: 'the repository decides what git runs here',
    'not-found': 'the program was not found',
    sensitive: 'it names secrets, or files that decide what else runs',
    unlisted: 'only the tests and checks on the list of commands can be allowed by their beginning',
    'no-command': 'this question is about this one time',
  },
  notOffered: (why: string) => `That answer is not possible here: ${why}. My question is still open:`,
  given: {
    parts: (code: string) =>
      `✅ Yes to ${code}. In this task I run lines of several commands without asking where each command may run unasked.\n/policy shows and revokes it. Going on.`,
    session: (code: string, command: string) =>
      `✅ Yes to ${code}. In this task I run exactly this without asking again: ${command}\n/policy shows and revokes it. Going on.`,
    always: (code: string, command: string, folder: string) =>
      `✅ Yes to ${code}. From now on I run exactly this without asking: ${command}\nOnly in ${folder}, and only for this chat. /policy shows and revokes it. Going on.`,
    prefix: (code: string, beginning: string, folder: string) =>
      `✅ Yes to ${code}. From now on I run this without asking, whatever follows that the list of commands allows: ${beginning} …\nOnly in ${folder}, and only for this chat. /policy shows and revokes it. Going on.`,
  },
  changed: (what: string) => `⚠️ You said yes to this before. Changed since then: ${what}`,
  changes: {
    executable: 'the program itself',
    folder: 'the folder it runs in',
    environment: 'the environment that commands get',
    command: 'what it would do or touch',
    script: (path: string) => `the file ${path}`,
  },
  mode: {
    interactive: '📜 A command that is not on my list is asked first.',
    strict: '📜 A command that is not on my list is refused.',
  },
  none: 'Nothing is allowed beyond that in this chat.',
  title: 'You allowed in this chat:',
  scope: { session: 'for its task', always: (folder: string) => `always, in ${folder}` },
  names: {
    'project-script': 'all scripts of the project',
    'allowed-parts': 'lines whose parts may each run unasked',
    fetch: 'fetches from its remote',
    push: 'pushes of its branch',
    'pull-request': 'its pull requests',
  },
  age: (age: string) => `${age} ago`,
  uses: (count: number) => (count === 1 ? 'used once' : `used ${count} times`),
  howToRevoke: '/policy revoke <number> takes one back, /policy revoke all takes back all.',
  revoked: (what: string) => `🚫 Taken back: ${what}. I ask again from now on.`,
  revokedAll: (count: number) =>
    count === 0
      ? 'There was nothing to take back in this chat.'
      : `🚫 Taken back: ${count}. I ask again from now on.`,
  notYours: 'Only whoever allowed it, or an owner, can take it back.',
  noSuchGrant: (typed: string) => `There is no ${typed} in this chat. /policy shows the numbers.`,
};
