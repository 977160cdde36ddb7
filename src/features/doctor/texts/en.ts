/** The findings of `wasap doctor` and `/doctor`: what is, and, where something is wrong, what to do. */
export const doctorTexts = {
  command: {
    usage: '/doctor',
    summary: 'check that everything works',
    more: 'For owners. I check WhatsApp, model, project, sandbox, disk and database, and say what to fix. It takes a few seconds.',
  },
  ownChat: `🩺 wasap doctor is testing the connection.
This message deletes itself; there is nothing to do.`,
  toDirectChat: `🩺 I answered in our private chat.
The answer names numbers and folders, so not in a group.`,
  notInGroup: `🩺 Ask me in a private chat: /doctor
The answer names numbers and folders, so not in a group.`,
  allGood: 'Everything works.',
  someWarn: (count: number) =>
    count === 1 ? 'Everything works; 1 thing to improve.' : `Everything works; ${count} things to improve.`,
  someBad: (bad: number) => (bad === 1 ? '1 problem to fix.' : `${bad} problems to fix.`),
  program: (version: string, node: string) => `wasap-agent ${version} on Node ${node}.`,
  settings: (why: string) => `I can't use the settings. ${why}`,
  settingsTodo: 'Fix each where it is set; for .env also: wasap setup',
  cell: {
    held: (name: string) => `This is the cell ${name}; it holds its name.`,
    notHeld: (name: string) => `The cell ${name} doesn't hold its name now.`,
    notHeldTodo: 'Start it: wasap cell. If it runs, it tries again by itself.',
    answers: 'PostgreSQL answers.',
    away: (duration: string) => `PostgreSQL hasn't answered for ${duration}.`,
    awayTodo: 'Messages wait. Check the server, and DATABASE_URL.',
    noUrl: (name: string) => `The cell ${name} has no PostgreSQL.`,
    setUrl: 'Set it: wasap config set DATABASE_URL',
    lastSeen: (span: string) => `I last saw the other machines ${span} ago.`,
    makeRoom: 'Make room on its disk: what waits continues by itself.',
    startFront: (name: string) => `Start it: wasap front --name ${name}`,
    startOrMove: (name: string) => `Start it, or move its chats: wasap cluster move --from ${name}`,
  },
  link: {
    unused: 'WhatsApp is off: CHANNELS names only the console.',
    none: 'No phone is linked.',
    pair: 'Link one: wasap pair',
    open: (number: string, since: string) => `WhatsApp connected as +${number} since ${since}.`,
    asleep: (number: string) => `A phone is linked (+${number}). No program uses it now.`,
    start: 'To connect: wasap start',
    busy: (state: string, since: string) => `WhatsApp isn't ready: ${state}, since ${since}.`,
    again: 'I keep trying. If it lasts, check the network.',
    states: {
      stopped: 'stopped',
      locking: 'waiting for another program to end',
      connecting: 'connecting',
      pairing: 'waiting for a phone to be linked',
      syncing: 'fetching missed messages',
      open: 'connected',
      degraded: 'connected, but messages are held back',
      backoff: 'no connection',
      outdated: 'this client is too old',
      terminal: 'stopped trying',
    },
    unreadable: "I can't read the stored link.",
    restore: 'Restore a backup, or link again: wasap pair --new',
  },
  lease: {
    held: (pid: number) => `Process ${pid} uses the link, as it should.`,
    silent: (pid: number) => `Process ${pid} uses the link and doesn't answer me.`,
    restart: 'If it hangs or is another version of wasap, restart it.',
    dead: (pid: number) => `Process ${pid} used the link and is gone.`,
    frees: 'To take the link over: wasap start',
  },
  probe: {
    returned: (ack: string, receipt: string) =>
      `Test message: accepted in ${ack}, on the phone in ${receipt}.`,
    noReceipt: (ack: string) => `Test message: accepted in ${ack}, not seen on the phone.`,
    phone: 'Is the phone on, and online?',
    failed: (why: string) => `The test message failed: ${why}`,
    retry: 'Try again in a minute. If it lasts, restart the program.',
  },
  people: {
    allowed: (owners: number, others: number, groups: number) =>
      `Can write to me: ${pluralize(owners, 'owner')}, ${pluralize(others, 'other')}, ${pluralize(groups, 'group')}.`,
    noOwner: 'No owner is listed: nobody can allow what leaves a project.',
    nobody: 'Nobody can write to me on WhatsApp.',
    allow: 'Set ALLOWED_PHONE_NUMBERS to yours, or: wasap people invite',
  },
  contacts: {
    known: (phone: string) => `+${phone}: I know the WhatsApp id (LID) of this number.`,
    unknown: (phone: string) => `+${phone}: its WhatsApp id (LID) comes with a message.`,
    pending: (sender: string, when: string) =>
      `I refused ${sender} on ${when}: WhatsApp hid the phone number.`,
    writeAgain: "If that's you, save my number as a contact and write again.",
  },
  groups: {
    none: "I'm not in any group.",
    listed: (name: string, id: string) => `Group “${name}”: ${id}, in access.yaml.`,
    unlisted: (name: string, id: string) => `Group “${name}”: ${id}, not in access.yaml.`,
    notIn: (id: string) => `access.yaml names the group ${id}, but I'm not in it.`,
    add: 'Add me there, or remove it from access.yaml.',
  },
  clock: {
    plain: (zone: string, time: string) => `Clock: ${time}, ${zone}.`,
    exact: (zone: string, time: string, seconds: string) =>
      `Clock: ${time}, ${zone}; ${seconds} s off WhatsApp’s.`,
    set: 'Set the clock: sudo timedatectl set-ntp true',
  },
  disk: {
    free: (size: string) => `${size} free in DATA_DIR.`,
    problem: (why: string) => `I can't use DATA_DIR: ${why}`,
    clear: "Free some space: until then I can't take messages.",
    rights: 'Let me read and write it, or set another DATA_DIR.',
  },
  database: {
    none: 'No database yet; the first start creates it.',
    sound: (size: string) => `Database OK (${size}).`,
    unfinished: (looked: number, tables: number, size: string) =>
      `Large database (${size}): ${looked} of ${tables} tables checked, all OK.`,
    damaged: (why: string) => `The database is damaged: ${why}`,
    restore: 'Stop me, keep a copy of wasap.db, and restore a backup.',
  },
  model: {
    skipped: "I didn't test the model (--offline).",
    answers: (id: string, time: string) => `The model answers: ${id}, ${time}.`,
    noKey: 'No key yet: ANTHROPIC_API_KEY is not set.',
    key: (detail: string) => `The API refused the key: ${detail}`,
    setKey: 'Get one at console.anthropic.com, then run: wasap setup',
    request: (id: string, detail: string) => `The API doesn't take ${id}: ${detail}`,
    setModel: 'Check AGENT_MODEL.',
    busy: (detail: string) => `The API is busy: ${detail}`,
    unreachable: (detail: string) => `I can't reach the API: ${detail}`,
    network: 'Check the network, and ANTHROPIC_BASE_URL.',
    wait: 'Wait a moment. During tasks I try again by myself.',
  },
  git: {
    repository: (path: string, who: string) => `Project ${path}, commits as ${who}.`,
    ownName: (path: string) => `Project ${path}: commits are made as wasap-agent.`,
    setName: 'To make them yours: git config user.name and user.email',
    none: (path: string) => `${path} is not a git repository.`,
    init: 'Set PROJECT_ROOT to your project, or run there: git init',
    fails: (why: string) => `Git doesn't work here: ${why}`,
    failsTodo: 'Fix that, then check again.',
    noRemote: "The project has no remote “origin”, so I can't push.",
    remote: (url: string) => `Remote: ${url}.`,
    reached: (url: string) => `Remote: ${url}, reachable.`,
    unreached: (url: string, why: string) => `I can't reach the remote ${url}: ${why}`,
    access: 'Try git fetch there; GitHub over https needs GITHUB_TOKEN.',
  },
  projects: {
    found: (folder: string, count: string) => `Projects to choose from in ${folder}: ${count}.`,
    empty: (folder: string) => `No project in ${folder} (PROJECTS_ROOT) yet.`,
    addOne: 'Put one there, or write: /workspace add <git url>',
    closed: (folder: string) => `I can't write in ${folder}: /workspace add will fail.`,
    open: 'Check the owner and permissions of PROJECTS_ROOT.',
  },
  sandbox: {
    on: (name: string, version: string) => `Commands run in a sandbox: ${name} ${version}.`,
    off: (why: string) => `Commands run without a sandbox: ${why}.`,
    switchOn: 'To switch it on: SANDBOX=auto',
  },
  ripgrep: {
    there: 'ripgrep is installed: searches are fast.',
    missing: 'ripgrep is missing, so searches are slower.',
    install: 'Get it: sudo apt install ripgrep',
  },
};

function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** Findings of the doctor about what people set up around the program. */
export const checkTexts = {
  files: {
    used: (files: string) => `New tasks read: ${files}.`,
    cut: (place: string, characters: string, size: string) =>
      `I read only the first ${characters} characters of ${place} (${size}).`,
    shorten: 'Shorten it: the end is not read.',
    refused: (place: string) => `I don't use ${place}.`,
  },
  skills: {
    used: (count: string) => `Skills that tasks can load: ${count}.`,
    refused: (places: string) => `I can't use these skills: ${places}.`,
    why: 'Why: wasap skills list',
  },
  mcp: {
    configured: (count: string) => `MCP servers: ${count}. Try them: wasap mcp test.`,
    fault: (what: string, why: string) => `I don't use the MCP server ${what}: ${why}.`,
    mend: (file: string) => `Correct it in ${file}.`,
    agents: (names: string) => `Agents that may start tasks over MCP: ${names}.`,
  },
  lock: {
    pin: "What can't be undone needs your PIN.",
    totp: "What can't be undone needs a code from your app.",
    locked: (count: string) => `Owners whose chats are locked: ${count}.`,
    broken: 'The PIN or secret is gone: no code works.',
    mend: 'Run: wasap lock setup',
  },
  speech: {
    skipped: "I didn't test the speech service (--offline).",
    speaks: (time: string) => `Voice notes: the speech service answers (${time}).`,
    fails: (why: string) => `No voice notes: ${why}`,
    check: 'Check SPEECH_URL, SPEECH_KEY and speech in agent.yaml.',
  },
  metricsPort: {
    served: (port: string) => `Figures for Prometheus: http://127.0.0.1:${port}/metrics.`,
    free: (port: string) => `METRICS_PORT ${port} is free; I'll use it when I run.`,
    taken: (port: string) => `METRICS_PORT ${port} is used by another program.`,
    another: 'Set another port or stop that program, then restart me.',
    open: (port: string, address: string) => `Port ${port} is open to others: it also answers on ${address}.`,
    close: 'Only this machine should read it: check port forwarding.',
  },
  writes: {
    on: 'I can change files, and I ask before anything risky.',
    off: "I'm read-only: I answer, and change nothing.",
    turnOn: 'To let me work: AGENT_WRITE_ENABLED=true, or wasap setup',
  },
  commands: {
    wrong: (why: string) => `I can't start: your list of commands is wrong. ${why}`,
    correct: 'Fix tool-commands.yaml in CONFIG_DIR, or move it away.',
  },
  zone: {
    unknown: (zone: string) => `TZ is ${zone}, which isn't a time zone. I use UTC.`,
    set: 'Set TZ to a name like Europe/Madrid, or remove it.',
  },
};

/** What the page of the doctor says around its findings. */
export const pageTexts = {
  label: 'Doctor',
  title: 'Doctor',
  again: 'Check again',
  takes: 'A check takes a few seconds.\nIt asks the model and sends nothing to a chat.',
  test: 'Test message',
  testIs: 'Checks again and sends you a message that deletes itself.\nYour chat gets the result, too.',
  send: 'Send a test message',
  mark: { bad: 'to fix', warn: 'could be better', ok: 'fine' },
  todo: 'What to do:',
};
