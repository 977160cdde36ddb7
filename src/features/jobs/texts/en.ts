/** Everything that is said about jobs. */
export const english = {
  commands: {
    plan: {
      usage: '/plan <request>',
      summary: 'have it planned as a job; nothing runs before your "run"',
      more: 'The model makes tasks of it that hand on results to one another. You see them all, with their values and what will be asked, and "run" does exactly that.\nExample: /plan count the TODOs in src and write them to TODO.md',
    },
    job: {
      usage: '/job [list|show|run|cancel|retry] [job]',
      summary: 'jobs of this chat, and saved ones',
      more: '/job run <name> shows a saved job, /job run <letters> runs one that was shown.\n/job retry runs again what failed and what did not run because of it, never what was done.\nWithout letters it is the latest one.',
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
  /** In the chat: planned, shown, run, and their results. */
  chat: {
    /** The closing words of a job, from records. */
    report: {
      done: (done: number, all: number) =>
        done === all
          ? all === 1
            ? 'The task is done.'
            : `All ${all} tasks are done.`
          : `${done} of ${all} tasks done.`,
      stopped: (id: string, because: string) => `${id} did not run, because ${because} failed`,
      notYet: (count: number) =>
        count === 1
          ? '1 task has not run yet. /agent-resume goes on.'
          : `${count} tasks have not run yet. /agent-resume goes on.`,
      more: (count: number) => `… and ${count} more`,
      retry: '/job retry runs again what failed, and what did not run because of it.',
    },
    /**
     * Why a task failed. Texts of a tool, a command or a check are quoted unchanged: they were written for a model.
     */
    reasons: {
      said: (words: string) => words,
      rejected: 'Rejected: nothing was executed.',
      exited: (code: number | null, said: string) => {
        const end = code === null ? 'It did not end by itself' : `Exit code ${code}`;
        return said === '' ? `${end}.` : `${end}: ${said}`;
      },
      broken: (id: string, problems: string) => `The result of ${id} is not what was promised: ${problems}`,
      noCommand: (name: string) => `There is no command ${name}.`,
      noValue: (reference: string, task: string) => `${reference}: the task ${task} handed on no such value.`,
      noText: {
        null: (reference: string) => `${reference}: null cannot stand within a text.`,
        list: (reference: string) => `${reference}: a list cannot stand within a text.`,
        object: (reference: string) => `${reference}: an object cannot stand within a text.`,
      },
      tooLong: (length: number, most: number) =>
        `With the results of earlier tasks the input has ${length} characters; ${most} at most.`,
      invalid: (problems: string) => `Parameter validation failed: ${problems}`,
      unmade: (why: string) => `Command agent failed: ${why}`,
    },
    unusable: 'With the results of earlier tasks its parameters were of no use.',
    changed:
      'This is not the plan that was shown: it, or what its commands do, has changed since. Nothing of it was run. Have it planned again.',
    planning: (id: string) => `🧭 Planning job ${id}. Nothing runs yet. /job cancel ${id} gives it up.`,
    planningAgain: (id: string) => `🔄 I was restarted while I planned job ${id}: I begin again.`,
    asking: (id: string, questions: number) => `🧭 Planning job ${id} · questions to the model: ${questions}`,
    howToRun: (id: string) =>
      `▶️ "run", or /job run ${id}, runs exactly this. Further questions come as they always do. /job cancel ${id} gives it up.`,
    whole: (id: string) => `Shortened: /job show ${id} shows all of it.`,
    nothingCanRun: (id: string) => `No task of job ${id} can run. Ask for it in other words.`,
    poll: (id: string) => `Run job ${id}?`,
    choices: { run: 'run', cancel: 'cancel' },
    planned: (cost: string) => `Planning cost ${cost}.`,
    refused: (id: string, why: string) => `❌ Job ${id} was not planned. ${why}`,
    broken: 'Something went wrong inside; it is in the log.',
    cancelled: (id: string) => `🛑 Job ${id} was given up before it ran.`,
    started: (name: string, id: string) => `▶️ ${name}: job ${id}.`,
    which: 'Which job? These are planned:',
    oneToRun: (id: string, name: string) => `   /job run ${id} · ${name}`,
    stillPlanning: (id: string) => `Job ${id} is still being planned; I show it before anything runs.`,
    alreadyRun: (id: string) =>
      `Job ${id} was run already, and runs only once. /job show ${id} tells what came of it, /job retry ${id} runs again what failed.`,
    alreadyOver: (id: string) => `Job ${id} was given up or not planned. Ask for it again.`,
    otherProject: (id: string, name: string) =>
      `Job ${id} was planned for ${name}, and this chat works in another project. /workspace switch ${name} goes back.`,
    notYours: (id: string) => `Job ${id} is somebody else's.`,
    unknown: (id: string) => `There is no job ${id} in this chat. /job lists them.`,
    noneToRun:
      'No job of this chat is planned. /plan <what is to be done> makes one; /job run <name> takes a saved one.',
    nothingToCancel:
      'No job of this chat is being planned or waits for its "run". What runs stops with /cancel.',
    nothingToRetry: (id: string) => `Nothing of job ${id} failed.`,
    notOver: (id: string) => `Job ${id} is not over yet. /cancel stops it.`,
    forgotten: (id: string) => `What job ${id} did is no longer kept. Ask for it again.`,
    howToPlan: 'Say what is to be done: /plan read the version and note it in the changelog',
    onlyInTerminal:
      'Files are run from the terminal: wasap job run FILE. Here only names work: /job run <name>.',
    states: {
      planning: 'being planned',
      planned: 'waits for "run"',
      refused: 'not planned',
      cancelled: 'given up',
      started: 'running',
      queued: 'in line',
      running: 'running',
      waiting: 'waits for an answer',
      paused: 'pauses',
      parked: 'stopped',
      done: 'over',
      failed: 'failed',
    },
    list: '📋 Jobs of this chat:',
    none: 'No job in this chat yet. /plan makes one.',
    saved: (names: string) => `Saved: ${names}. /job run <name> shows one.`,
    noSaved: (names: string) =>
      `There is no saved job of this name, and no job of these letters. Saved: ${names}.`,
    replaced: 'Another task has gone on with this job. /job show tells what came of it.',
    retrying: (id: string, before: string, tasks: number) =>
      `🔁 Job ${id}: what is left of ${before} (${tasks === 1 ? '1 task' : `${tasks} tasks`}).`,
  },
};
