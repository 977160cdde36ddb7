/** Commands that were run, and that were not: `/audit` and `wasap audit`. */
export const english = {
  command: {
    usage: '/audit [denied | verify]',
    summary: 'the commands I ran',
    more: '/audit denied - only what was blocked or rejected\n/audit verify - proof that nobody changed the record\nOnly owners see those of other chats, in a private chat with me.',
  },
  recent: '🧾 My last commands:',
  denied: '🚫 Blocked or rejected:',
  nothing: 'No commands yet. Start a task: /agent <task>',
  nothingDenied: 'Nothing was blocked or rejected.',
  /** Where several machines work together. */
  away: (cell: string) => `⚠️ PostgreSQL doesn't answer, so these are of ${cell} alone.`,
  silent: (cells: string) => `⚠️ No answer from: ${cells}\nIn a terminal there: wasap audit`,
  onlyHere: (cell: string, others: string) =>
    `🖥️ Only those of ${cell}. This chat lived before on: ${others}\nOwners there see those.`,
  decision: {
    allow: 'allowed',
    deny: 'blocked',
    ask_approved: 'approved',
    ask_rejected: 'rejected',
  },
  exit: (code: number) => `exit code ${code}`,
  killed: 'stopped',
  noResult: 'no result yet',
  intact: (entries: number) =>
    entries === 1 ? '✅ The record is intact: 1 entry.' : `✅ The record is intact: ${entries} entries.`,
  cut: (entries: number, until: string, hash: string) =>
    `✂️ ${entries} older entries were removed for their age.
They end at ${until} UTC; keep.audit_days sets the age.
Their last hash: ${hash}`,
  lastHash: (hash: string) => `Last hash: ${hash}`,
  keepHash: `Keep this hash somewhere else.
While the chain holds it, nothing before it was rewritten.`,
  broken: (row: string) => `❌ The record is broken: ${row}.
I changed nothing. Compare it with a backup.`,
  table: (name: string) => `the whole table ${name}`,
  row: (id: number) => `row ${id} of agent_command_log`,
  entry: (id: number) => `entry ${id} of audit_chain`,
  problem: {
    changed: (what: string) => `${what} was changed after it was recorded`,
    missing: (what: string) => `${what} was removed`,
    misplaced: (what: string) => `${what} is out of place: something was moved or inserted`,
    unrecorded: (what: string) => `${what} was not written by me`,
  },
  /** `wasap audit`, in the terminal. */
  cli: {
    started: 'started (UTC)',
    decision: 'decision',
    exit: 'exit',
    took: 'took',
    command: 'command',
    person: 'person',
    session: 'session',
    commands: 'commands',
    success: 'success',
    failures: 'failures',
    ofCell: (cell: string) => `🖥️ Those of the cell ${cell}.\nAll cells: /audit in a chat, or the page Audit.`,
    noneDenied: 'Nothing was blocked or rejected. All commands: wasap audit',
    noneSlow: (seconds: string) => `No command took more than ${seconds} s. All commands: wasap audit`,
    noneInTask: 'This task ran no commands. All commands: wasap audit',
    notATask: (typed: string) => `${typed} is not the id of a task. List them: wasap sessions`,
  },
  page: {
    label: 'Audit',
    title: 'Audit',
    chain: 'Record',
    chainIs:
      'Every entry holds the hash of the one before.\nSo I can check that nobody changed, removed or added one.',
    verify: 'Verify the record',
    entries: 'Commands',
    search: 'Search in commands',
    person: 'Person',
    anybody: 'Anybody',
    action: 'What happened',
    anyAction: 'Anything',
    failed: 'failed',
    day: 'Day (UTC)',
    filter: 'Filter',
    download: 'Download',
    noneFound: 'No command matches.',
    notYet: 'None in this part of the record. Search on below.',
    older: 'Older commands',
    entry: (id: string) => `Entry ${id}`,
    task: 'Its task',
    output: 'Output',
    errors: 'Error output',
    problem: 'Problem',
    ofThisOne: (cell: string) => `This is about the record of ${cell}.\nThe others stand under Machines.`,
  },
};
