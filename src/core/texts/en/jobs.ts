/** Jobs: what tasks can be, and what a plan would do. */
export const jobTexts = {
  catalog: {
    command: 'Command',
    effect: 'Effect',
    description: 'What it does',
    effects: {
      reads: 'reads',
      writes: 'writes',
      executes: 'executes',
      network: 'network',
      asks: 'asks',
      varies: 'varies',
    },
    more: 'One in full: wasap job catalog files.read_lines',
    input: 'Takes',
    nothing: '(nothing)',
    required: 'required',
    optional: 'optional',
    output: 'Hands on',
    examples: 'Examples',
  },
  plan: {
    title: (name: string, tasks: number) => `📋 ${name}: ${tasks === 1 ? '1 task' : `${tasks} tasks`}`,
    step: (number: number, tasks: number) =>
      tasks === 1 ? `Step ${number}` : `Step ${number}: ${tasks} tasks, none waits for another`,
    after: (ids: string) => `after ${ids}`,
    /** The part of a value that is left out; characters count those of the lines. */
    more: (lines: number, characters: number) => {
      const left = `${characters.toLocaleString('en')} more ${characters === 1 ? 'character' : 'characters'}`;
      if (lines === 0) return `(${left})`;
      return `(${left}, ${lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`})`;
    },
    moreTasks: (count: number) => (count === 1 ? '… and 1 more task' : `… and ${count} more tasks`),
    /** What a person has to expect, by the effects of tasks. */
    effects: {
      reads: (ids: string) => `👀 Only looks: ${ids}`,
      writes: (ids: string) => `✏️ Changes the project: ${ids}`,
      executes: (ids: string) => `⚙️ Runs commands: ${ids}`,
      network: (ids: string) => `🌐 Leaves this computer: ${ids}`,
      asks: (ids: string) => `✋ Asks you: ${ids}`,
    },
    approvals: {
      reads: 'No question.',
      writes: 'Asks where files are protected or edits are to be asked.',
      executes: 'Asks for every command that is not allowed already.',
      network: 'Asks before it goes out.',
      asks: 'Waits for your answer.',
    },
    risks: {
      writes: 'What was changed can be taken back with /undo.',
      executes: 'What a command did cannot always be taken back.',
      network: 'What went out cannot be taken back.',
    },
    faults: 'Cannot run, and stops what waits for it:',
    hash: (hash: string) => `🔑 Plan ${hash}. Nothing has run.`,
  },
  file: {
    correct: 'Please correct this job:',
    more: (count: number) => `and ${count} more`,
  },
  run: {
    asJson: 'Shortened: --json has all of it.',
    asked: (requests: number, tokens: number) =>
      `Asked the model ${requests === 1 ? 'once' : `${requests} times`}: ${tokens.toLocaleString('en')} tokens.`,
    impossible: (reason: string) => `This cannot be done as a job: ${reason}`,
    noPlan: (reason: string) =>
      `No plan came of it; put it in other words or in smaller steps. The last problem: ${reason}`,
  },
};
