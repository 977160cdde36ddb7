/** The findings of `wasap doctor` and `/doctor`: what is, and, where something is wrong, what to do. */
export const doctorTexts = {
  command: {
    usage: '/doctor',
    summary: 'check that everything works',
    more: 'For owners. I check WhatsApp, model, project, sandbox, disk and database, and say what to fix. It takes a few seconds.',
  },
  ownChat: '🩺 wasap doctor: a test of the connection. It goes away by itself; nothing to do.',
  title: '🩺 How I am:',
  toDirectChat: '🩺 I have answered in our direct chat: it names numbers and folders.',
  notInGroup:
    '🩺 What I would answer names numbers and folders, so not in a group. Write /doctor to me alone.',
  allGood: 'All is well.',
  someWarn: (count: number) =>
    count === 1 ? 'It works; one thing could be better.' : `It works; ${count} things could be better.`,
  someBad: (bad: number) => (bad === 1 ? 'One thing needs mending.' : `${bad} things need mending.`),
  program: (version: string, node: string) => `wasap-agent ${version} on Node ${node}.`,
  settings: (why: string) => `The settings cannot be used: ${why}`,
  settingsTodo: 'Correct them in .env of CONFIG_DIR, or run wasap setup.',
  link: {
    unused: 'WhatsApp is not used: CHANNELS names only the console.',
    none: 'No phone is linked to me.',
    pair: 'Run wasap pair, or wasap setup.',
    open: (number: string, since: string) => `WhatsApp is connected as +${number}, since ${since}.`,
    asleep: (number: string) => `A phone is linked (+${number}). No program uses it now.`,
    start: 'To connect: wasap start.',
    busy: (state: string, since: string) => `WhatsApp is not ready: ${state}, since ${since}.`,
    again: 'It goes on by itself; if it stays so, look at the network.',
    states: {
      stopped: 'stopped',
      locking: 'waiting for another program to end',
      connecting: 'connecting',
      pairing: 'waiting for a phone to be linked',
      syncing: 'fetching what came meanwhile',
      open: 'connected',
      degraded: 'connected, but messages are held back',
      backoff: 'no connection',
      outdated: 'refused as too old',
      terminal: 'given up',
    },
    unreadable: 'The stored link cannot be read.',
    restore: 'Put back the database from before, or link anew: wasap pair --new.',
  },
  lease: {
    held: (pid: number) => `Process ${pid} uses the link, as it should be.`,
    silent: (pid: number) => `Process ${pid} uses the link and does not answer me.`,
    restart: 'If it is a wasap of another version or hangs, restart it.',
    dead: (pid: number) => `The link is still noted for process ${pid}, which is gone.`,
    frees: 'The next program takes it over by itself.',
  },
  probe: {
    returned: (ack: string, receipt: string) =>
      `A message to my own chat: taken after ${ack}, on the phone after ${receipt}.`,
    noReceipt: (ack: string) => `A message to my own chat: taken after ${ack}, not confirmed by the phone.`,
    phone: 'Is the phone on, with a network?',
    failed: (why: string) => `A message to my own chat failed: ${why}`,
    retry: 'Try again in a minute; if it stays so, restart the program.',
  },
  people: {
    allowed: (owners: number, others: number, groups: number) =>
      `May talk to me: ${counted(owners, 'owner')}, ${counted(others, 'other')}, ${counted(groups, 'group')}.`,
    noOwner: 'Nobody who may talk to me is an owner: nobody can answer what reaches beyond a project.',
    nobody: 'Nobody may talk to me on WhatsApp.',
    allow: 'Set ALLOWED_PHONE_NUMBERS to your number, or run wasap people invite.',
  },
  contacts: {
    known: (phone: string) => `+${phone}: number and hidden id (LID) are known as one person.`,
    unknown: (phone: string) =>
      `+${phone}: the hidden id (LID) is not known yet; the first message tells it.`,
    pending: (sender: string, when: string) =>
      `${sender} wrote on ${when} and was refused: WhatsApp did not say whose number that is.`,
    writeAgain: 'If that is you, save this number as a contact on your phone and write again.',
  },
  groups: {
    none: 'I am in no group.',
    listed: (name: string, id: string) => `Group “${name}”: ${id}, in access.yaml.`,
    unlisted: (name: string, id: string) => `Group “${name}”: ${id}, not in access.yaml.`,
    notIn: (id: string) => `access.yaml names the group ${id}, and I am not in it.`,
    add: 'Add me there, or take it out of access.yaml.',
  },
  clock: {
    plain: (zone: string, time: string) => `Clock: ${time}, ${zone}.`,
    exact: (zone: string, time: string, seconds: string) =>
      `Clock: ${time}, ${zone}; ${seconds} s from WhatsApp’s.`,
    set: 'Set the clock: sudo timedatectl set-ntp true.',
  },
  disk: {
    free: (size: string) => `${size} free in DATA_DIR.`,
    problem: (why: string) => `DATA_DIR cannot be looked at: ${why}`,
    clear: 'Make room: without it I take no messages.',
    rights: 'Give me the right to read and write it, or set DATA_DIR.',
  },
  database: {
    none: 'No database yet; the first start makes it.',
    sound: (size: string, wal: string) => `The database is sound: ${size}, and ${wal} not yet moved into it.`,
    unfinished: (looked: number, tables: number, size: string) =>
      `The database is large (${size}): ${looked} of ${tables} tables were looked at, all sound.`,
    damaged: (why: string) => `The database is damaged: ${why}`,
    restore: 'End the program, keep a copy of wasap.db, and put back one from before.',
  },
  model: {
    skipped: 'The model was not asked (--offline).',
    answers: (id: string, time: string) => `The model answers: ${id}, ${time}.`,
    key: (detail: string) => `The model’s key is refused: ${detail}`,
    setKey: 'Set ANTHROPIC_API_KEY (console.anthropic.com), or run wasap setup.',
    request: (id: string, detail: string) => `The API does not take ${id}: ${detail}`,
    setModel: 'Look at AGENT_MODEL.',
    busy: (detail: string) => `The API is busy: ${detail}`,
    unreachable: (detail: string) => `The API cannot be reached: ${detail}`,
    network: 'Look at the network, and at ANTHROPIC_BASE_URL.',
    wait: 'I try again by myself while I work.',
  },
  git: {
    repository: (path: string, who: string) => `Project ${path}, commits as ${who}.`,
    ownName: (path: string) => `Project ${path}: commits are made as wasap-agent.`,
    setName: 'To make them yours: git config user.name and user.email.',
    none: (path: string) => `${path} is no git repository.`,
    init: 'Set PROJECT_ROOT to your project, or run git init there.',
    fails: (why: string) => `Git cannot be used: ${why}`,
    failsTodo: 'Correct that, then ask again.',
    noRemote: 'The project has no remote “origin”: nothing can be pushed.',
    remote: (url: string) => `Remote: ${url}.`,
    reached: (url: string) => `Remote: ${url}, reachable.`,
    unreached: (url: string, why: string) => `Remote ${url} cannot be reached: ${why}`,
    access: 'Try git fetch in the project; for GitHub over https set GITHUB_TOKEN.',
  },
  projects: {
    found: (folder: string, count: string) => `Projects to choose from in ${folder}: ${count}.`,
    empty: (folder: string) => `There is no project in ${folder} (PROJECTS_ROOT).`,
    addOne: 'Put one there, or write /workspace add <git url>.',
    closed: (folder: string) => `I cannot write in ${folder} (PROJECTS_ROOT): /workspace add will fail.`,
    open: 'Look at its owner and permissions.',
  },
  sandbox: {
    on: (name: string, version: string) => `Commands run in a sandbox: ${name} ${version}.`,
    off: (why: string) => `Commands run without a sandbox: ${why}.`,
  },
  ripgrep: {
    there: 'ripgrep is here: searches are fast.',
    missing: 'ripgrep is missing: searches are slower.',
    install: 'To get it: sudo apt install ripgrep.',
  },
};

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
