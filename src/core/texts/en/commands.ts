/**
 * One entry per chat command: how it is typed, its line in /help, and what /help <command> adds. `first`: its line
 * among the first things that /help tells. Usage and summary together fit one line of a phone where they can.
 */
export const commandTexts = {
  agent: {
    usage: '/agent <task>',
    summary: 'start a task',
    first: '🚀 Start a task: /agent fix the login',
    ask: 'What should I do? For example:\n/agent the login test fails, fix it and commit',
    more: 'Example: /agent the login test fails, fix it and commit\nWrite to me while I work: I read it after my current step.\nA second task starts right away on its own branch, as #2. To reach it: #2 use yarn, or reply to one of its messages.\n/agent --model <name> <task> uses another model for it: /model lists them.',
  },
  'agent?': {
    usage: '/agent? <task>',
    summary: 'try it in a copy first',
    ask: 'What should I try? For example:\n/agent? move the login to its own module',
    more: 'You get the plan, the diff and the test result. Your project doesn\'t change until you say "apply".\nExample: /agent? move the login to its own module',
  },
  queue: {
    usage: '/queue <task>',
    summary: 'do it after this task',
    ask: 'What should I do next? For example:\n/queue update the docs',
    more: 'It starts in the project itself when the current task ends.\n/agent would start right away, on its own branch.\nExample: /queue update the docs',
  },
  'agent-resume': {
    usage: '/agent-resume [#n] [+1] [hint]',
    summary: 'continue a task',
    more: 'Alone, it continues the latest task that stopped.\n/agent-resume #2 add tests - continue task 2, even a finished one\n/agent-resume +1 - allow one more dollar\n/agent-resume skip the docs - continue with this hint\nAn id from /sessions works like a number.',
  },
  cancel: {
    usage: '/cancel [#n | all]',
    summary: 'stop a task',
    first: '🛑 Stop me: stop',
    more: 'Files stay as they are now. /agent-resume continues later.\nJust "stop" or "cancel" works too, and so do stop #2 and stop all.',
  },
  undo: {
    usage: '/undo [#n]',
    summary: 'undo all a task changed',
    first: '↩️ Undo a task: /undo',
    more: "Without a number, it's the latest task that changed something.\nIts commits are removed unless they were pushed. Your own later edits stay.\nReacting with ↩️ to a report does the same.\nThere's no redo: a second /undo only takes back what was changed since.",
  },
  rewind: {
    usage: '/rewind [#n] [round] [hint]',
    summary: 'go back to an earlier round',
    more: 'Files, conversation and plan go back to that round. The task continues with your hint.\nAlone, it lists the rounds and asks which.\n/rewind 3 use a map\n/rewind #2 "before the refactor" keep the old names\nYour own later edits stay. Pushed commits stay too, and I name them.',
  },
  fork: {
    usage: '/fork [#n] [round] <idea>',
    summary: 'try another way',
    more: 'A new task starts on its own branch, with the conversation and files of that round. The first task stays as it is.\nExample: /fork #2 3 use sqlite instead',
  },
  diff: {
    usage: '/diff [#n]',
    summary: 'see what a task changed',
    more: 'It works while the task runs and afterwards, with or without commits.\nFiles that may hold secrets are only named.',
  },
  apply: {
    usage: '/apply [#n]',
    summary: 'apply a dry run',
    more: "Its changes go into your project exactly as you saw them.\nThis works only if the project hasn't changed since the dry run started. /undo takes it back.",
  },
  merge: {
    usage: '/merge [#n]',
    summary: "merge a task's branch",
    more: 'What the task left uncommitted is committed first.\nIf there are conflicts, I name them and touch nothing. /undo takes the merge back.',
  },
  pr: {
    usage: '/pr [#n]',
    summary: 'open a pull request',
    more: "I push the task's branch, open the pull request, and follow it.\nThis needs GITHUB_TOKEN and GITHUB_REPO.",
  },
  keep: {
    usage: '/keep [#n]',
    summary: 'keep the branch for later',
    more: "The task's copy is removed, its branch stays. What it left uncommitted is committed first.\n/agent-resume continues it later.",
  },
  discard: {
    usage: '/discard [#n]',
    summary: 'drop a branch or dry run',
    more: 'Your project stays as it is.\nIf the branch has commits, I name the last one: git can find it for a while.',
  },
  workspace: {
    usage: '/workspace [switch <name> | info | add <url>]',
    summary: 'the project of this chat',
    more: "/workspace switch shop - your next tasks work there, running ones don't move\n/workspace info [name] - branch, changes, last commit\n/workspace add <git url> [name] - clone it into PROJECTS_ROOT without running anything\n/workspace add <name> - start an empty one\n/workspace cancel - stop adding it",
  },
  secretary: {
    usage: '/secretary <request>',
    summary: 'find a specialist',
    more: "Example: /secretary review the login for holes\nI'll tell you who fits and why. Nothing starts until you choose.\n/secretary mode - how it works here\n/secretary mode manual | aware | proactive - change that",
  },
  sessions: {
    usage: '/sessions',
    summary: 'the latest tasks here',
    more: 'Each line has the number (#2) or the id that /agent-resume and /cancel take.',
  },
  remember: {
    usage: '/remember [tools:] <text>',
    summary: 'keep a note',
    ask: 'What should I remember? For example:\n/remember that I prefer pytest',
    more: 'For owners. Notes about you go into USER.md, notes about the project into TOOLS.md.\nTasks read both when they start. Plain questions read USER.md only.\n/remember tools: run the tests with make check\n/remember undo - take the last line back, for 10 minutes\nOr just tell me: remember that I prefer pytest.',
  },
  context: {
    usage: '/context [#n]',
    summary: 'how full my memory is',
    more: 'It shows what fills the memory of a task, in tokens: the units the model reads and bills.',
  },
  compact: {
    usage: '/compact [#n] [what to keep]',
    summary: 'summarise older rounds',
    more: 'Kept word for word: the task, your messages, the plan, changed files, failing tests. The full record stays.\n/compact keep the database design - tell the summary what matters\nIt also works while nothing runs. A long task does it on its own.',
  },
  status: {
    usage: '/status',
    summary: "what's running, today's cost",
    first: "👀 See how it's going: status",
    more: 'It also tells you how to let me change files, if I can\'t yet.\nJust "status" works too.',
  },
  policy: {
    usage: '/policy [revoke <n | all>]',
    summary: 'what runs without asking',
    more: 'You decide when you answer a question: once, for this task, or always here.\n/policy revoke 3 - take number 3 back right away, even for a running task',
  },
  help: {
    usage: '/help [topic | command]',
    summary: 'this help',
    more: '/help tasks shows a topic, /help merge a command.\nJust "help" or "help tasks" works too. Or ask me: how do I undo?',
  },
  approve: {
    usage: '/approve <code> [session | always]',
    summary: 'allow what I ask for',
    first: '❓ Risky steps ask first: say yes or no',
    more: '/approve k7x session - for this task\n/approve k7x always - for good, where the question offers it\nThe code is below the question. With only one open, just "yes" or "1" works too.',
  },
  reject: {
    usage: '/reject <code> [why]',
    summary: 'say no, and why',
    more: 'The code is below the question. Your reason helps me find another way.',
  },
};
