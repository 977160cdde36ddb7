/** Commands that were run, and that were not: `/audit` and `wasap audit`. */
export const english = {
  command: {
    usage: '/audit [denied | verify]',
    summary: 'the commands I ran',
    more: '/audit denied - only what was blocked or rejected\n/audit verify - proof that nobody changed the record\nOnly an owner alone with me sees those of other chats.',
  },
  recent: '🧾 The last commands:',
  denied: '🚫 Blocked or rejected:',
  nothing: 'No command is on record.',
  nothingDenied: 'No blocked or rejected command is on record.',
  decision: {
    allow: 'allowed',
    deny: 'blocked',
    ask_approved: 'approved',
    ask_rejected: 'rejected',
  },
  exit: (code: number) => `exit ${code}`,
  killed: 'stopped',
  noResult: 'no result yet',
  intact: (entries: number) =>
    entries === 1 ? '✅ The record is intact: 1 entry.' : `✅ The record is intact: ${entries} entries.`,
  cut: (entries: number, until: string, hash: string) =>
    `✂️ It begins after ${entries} older entries, up to ${until} UTC, that were removed for their age (keep.audit_days). Their last hash: ${hash}`,
  lastHash: (hash: string) => `Last hash: ${hash}`,
  keepHash: 'Note it down elsewhere: as long as it is still in the chain, nothing before it was rewritten.',
  broken: (row: string) => `❌ The record is broken: ${row}.`,
  table: (name: string) => `the whole table ${name}`,
  row: (id: number) => `row ${id} of agent_command_log`,
  entry: (id: number) => `entry ${id} of audit_chain`,
  problem: {
    changed: (what: string) => `${what} was changed after it was recorded`,
    missing: (what: string) => `${what} was removed`,
    misplaced: (what: string) =>
      `${what} does not follow the one before it: something was moved or put in between`,
    unrecorded: (what: string) => `${what} was put in by something else than me`,
  },
};
