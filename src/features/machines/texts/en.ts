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
};
