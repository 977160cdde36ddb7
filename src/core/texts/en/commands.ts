/** One entry per chat command: the line in /help, how it is typed, and what /help <command> adds. */
export const commandTexts = {
  agent: {
    usage: '/agent <task>',
    summary: 'give me a task; alone: how it is going',
    ask: 'What should I do? For example: /agent the login test fails, fix it and commit',
    more: 'Example: /agent the login test fails, fix it and commit\nWrite to me while I work and I take it into account.\nA second task begins at once, on a branch of its own, as #2. Say which one you mean: #2 use yarn, or reply to a message about it.',
  },
  'agent?': {
    usage: '/agent? <task>',
    summary: 'try a task in a copy first: plan, diff, test result',
    ask: 'What should I try? For example: /agent? move the login to its own module',
    more: 'Your project stays as it is until you say "apply". Example: /agent? move the login to its own module',
  },
  queue: {
    usage: '/queue <task>',
    summary: 'give me a task for after the one that runs',
    ask: 'What should I do next? For example: /queue update the docs',
    more: 'It works in the project itself, so it waits until that is free. /agent would begin at once, on a branch of its own.',
  },
  'agent-resume': {
    usage: '/agent-resume [#n | id] [+dollars] [what else]',
    summary: 'go on with a task that stopped',
    more: 'Alone it is the latest one that stopped; one that is done goes on when you name it: /agent-resume #2 add tests\n/agent-resume +1 allows one more dollar.\n/agent-resume skip the docs goes on with this hint.',
  },
  cancel: {
    usage: '/cancel [#n | id | all]',
    summary: 'stop what I am doing; "stop" alone does it too',
    more: 'Files stay as they are at that moment. /agent-resume goes on from there.\nThe bare words stop and cancel do the same; stop #2 and stop all too.',
  },
  undo: {
    usage: '/undo [#n | id]',
    summary: 'take back everything that a task did to the files',
    more: 'Without a number or an id it is the latest task that changed something. Commits that were not pushed go, your own later edits stay.\nReacting with ↩️ to the report of a task does the same. Once undone, it stays undone: /undo again only takes back what came after.',
  },
  rewind: {
    usage: '/rewind [#n] [round] [what instead]',
    summary: 'take a task back to an earlier round',
    more: 'Files, conversation and plan are then as they were, and the task goes on with your words. Alone, it lists the rounds and asks which.\n/rewind 3 use a map · /rewind #2 "before the refactor" keep the old names\nYour own later edits stay. Pushed commits stay and are named.',
  },
  fork: {
    usage: '/fork [#n] [round] <what to try>',
    summary: 'try another way beside a task',
    more: 'A new task on a branch of its own, with the conversation and files as of that round; the other one goes on as it is.\n/fork #2 3 use sqlite instead',
  },
  diff: {
    usage: '/diff [#n | id]',
    summary: 'what a task changed so far',
    more: 'While it works and afterwards, committed or not. Files that may hold secrets are only named.',
  },
  apply: {
    usage: '/apply [#n]',
    summary: 'bring a dry run into the project, exactly',
    more: 'Only while the project is as it was when the dry run began. /undo takes it back.',
  },
  merge: {
    usage: '/merge [#n]',
    summary: 'merge the branch of a finished task',
    more: 'What the task left uncommitted is committed first. Conflicts are named and nothing is touched. /undo takes it back.',
  },
  pr: {
    usage: '/pr [#n]',
    summary: 'push the branch of a finished task and open a pull request',
    more: 'It needs GITHUB_TOKEN and GITHUB_REPO. Afterwards I follow the pull request.',
  },
  keep: {
    usage: '/keep [#n]',
    summary: 'keep the branch of a finished task, without its copy',
    more: 'What the task left uncommitted is committed first. /agent-resume goes on with it later.',
  },
  discard: {
    usage: '/discard [#n]',
    summary: 'throw away a dry run, or a branch with all it did',
    more: 'Your project stays as it is. Of a branch with commits I name the last one, by which git finds it for a while.',
  },
  workspace: {
    usage: '/workspace [switch <name> | info | add <url>]',
    summary: 'which project this chat works in',
    more: '/workspace switch shop: what you begin next works there. What runs keeps to its project.\n/workspace info [name]: branch, changes, last commit.\n/workspace add <git url> [name] clones one into PROJECTS_ROOT and runs nothing of it; /workspace add <name> begins an empty one; /workspace cancel gives it up.',
  },
  secretary: {
    usage: '/secretary <request>',
    summary: 'find the specialist for a request; also help, mode, cancel',
    more: 'Example: /secretary review the login for holes\nYou are told who fits and why, and choose; nothing begins before.\n/secretary mode shows how it works here; /secretary mode manual, aware or proactive changes that.',
  },
  sessions: {
    usage: '/sessions',
    summary: 'the latest tasks of this chat',
    more: 'Each line has the number (#2) or the id that /agent-resume and /cancel take.',
  },
  remember: {
    usage: '/remember [tools:] <text>',
    summary: 'keep one line about you, or about the project',
    ask: 'What should I remember? For example: /remember that I prefer pytest',
    more: 'For owners. It goes into USER.md (about you), which tasks and talks read when they begin, or into TOOLS.md (project, commands), which tasks read.\n/remember tools: run the tests with make check\n/remember undo takes the last line back, for 10 minutes. Or just tell me: remember that I prefer pytest.',
  },
  context: {
    usage: '/context [#n]',
    summary: 'how full my memory of the task is, and with what',
    more: 'It counts in tokens, the units that the model reads and bills.',
  },
  compact: {
    usage: '/compact [#n] [what to keep]',
    summary: 'replace the older rounds with a summary',
    more: 'Task, your messages, plan, changed files and failing tests are kept word for word, and nothing is lost from the record.\n/compact keep the database design tells the summary what matters.\nIt also works while nothing runs; a long context is compacted by itself.',
  },
  status: {
    usage: '/status',
    summary: 'what is set up, what runs, what it cost today',
    more: 'It also says how to let me change files, if I may not. "status" alone does the same.',
  },
  policy: {
    usage: '/policy [revoke <n | all>]',
    summary: 'what runs without a question, and taking it back',
    more: 'You allow more by how you answer a question: for this task, or always here.\n/policy revoke 3 takes back number 3; it counts at once, also for a running task.',
  },
  help: {
    usage: '/help [command]',
    summary: 'this list, or more about one command',
    more: 'Example: /help agent-resume. "help" alone shows it too.',
  },
  approve: {
    usage: '/approve <code> [session | always]',
    summary: 'say yes to one question',
    more: '/approve k7x session holds for the task, /approve k7x always for good, where the question offers it.\nThe code stands under the question. A plain "yes" or "1" does it too when there is only one.',
  },
  reject: {
    usage: '/reject <code> [why]',
    summary: 'say no to one question',
    more: 'The code stands under the question. The reason helps me to find another way.',
  },
};
