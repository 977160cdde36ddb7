/** What goes wrong with an export. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  'file-exists': (path: string) => `${path} exists, so I left it as it is. Name another file.`,
  'not-written': (path: string, why: string) => `I can't write ${path}: ${why}. Name another place.`,
};

/** What an export says beside the words of the person, the model and the tools. */
export const english = {
  headings: {
    task: 'Task',
    plan: (hash: string) => `Plan ${hash}`,
    told: 'Told to the model',
    round: (round: number) => `Round ${round}`,
    closing: 'Closing words',
    otherModel: 'Another model',
    foldedHistory: 'History folded',
    otherQuestions: 'Other questions',
    outcome: 'Outcome',
  },
  session: (id: string, number: number) => `Session: ${id}${number === 0 ? '' : ` (#${number})`}`,
  status: (status: string) => `Status: ${status}`,
  when: (start: string, end: string | undefined) => `When: ${start} to ${end ?? 'not ended'} (UTC)`,
  where: (folder: string, project: string | undefined) =>
    `Where: ${folder}${project === undefined ? '' : `, apart from ${project}`}`,
  chat: (chat: string, owner: string, cron: string | undefined) =>
    `Chat: ${chat}, begun by ${owner}${cron === undefined ? '' : ` through cron ${cron}`}`,
  model: (model: string) => `Model: ${model}`,
  rounds: (rounds: number, cost: string | undefined, tokens: string) =>
    `Rounds: ${rounds} · ${cost ?? 'cost unknown'} · ${tokens} tokens`,
  otherModel: (messages: number) =>
    `From here on another model went on with the first ${messages} messages, without thinking.`,
  folded: {
    summary: (messages: number) =>
      `From here on the model saw this summary in place of the first ${messages} messages.`,
    digest: (messages: number) =>
      `From here on the model saw this digest in place of the first ${messages} messages.`,
  },
  call: {
    waiting: 'waits for an answer',
    unfinished: 'not finished',
    done: (time: string) => `done, ${time}`,
    failed: (time: string) => `failed, ${time}`,
    result: 'Result:',
  },
  question: {
    asked: (id: string, time: string) => `Question ${id}, asked ${time}:`,
    pending: (who: string) => `Waits for an answer of ${who}.`,
    approved: (who: string, time: string | undefined, scope: string | undefined) =>
      `Approved by ${who}${time === undefined ? '' : ` at ${time}`}${scope === undefined ? '' : ` (${scope})`}`,
    rejected: (who: string, time: string | undefined) =>
      `Rejected by ${who}${time === undefined ? '' : ` at ${time}`}`,
    expired: (time: string | undefined) =>
      `Nobody answered; it expired${time === undefined ? '' : ` at ${time}`}.`,
    withdrawn: (time: string | undefined) => `Withdrawn${time === undefined ? '' : ` at ${time}`}.`,
  },
  wrote: (path: string) => `Wrote ${path}`,
  committed: (hash: string) => `Committed ${hash}`,
  cut: (characters: number) => `(${characters} more characters; \`--format jsonl\` has them.)`,
  faults,
};
