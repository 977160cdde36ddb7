/** What the pages of jobs say. */
export const page = {
  label: 'Jobs',
  title: 'Jobs',
  count: (jobs: string) => `${jobs} jobs`,
  one: '1 job',
  none: 'No jobs yet. In the chat, plan one: ',
  example: '/plan count the TODOs in src',
  leftOut: (shown: string) => `Only the newest ${shown} are listed.`,
  saved: 'Saved jobs',
  show: 'Show its plan',
  showTo: (person: string) => `Show its plan to ${person}`,
  showing: (name: string) => `Show the plan of ${name}`,
  oneTask: '1 task',
  tasks: (tasks: string) => `${tasks} tasks`,
  graph: 'Order',
  drawn: (done: string, all: string) => `Tasks done: ${done} of ${all}.`,
  listed: 'The list of tasks says the same in words.',
  tooLarge: 'Too many tasks to draw. The list has all of them.',
  noPlan: 'There is no plan yet.',
  changed: "The plan isn't the one that was shown, so it can't run.",
  after: (tasks: string) => `after ${tasks}`,
  first: 'waits for nothing',
  because: (task: string) => `skipped: ${task} failed`,
  asks: 'waits for an answer',
  plan: 'The plan',
  result: 'Result',
  whole: 'Show all of it',
  openTask: 'Open the task',
  state: {
    pending: 'open',
    in_progress: 'running',
    done: 'done',
    failed: 'failed',
    skipped: 'skipped',
  },
  facts: {
    name: 'name in the chat',
    done: 'tasks done',
    planning: 'spent on planning',
    project: 'project',
    person: 'for',
    asked: 'asked',
  },
  actions: (name: string) => `What to do with ${name}`,
  buttons: { run: 'Run exactly this', cancel: 'Cancel', retry: 'Repeat what failed' },
};

/** What goes wrong with the file or the plan of a job. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  'too-large': (file: string, most: number) => `${file}: a job has ${most} KB at most; this file has more.`,
  'no-file': (file: string) => `There is no file ${file}.`,
  'too-deep': (file: string) => `${file}: this is nested too deeply.`,
  'too-many-aliases': (file: string) => `${file}: too many aliases.`,
  'plan-changed':
    'The plan, or what its commands do, has changed since you saw it. Nothing was run. Have it planned again.',
  unknown: (name: string, folders: string, names: string) =>
    `There is no job ${name} in ${folders}. There are: ${names}.`,
  'unknown-near': (name: string, folders: string, near: string) =>
    `There is no job ${name} in ${folders}. Did you mean ${near}?`,
  'is-link': (file: string) => `${file} cannot be read as a job: it is a link; name the file it leads to.`,
  'is-folder': (file: string) => `${file} cannot be read as a job: it is a folder.`,
  'no-regular-file': (file: string) => `${file} cannot be read as a job: it is no regular file.`,
  'not-permitted': (file: string) => `${file} cannot be read as a job: I'm not allowed to read it.`,
  'several-documents': (file: string) => `${file}: a file is one job: take out what stands behind ---.`,
  'broken-yaml': (file: string, why: string) => `${file}: ${why}`,
  'no-jobs': (name: string, folders: string) => `There is no job ${name} in ${folders}, nor any other.`,
  'no-place': (reference: string) =>
    `${reference}: no value can be put into a command line behind $( ), backticks, <<, a comment or special quotes. Put the program in command and the rest in args`,
  correct: 'Fix this job first:',
  more: (count: number) => `and ${count} more`,
  task: (id: string) => `task ${id}`,
  'task-number': (at: number) => `task number ${at}`,
  expected: (what: string) => what,
  'too-many-tasks': (count: number, most: number) =>
    `${count} tasks are too many: a job has ${most} at most. Make several jobs of it.`,
  'input-too-large': (size: number, most: number) =>
    `${size} characters are too many: the input of a task has ${most} at most`,
  'input-too-deep': (most: number) => `this is nested deeper than ${most} levels`,
  'name-taken': (name: string) => `${name}: this name is taken by the language itself`,
  'same-name': (id: string) => `${id} is the name of two tasks`,
  'no-service': (service: string, hint: string) => `there is no service ${service}; ${hint}`,
  'no-command': (service: string, command: string, hint: string) =>
    `${service} has no command ${command}; ${hint}`,
  near: (name: string) => `did you mean ${name}?`,
  'there-are': (names: string) => `there are: ${names}`,
  'waits-for-itself': 'a task cannot wait for itself',
  'no-task': (id: string) => `there is no task ${id}`,
  'no-task-near': (id: string, near: string) => `there is no task ${id}; did you mean ${near}?`,
  parameters: (problems: string) => `Parameter validation failed: ${problems}`,
  'too-many-prompts': (count: number, most: number) =>
    `${count} tasks have a prompt; ${most} at most, because each is a request to the model`,
  ring: (ids: string) => `these tasks wait for each other: ${ids}`,
  'too-long-chain': (count: number, most: number) =>
    `${count} tasks wait for one another in a row; ${most} at most`,
  'reference-taken': (reference: string, name: string) =>
    `${reference}: ${name} is taken by the language itself`,
  'reference-itself': (reference: string) => `${reference}: a task cannot refer to itself`,
  'reference-no-task': (reference: string, id: string) => `${reference}: there is no task ${id}`,
  'reference-no-item': (reference: string, place: string, field: string) =>
    `${reference}: ${place} has no ${field}; it has numbers from 0 on`,
  'reference-no-field': (reference: string, place: string, field: string) =>
    `${reference}: ${place} has no ${field}`,
  'reference-other-fields': (reference: string, place: string, field: string, names: string) =>
    `${reference}: ${place} has no ${field}; it has ${names}`,
  'reference-in-text': (reference: string, types: string) =>
    `${reference}: ${types} cannot stand within a text`,
  'reference-type': (reference: string, types: string, expected: string) =>
    `${reference}: it is ${types}, and ${expected} is expected here`,
  or: (names: string, name: string) => `${names} or ${name}`,
};

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
  /** Under way when the chat moved to another machine, where this is read. */
  unfinished: (request: string) => `A plan: ${request}`,
  /** In the browser. */
  page,
  faults,
};
