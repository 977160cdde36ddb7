/** `wasap front`, `wasap cell` and `wasap cluster`. */
export const clusterTexts = {
  noUrl: `DATABASE_URL isn't set.
Several machines need a PostgreSQL: wasap config set DATABASE_URL
On one machine you don't need this: wasap start`,
  wrongUrl: `DATABASE_URL isn't the address of a PostgreSQL.
It begins with postgres:// and names user, host and database.`,
  wrongName: (name: string) =>
    `${JSON.stringify(name)} can't be a name in the cluster.
Use up to 31 lower-case letters, digits and hyphens, beginning with a letter.`,
  wrongMachineName: (name: string) =>
    `This machine's name ${JSON.stringify(name)} can't be a name in the cluster.
Give it another one: wasap cell --name shop`,
  away: (seconds: number) =>
    `PostgreSQL didn't answer within ${seconds} s.
The fronts keep messages meanwhile. Check the server, and DATABASE_URL.`,
  frontReady: (name: string) => `Front ${name}: connected to PostgreSQL.`,
  frontWaits: (name: string) => `Another machine holds ${name}. I'll take over if it goes away.`,
  frontTookOver: (name: string) => `✅ I hold ${name} now, with the link of the other machine.`,
  frontReplaced: (name: string) =>
    `Another machine has taken over ${name}, so I closed its link.
Start me again: I'll wait, and take over if it goes away.`,
  noSecret: `CLUSTER_SECRET isn't set, so I don't open the link.
This folder's link is also kept in PostgreSQL, and another machine may hold it: wasap config set CLUSTER_SECRET`,
  otherFront: (earlier: string, name: string) =>
    `This data folder belongs to the front ${earlier}, not ${name}.
Start it as wasap front --name ${earlier}, or set another DATA_DIR.`,
  otherCell: (earlier: string, name: string) =>
    `This data folder belongs to the cell ${earlier}, not ${name}.
Start it as wasap cell --name ${earlier}, or set another DATA_DIR.`,
  noLock: `A lock doesn't work with several machines yet.
Its codes would be stored on the way. To remove it: wasap lock off`,
  status: {
    nobody: `No front or cell yet.
Start one on each machine: wasap front, wasap cell`,
    columns: {
      kind: 'Kind',
      name: 'Name',
      state: 'State',
      chats: 'Chats',
      waiting: 'Waiting',
      tasks: 'Tasks',
      today: 'Today',
      version: 'Version',
      cell: 'Cell',
    },
    noChat: 'No chat has that in its name.',
    firstChats: (count: string) => `The first ${count}. To see others, write more of the name.`,
    kind: { cell: 'cell', front: 'front' },
    state: {
      running: 'running',
      draining: 'draining',
      full: "can't store",
      gone: (seconds: string) => `silent for ${seconds} s`,
    },
    oldest: (count: string, seconds: string) => `${count} (${seconds} s)`,
  },
  move: {
    what: `What should move?
One chat: wasap cluster move <conversation> --to <cell>
All of a cell: wasap cluster move --from <cell>`,
    one: (conversation: string, cell: string, carried: string) =>
      `✅ ${conversation} now lives on ${cell}; ${carried} waiting messages went along.`,
    begins: (cell: string, count: string) => `📦 Chats to move from ${cell}: ${count}`,
    toContinue: (command: string) => `To continue: ${command}`,
    tryAgain: (command: string) => `Try again: ${command}`,
    left: 'Recent tasks continue with /agent-resume. Uncommitted changes stay on the old machine.',
    handover: {
      done: (conversation: string) => `⏸ ${conversation}: its tasks are paused and copied.`,
      full: (conversation: string) =>
        `⚠️ ${conversation}: its cell can't store anything.
Its tasks aren't paused, and its last copy moves.`,
      silent: (conversation: string, seconds: string) =>
        `⚠️ ${conversation}: no answer in ${seconds} s. I'm moving its last copy.`,
      dead: (conversation: string) => `⚠️ ${conversation}: its cell is gone. It moves as it was last copied.`,
    },
    trouble: {
      'no-conversation': `There's no such chat, so nothing moved.
It's written as the front's name, a colon, and the chat: support:34600111222@s.whatsapp.net`,
      'there-already': 'The chat is on that cell already, so nothing moved.',
      'moved-already': 'The chat has moved to another cell meanwhile.',
      'not-running': `That cell isn't running, so nothing moved there.
Start it first: wasap cell --name <name>`,
      'no-other-cell': `No other cell takes chats, so the rest stayed.
Start one, or end its draining: wasap cluster drain <cell> --end`,
    },
  },
  drain: {
    unknown: (cell: string) => `There's no cell ${cell}.\nTo see them: wasap cluster status`,
    begun: (cell: string, count: string) =>
      `✅ ${cell} gets no new chats; ${count} are on it.
To move them as their tasks end: wasap cluster drain ${cell} --move`,
    endOrMove: `Use either --end or --move.
--end gives the cell new chats, --move takes its chats away.`,
    onlyWithMove: '--within goes with --move: use both.',
    wrongSpan: (text: string) => `${JSON.stringify(text)} isn't a length of time.
Write a number and s, m or h: --within 10m`,
    beginsToMove: (cell: string, count: string) => `✅ ${cell} gets no new chats. Chats to move: ${count}`,
    waits: (count: string, minutes: string) =>
      `⏳ Chats with open tasks: ${count}. I park them after ${minutes} min.`,
    moved: (count: string, conversation: string, to: string) => `📦 ${count} ${conversation} → ${to}`,
    pace: (moved: string, all: string, left: string) =>
      `⏱️ Chats moved: ${moved} of ${all}. About ${left} left.`,
    stays: (conversation: string, why: string) => `⚠️ ${conversation} stays: ${why}`,
    unknownWhy: 'it could not be moved.',
    stopping: 'I finish the chats that are moving, then I stop.',
    empty: (cell: string, count: string) => `✅ ${cell} has no chats any more. Chats moved: ${count}`,
    thenUpgrade: (cell: string) => `Now stop it, upgrade it and start it. Then:
wasap cluster drain ${cell} --end`,
    notEmpty: (cell: string, moved: string, left: string) =>
      `⚠️ Chats moved: ${moved}. Still on ${cell}: ${left}`,
    stopped: (cell: string) => `It gets no new chats.
To continue: wasap cluster drain ${cell} --move
To give it chats again: wasap cluster drain ${cell} --end`,
    tryAgain: (cell: string) => `Try again: wasap cluster drain ${cell} --move`,
    ended: (cell: string) => `✅ ${cell} gets new chats again.`,
  },
  doctor: {
    database: (ms: string) => `PostgreSQL answers in ${ms} ms.`,
    clock: (seconds: string) =>
      `The clocks of PostgreSQL and this machine differ by ${seconds} s.
Set them with NTP.`,
    clockRight: 'The clocks of PostgreSQL and this machine agree.',
    noCell: `No cell is running: messages wait.
Start one: wasap cell --name <name>`,
    cells: (count: string) => `Running cells: ${count}.`,
    noFront: `No front is running: nobody can write.
Start one: wasap front`,
    fronts: (count: string) => `Running fronts: ${count}.`,
    silent: (kind: string, name: string, seconds: string, chats: string) =>
      `${kind} ${name} has been silent for ${seconds} s; it has ${chats} chats.`,
    versions: (list: string) => `Different versions run: ${list}.
Update one machine after the other.`,
    full: (name: string) =>
      `cell ${name} can't store anything, so its chats wait.
Make room on its disk, and they continue by themselves.`,
    stuck: (queue: string, count: string, seconds: string) =>
      `${queue}: ${count} wait, the oldest for ${seconds} s.`,
    flowing: 'No queue is waiting.',
  },
};
