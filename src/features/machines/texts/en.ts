/** `/machines` and its page: the other machines of a cluster. */
export const machinesTexts = {
  command: {
    usage: '/machines [drain | undrain | move]',
    summary: 'all machines, and what they do',
    more: `/machines drain big-one - no new chats there; undrain takes that back
/machines move support:34600111222@s.whatsapp.net big-one - that chat moves there
Only for owners, where several machines work together.`,
  },
  drained: (cell: string, chats: string) =>
    `✅ ${cell} gets no new chats. Chats on it: ${chats}.
To give it new ones again: /machines undrain ${cell}`,
  undrained: (cell: string) => `✅ ${cell} gets new chats again.`,
  moved: (chat: string, cell: string, messages: string) =>
    `✅ The chat now lives on ${cell}.
${chat}. Waiting messages that went along: ${messages}.`,
  handover: {
    done: 'Its tasks are paused and copied. Continue: /agent-resume',
    full: "Its old cell can't store anything, so its last copy moved.",
    silent: "Its old cell didn't answer in 20 s, so its last copy moved.",
    dead: 'Its old cell is gone, so its last copy moved.',
  },
  away: `PostgreSQL doesn't answer, so nothing changed.
Messages wait meanwhile. Try again when it's back.`,
  noCell: (cell: string) => `There's no cell ${cell}, so nothing changed.\nThese are there: /machines`,
  thisChat: (chat: string, cell: string) =>
    `I can't move the chat you're writing in.
Ask in another one, or in a terminal: wasap cluster move ${chat} --to ${cell}`,
  noChat: (chat: string) => `There's no chat ${chat}, so nothing moved.`,
  thereAlready: (cell: string) => `The chat already lives on ${cell}, so nothing moved.`,
  notRunning: (cell: string) =>
    `${cell} isn't running, so nothing moved.\nStart it first: wasap cell --name ${cell}`,
  page: {
    label: 'Machines',
    title: 'Machines',
    away: "PostgreSQL doesn't answer. This is what I knew last:",
    awayIs: 'Fronts keep the messages that come. Nothing can move now.',
    unseen: "PostgreSQL doesn't answer, and I've seen no machine yet.",
    cells: 'Cells',
    fronts: 'Fronts',
    noFront: 'No front yet. Start one: wasap front',
    thisOne: 'this one',
    state: { running: 'running', draining: 'draining', full: 'full disk', gone: 'gone' },
    heard: 'Last heard',
    version: (version: string) => `Version ${version}`,
    tasks: 'tasks running',
    tasksWaiting: 'tasks waiting',
    messages: 'messages waiting',
    waiting: (count: string) => `Messages waiting: ${count}`,
    oldest: 'oldest message',
    today: 'today (UTC)',
    chats: 'chats',
    projects: (names: string) => `Projects: ${names}`,
    noProjects: 'none',
    unknown: 'not known',
    intact: (entry: string) => `Record of commands: intact up to ${entry}, checked`,
    broken: 'Record of commands: broken, checked',
    unchecked: 'Record of commands: not checked yet',
    drain: 'No new chats',
    undrain: 'New chats again',
    manage: (cell: string) => `What to do with ${cell}`,
    chatsOn: (cell: string) => `Chats on ${cell}`,
    group: (chat: string) => `Group ${chat}`,
    via: (front: string) => `via ${front}`,
    move: 'Move',
    moveWhom: (name: string) => `Move the chat with ${name}`,
    moreChats: (count: string) => `More chats: ${count}. Search for one above.`,
    together: 'All cells together',
    findTitle: 'Find a chat',
    find: 'Number, group or front',
    findNow: 'Search',
    notFound: 'No chat has that in its name.',
    manyFound: 'These are the first 50. Search for more of the name.',
    on: (cell: string) => `on ${cell}`,
    moveTitle: 'Move a chat',
    moveFrom: (name: string, cell: string) => `The chat with ${name} lives on ${cell}.`,
    moveIs: `Its tasks are paused there and copied, for up to 20 s.
Then they wait on the new cell for /agent-resume.
Changes without a commit and a push stay on the old machine.`,
    to: 'To this cell',
    moveNow: 'Move this chat',
    keep: 'Leave it there',
    nowhere: 'No other cell is running that takes chats.',
    chatGone: "That chat isn't there any more.",
  },
  arrived: {
    title: '📦 This chat moved to another machine.',
    goesOn: 'These tasks can continue here:',
    nothingOpen: 'No open tasks came with it.',
    more: (count: number) => (count === 1 ? '… and 1 older task' : `… and ${count} older tasks`),
    addProject: (name: string, url: string) =>
      `The project ${name} isn't here yet. First: /workspace add ${url} ${name}`,
    cloneProject: (name: string, url: string) =>
      `The project ${name} isn't on this machine, so its tasks stay on the other. Its files: git clone ${url} ${name}`,
    noProject: (name: string) => `The project ${name} isn't on this machine, so its tasks stay on the other.`,
    worksIn: (name: string) => `📁 It works in ${name} here.`,
    worksElsewhere: (name: string, here: string) =>
      `📁 The project ${name} isn't here, so it works in ${here} now. All projects: /workspace`,
    settings: `⚠️ I couldn't read all its settings: this machine has an earlier version. Look at: /status`,
    asksAgain: (count: string) =>
      `🔐 What you always allowed there, I ask about again here. Permissions left there: ${count}`,
    missing: `Not here: changes that weren't committed and pushed, undo, open questions, and commands in the background. If the other machine is lost, so are they.`,
    unsaved: (number: number, files: string) => `#${number} changed without a commit: ${files}`,
    stays: (number: number) => `#${number} stays there: its record is too large or damaged.`,
    failed: `⚠️ I couldn't bring its tasks and schedules along: they stay on the other machine.
Send again what you still need.`,
    waits: `⏳ This chat waits: its machine can't store anything.
Your messages are kept. I continue when there's room on its disk.`,
    notBegun: (number: number, task: string) => `#${number} hadn't started: ${task}
If it doesn't start here by itself, send it again.`,
    ended: (number: number, task: string) => `#${number} had ended: ${task}`,
    saidAtEnd: "In case its report didn't arrive, these were its last words:",
    unfinished: `🚧 Under way there when the chat moved:
Ask again for what doesn't start here by itself.`,
  },
};
