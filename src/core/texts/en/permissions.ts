/** Questions that need a person, and their results. */
export const approvalTexts = {
  /** By tool; `other` for the rest. */
  headline: {
    run_command: '❓ May I run this command?',
    write_source_file: '❓ May I write this file?',
    apply_patch: '❓ May I make this change?',
    move_file: '❓ May I move this file?',
    delete_file: '❓ May I delete this file?',
    git_commit: '❓ May I commit this?',
    git_push: '❓ May I push this?',
    git_create_branch: '❓ May I create this branch?',
    git_fetch: '❓ May I fetch from this remote?',
    git_integrate: '❓ May I change this branch?',
    git_stash: '❓ May I stash these changes?',
    git_create_pr: '❓ May I open this pull request?',
    switch_workspace: '❓ May I switch this chat to this project?',
    manage_process: '❓ May I do this to a running process?',
    remember: '❓ May I remember this?\nAll later tasks will read it. /remember undo takes it back.',
    create_cron: '⏰ May I schedule this?',
    delete_cron: '❓ May I delete this schedule?',
    web_fetch: '❓ May I read this page?',
    web_search: '❓ May I search the web for this?',
    request_user_approval: '❓ I need your decision',
    undo_task: '❓ Shall I undo this task?',
    undo: '❓ May I commit a revert of this?',
    money_limit: '💰 This task reached its money limit',
    other: '❓ May I do this?',
  },
  longCommand: (length: number, end: string | undefined) =>
    end === undefined
      ? `📏 ${length} characters; the end is one long word`
      : `📏 ${length} characters; it ends with ${end}`,
  /** To a person who asks what a question is about. */
  forTask: (task: string) => `This is for the task: ${task}`,
  said: (words: string) => `💬 The agent says: ${words}`,
  why: (reason: string) => `Why I ask: ${reason}`,
  risk: 'If yes:',
  writesOutsideGit: {
    yes: 'changes things git cannot restore',
    no: 'changes nothing outside git',
    unknown: 'may change things outside git',
  },
  network: { yes: 'uses the network', no: 'no network', unknown: 'may use the network' },
  undoable: {
    yes: 'can be undone',
    files: '/undo restores files, except ignored and large ones',
    no: "can't be undone",
    unknown: 'may be impossible to undo',
  },
  /** By the name under which a yes holds for the rest of the task. */
  grants: {
    'project-script': '"Yes" also covers this project\'s other scripts for this task, with the same access.',
    fetch: '"Yes" also covers later fetches from this address in this task.',
    push: '"Yes" also covers later pushes of this branch in this task.',
    'pull-request': '"Yes" covers all pull requests of this task.',
  },
  askedOwner: (command: string) => `🙋 Only an owner can allow this. I asked: ${command}`,
  ofMember: (who: string) => `(a task of +${who})`,
  ofAgent: (name: string) => `🤖 (a task of the agent ${name}, over MCP)`,
  /** Who answered at the machine itself. */
  atTerminal: 'the person at the terminal',
  /** To the other owners who were asked. */
  answeredBy: {
    yes: (who: string, question: string) => `✅ ${who} allowed ${question}`,
    no: (who: string, question: string) => `❌ ${who} denied ${question}`,
  },
  reminder: (code: string) => `⏳ I'm still waiting for your answer to ${code}.`,
  expired: (code: string) =>
    `⌛ Nobody answered ${code} for 7 days, so I took it as no.\nNothing was done. /agent-resume continues the task.`,
  undoHint: '↩️ Take it back: /undo',
};

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

/** Said of files that an owner accepts, whatever they describe. */
export const trustTexts = {
  notInGroup: "That's between you and me. Write it in our own chat.",
  specialistTakenBack: (agent: string) => `Taken back: ${agent} can only read now.`,
  title: (name: string, path: string) => `🔑 /${name} wants to do this without asking (${path}):`,
  anyCommand: 'any command',
  beginning: (line: string) => `commands that start with ${line}`,
  edits: { change: 'changes to files', write: 'new files' },
};

/** The verdict of `wasap policy check` on one command. */
export const policyTexts = {
  command: (command: string) => `Command: ${command}`,
  verdict: {
    allow: '✅ Runs without asking',
    ask: '❓ Asks you first',
    deny: '🚫 Never runs',
  },
  configured: 'Your list allows it. It names nothing outside the project.',
  why: (reason: string) => `Why: ${reason}`,
  wouldRun: (command: string) => `Would run: ${command}`,
  rule: (rule: string) => `Rule: ${rule}`,
};

/**
 * Why something is asked or denied, by the name of the rule. A rule that is missing here has a sentence of its own that
 * names the very word, file or operator, which says more.
 */
export const englishReasons: Readonly<Record<string, string>> = {
  'starts-others': 'One of its options could start another program.',
  'project-script': "It runs the project's own code.",
  'git-config': "This repository's settings can make git run other programs.",
  network: 'It wants to use the network.',
  'kept-running': 'It keeps running after the task, for up to 30 minutes.',
  'path-invalid': "It names a path that I can't check.",
  'windows-path': "It has a Windows path. I can't check those yet.",
  'password-file': "It names the system's account file.",
  'device-write': 'It would write straight to a device.',
  'fork-bomb': 'It has a function that calls itself without end.',
  'too-deep': "It's nested too deep to check.",
  'too-long': "It's too long to check.",
  expansion: 'The shell would change parts of it before it runs.',
  'hidden-characters': "It has characters you can't see.",
  'look-alike': 'It has characters that look like others.',
  uncovered: 'It has text that belongs to no command.',
  'protected-file': 'This file decides what other programs run. I always ask before I change it.',
  'edits-ask': 'You asked to see each change first.',
  'push-force': "It's a force push: commits there may be lost.",
  'push-default-branch': "It's a push to the default branch.",
  'push-own-branch': "It's a push of this task's branch.",
  'push-foreign-branch': "It's a push of a branch that isn't this task's.",
  fetch: 'It uses the network to get the changes of this remote.',
  'forward-foreign-branch': "It moves a branch that isn't this task's forward to the other one.",
  'merge-foreign-branch': "It merges the other branch into one that isn't this task's.",
  'rebase-foreign-branch': "It rewrites the commits of a branch that isn't this task's.",
  'rebase-pushed':
    'Its commits are already pushed, so after a rebase the next push needs force. If you say no, I merge instead.',
  'finish-foreign-merge': "It commits the merge or rebase of a branch that isn't this task's.",
  'abort-foreign-merge': "It drops the merge or rebase of a branch that isn't this task's.",
  'abort-edits': 'It also drops what changed in these files meanwhile.',
  'stash-foreign': "These changes aren't from this task. I bring them back before it ends.",
  'switch-workspace': 'What you start next in this chat would work there.',
  'undo-in-words': 'You said it in your own words, so I make sure it is this task.',
  'undo-revert': "These commits couldn't simply be removed.",
};

/** What confines commands, or why nothing does. */
export const sandboxTexts = {
  on: (name: string, version: string) =>
    `🛡️ Sandbox: ${name} ${version}. Commands write only in the project.
They get network only when you allow it.`,
  unknown: '🛡️ Sandbox: I test it before the first command.',
  off: (why: string, how: string) => `⚠️ No sandbox: ${why}.\n${how}`,
  why: {
    'switched-off': "it's switched off (SANDBOX=off-accepted)",
    unsupported: "I don't know one for this system",
    missing: "bubblewrap isn't installed",
    broken: "bubblewrap is installed, but doesn't run",
    container: "this container doesn't let bubblewrap work",
    'namespaces-off': 'this system has user namespaces switched off',
    apparmor: 'AppArmor blocks the user namespaces of bubblewrap',
    forbidden: "this system doesn't let bubblewrap work",
    leaky: 'it runs, but my test got out of it',
  },
  how: {
    'switched-off': 'Commands can do anything your user can.',
    unsupported: `Linux and WSL 2 use bubblewrap. On macOS, install:
npm install -g @anthropic-ai/sandbox-runtime`,
    missing: 'Get it: sudo apt install bubblewrap (or dnf, pacman, apk)',
    broken: `Install it again (or with dnf, pacman, apk):
sudo apt install --reinstall bubblewrap`,
    container: `Start the container with these options:
--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined
Or rely on the container itself: SANDBOX=off-accepted`,
    'namespaces-off': `Switch them on; Debian needs the second line, too:
sudo sysctl user.max_user_namespaces=15000
sudo sysctl kernel.unprivileged_userns_clone=1
To keep them after a restart, write them to /etc/sysctl.d.`,
    apparmor: `Use the system's own /usr/bin/bwrap, with its profile:
sudo apt install apparmor-profiles
Or allow the namespaces: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`,
    forbidden: `Use the system's own /usr/bin/bwrap.
It needs user namespaces. To see whether you may make one: unshare --user true`,
    leaky: "Please report it, with its version and your kernel's.",
  },
  required: (state: string) =>
    `SANDBOX=required, but there is none, so I didn't start.
${state}
To start without one, and be asked before project scripts: SANDBOX=auto`,
  /** On approvals of commands. */
  card: {
    'no-network': '🛡️ Sandbox: on, no network',
    network: '🛡️ Sandbox: on, with network',
    none: '⚠️ No sandbox: it can do anything your user can',
  },
  /** Beneath it: what a yes opens besides the files of the project. */
  opens: (places: string) => `✏️ May also write: ${places}`,
  shows: (places: string) => `👁️ May also read: ${places}`,
};
