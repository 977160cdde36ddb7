import { faults } from './faults-en.ts';
import { page } from './page-en.ts';

/** Everything that is said about jobs. */
export const english = {
  commands: {
    plan: {
      usage: '/plan <request>',
      summary: 'plan it as a job first',
      more: 'The model splits your request into tasks that pass results on. You see each one, with its values and what it will ask for.\nNothing runs before you say "run", and then exactly that runs.\nExample: /plan count the TODOs in src and write them to TODO.md',
    },
    job: {
      usage: '/job [list | show | run | ...]',
      summary: 'the jobs of this chat',
      more: '/job run <name> - show a saved job\n/job run <letters> - run one you have seen\n/job retry - run what failed and what depended on it, never what is done\n/job cancel - stop one\nWithout letters, I take the latest job.',
    },
  },
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
    more: 'Show one in full: wasap job catalog files.read_lines',
    input: 'Takes',
    nothing: '(nothing)',
    required: 'required',
    optional: 'optional',
    output: 'Returns',
    examples: 'Examples',
    unknown: (name: string) => `There is no service and no command ${name}.`,
    near: (name: string) => `Did you mean ${name}?`,
    services: (names: string) => `There are: ${names}`,
  },
  plan: {
    title: (name: string, tasks: number) => `📋 ${name}: ${tasks === 1 ? '1 task' : `${tasks} tasks`}`,
    step: (number: number, tasks: number) =>
      tasks === 1 ? `Step ${number}` : `Step ${number}: ${tasks} tasks, in any order`,
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
      reads: (ids: string) => `👀 Only reads: ${ids}`,
      writes: (ids: string) => `✏️ Changes the project: ${ids}`,
      executes: (ids: string) => `⚙️ Runs commands: ${ids}`,
      network: (ids: string) => `🌐 Uses the network: ${ids}`,
      asks: (ids: string) => `✋ Asks you: ${ids}`,
    },
    approvals: {
      reads: "I don't ask.",
      writes: 'I ask about protected files, and about every edit if you want that.',
      executes: "I ask about every command that isn't allowed yet.",
      network: 'I ask first.',
      asks: 'I wait for your answer.',
    },
    risks: {
      writes: 'Changed files can be reverted with /undo.',
      executes: "What a command did can't always be undone.",
      network: "What was sent can't be taken back.",
    },
    faults: "These can't run, nor can what depends on them:",
  },
  run: {
    asJson: 'Shortened. All of it: --json',
    asked: (requests: number, tokens: number) =>
      `Asked the model ${requests === 1 ? 'once' : `${requests} times`}: ${tokens.toLocaleString('en')} tokens.`,
    impossible: (reason: string) => `This can't be done as a job: ${reason}`,
    noPlan: (reason: string) =>
      `The model gave no usable plan.\nTry other words or smaller steps. The last problem: ${reason}`,
    stopped: 'Stopped. Nothing was planned.',
    noAnswer: (kind: string, detail: string) =>
      `The model didn't answer (${kind}), so nothing was planned.\nTry again. ${detail}`,
  },
  /** In the chat: planned, shown, run, and their results. */
  chat: {
    /** The closing words of a job, from records. */
    report: {
      done: (done: number, all: number) =>
        done === all
          ? all === 1
            ? 'The task is done.'
            : `All ${all} tasks are done.`
          : `${done} of ${all} tasks are done.`,
      stopped: (id: string, because: string) => `${id}: skipped, because ${because} failed`,
      notYet: (count: number) =>
        count === 1
          ? '1 task is left. To continue: /agent-resume'
          : `${count} tasks are left. To continue: /agent-resume`,
      more: (count: number) => `… and ${count} more`,
      retry: 'To repeat what failed and what was skipped: /job retry',
    },
    /**
     * Why a task failed. Texts of a tool, a command or a check are quoted unchanged: they were written for a model.
     */
    reasons: {
      said: (words: string) => words,
      rejected: 'rejected, so nothing ran',
      exited: (code: number | null, said: string) => {
        const end = code === null ? 'stopped before it ended' : `exit code ${code}`;
        return said === '' ? end : `${end}: ${said}`;
      },
      broken: (id: string, problems: string) => `${id} returned something unexpected: ${problems}`,
      noCommand: (name: string) => `no command is called ${name}`,
      noValue: (reference: string, task: string) => `${reference}: task ${task} returned no such value`,
      noText: {
        null: (reference: string) => `${reference}: null can't be part of a text`,
        list: (reference: string) => `${reference}: a list can't be part of a text`,
        object: (reference: string) => `${reference}: an object can't be part of a text`,
      },
      tooLong: (length: number, most: number) =>
        `with earlier results its parameters have ${length.toLocaleString('en')} characters; the limit is ${most.toLocaleString('en')}`,
      invalid: (problems: string) => `its parameters are wrong: ${problems}`,
      unmade: (why: string) => `the model gave no usable parameters: ${why}`,
    },
    unusable: "earlier results didn't give it usable parameters",
    changed:
      "This isn't the plan you were shown, so I won't run it.\nThe plan, or what its commands do, has changed. Ask again: /plan <request>",
    planning: (id: string) => `🧭 Planning job ${id}. Nothing runs yet.\nTo cancel: /job cancel ${id}`,
    planningAgain: (id: string) => `🔄 I was restarted. Planning job ${id} again.`,
    asking: (id: string, questions: number) =>
      `🧭 Planning job ${id} · asked the model ${questions === 1 ? 'once' : `${questions} times`}`,
    howToRun: (id: string) =>
      `▶️ Nothing has run yet. To run exactly this: "run"\nOr /job run ${id}. I still ask where I need your approval.\nTo cancel: /job cancel ${id}`,
    whole: (id: string) => `Shortened. All of it: /job show ${id}`,
    nothingCanRun: (id: string) => `No task of job ${id} can run. Try other words.`,
    poll: (id: string) => `Run job ${id}?`,
    choices: { run: 'run', cancel: 'cancel' },
    planned: (cost: string) => `Planning cost ${cost}.`,
    refused: (id: string, why: string) => `❌ No plan for job ${id}.\n${why}`,
    broken: 'Something failed on my side. The log has the details.',
    cancelled: (id: string) => `🛑 Job ${id} is cancelled. Nothing ran.`,
    which: 'Which job? These are ready:',
    oneToRun: (id: string, name: string) => `   /job run ${id} · ${name}`,
    /** How to answer where several questions are open. */
    named: (id: string) => `/job run ${id} · /job cancel ${id}`,
    stillPlanning: (id: string) => `I'm still planning job ${id}.\nYou'll see the plan before anything runs.`,
    alreadyRun: (id: string) =>
      `Job ${id} has already run, and runs only once.\nIts results: /job show ${id}\nTo repeat what failed: /job retry ${id}`,
    alreadyOver: (id: string) => `Job ${id} was cancelled or never got a plan.\nAsk again: /plan <request>`,
    otherProject: (id: string, name: string) =>
      `Job ${id} is for ${name}, and this chat is in another project.\nSwitch back first: /workspace switch ${name}`,
    notYours: (id: string) => `Job ${id} is somebody else's.`,
    unknown: (id: string) => `No job ${id} in this chat. /job lists them.`,
    noneToRun: 'No job is ready to run here.\nPlan one: /plan <request>\nOr use a saved one: /job run <name>',
    nothingToRetry: (id: string) => `Nothing failed in job ${id}.`,
    notOver: (id: string) => `Job ${id} isn't finished yet. To stop it: /cancel`,
    forgotten: (id: string) => `I no longer have the results of job ${id}.\nAsk again: /plan <request>`,
    howToPlan: 'What should I plan? For example:\n/plan read the version and note it in the changelog',
    onlyInTerminal:
      'Here I only run saved jobs: /job run <name>\nTo run a file, use the terminal: wasap job run FILE',
    states: {
      planning: 'being planned',
      planned: 'waits for "run"',
      refused: 'no plan',
      cancelled: 'cancelled',
      started: 'running',
      queued: 'queued',
      running: 'running',
      waiting: 'waits for an answer',
      paused: 'paused',
      parked: 'stopped',
      done: 'finished',
      failed: 'failed',
    },
    list: '📋 Jobs in this chat:',
    none: 'No jobs in this chat yet.\nPlan one: /plan count the TODOs in src and write them to TODO.md',
    saved: (names: string) => `Saved jobs: ${names}\nTo see one: /job run <name>`,
    noSaved: (names: string) => `No saved job has that name, and no job those letters.\nSaved jobs: ${names}`,
    replaced: 'Another task took over this job. Its results: /job show',
    retrying: (id: string, before: string, tasks: number) =>
      `🔁 Job ${id}: ${tasks === 1 ? '1 task' : `${tasks} tasks`} left of ${before}`,
  },
  /** In the browser. */
  page,
  faults,
};
