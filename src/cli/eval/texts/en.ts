/** What `wasap eval` says on its way. */
export const evalTexts = {
  list: { task: 'Task', language: 'Language', about: 'What it is' },
  announce: {
    real: (attempts: number, model: string) => `${attemptCount(attempts)} with ${model}.`,
    recorded: (attempts: number, folder: string) =>
      `${attemptCount(attempts)} with recorded replies from ${folder}.`,
    recordedMeans: '"solved" shows that the program and the checks work. It says nothing about a model.',
    noSandbox: 'No sandbox here: what the model writes can do anything your user can.',
    cost: (usual: string, most: string, why: string) =>
      `About ${usual}, at 8 rounds each. At most ${most} (${why}); I check before each request.`,
    ofTasks: 'the limits of the tasks',
    unpriced: (model: string, tokens: number) =>
      `I don't know the price of ${model}: each attempt stops after ${tokens} tokens.`,
  },
  consent: {
    question: 'Continue?',
    stopped: 'Stopped. Nothing was spent.',
    noTerminal:
      'This costs money, and there is no terminal to ask you.\nNothing was spent. To allow it, add: --yes',
  },
  progress: {
    begins: 'begins',
    round: (round: number) => `round ${round}`,
    rounds: (rounds: number) => (rounds === 1 ? '1 round' : `${rounds} rounds`),
    kept: (folder: string) => `The projects are kept in ${folder}`,
  },
  results: {
    solved: 'solved',
    unsolved: 'not solved',
    'no-reply': 'no reply',
    stopped: 'stopped',
    'left-out': 'left out',
    'not-run': 'not run',
  },
  /** Why an attempt was not solved, or not made; the JSON has it in English. */
  reason: (reason: string) => reason,
  report: {
    columns: {
      task: 'Task',
      result: 'Result',
      rounds: 'Rounds',
      tokens: 'Tokens',
      cost: 'Cost',
      time: 'Time',
    },
    recorded: (scored: number, time: string) =>
      `${scored} scored in ${time}. Recorded replies say nothing about how good a model is.`,
    notScored: (count: number, wanted: number) => `Not scored: ${count} of ${wanted}.`,
    nothingScored: 'nothing was scored',
    rate: (solved: number, scored: number, percent: number) => `${solved} of ${scored} solved (${percent} %)`,
    byTask: (counts: string) => `Solved by task: ${counts}.`,
    costUnknown: 'cost unknown',
  },
  routing: {
    recorded: (requests: number, folder: string) =>
      `${requests} requests with recorded replies from ${folder}.\nThis tests the scoring, not a model.`,
    real: (requests: number, model: string, money: string) =>
      `${requests} requests with ${model}, two questions each.\n${money}`,
    cost: (usual: string, most: string) => `About ${usual}, at most ${most}; I check before each request.`,
    unpriced: (model: string) => `I don't know the price of ${model}.`,
    columns: { request: 'Request', result: 'Result', expected: 'Expected', got: 'Got' },
    results: { right: 'right', wrong: 'wrong', 'no-reply': 'no-reply', 'not-run': 'not-run' },
    wrong: 'Wrong:',
    recordedSum: (scored: number) =>
      `${scored} scored. Recorded replies say nothing about how good a model is.`,
    sum: (right: number, judged: string, rest: number) => `${right} of ${judged}, ${rest} not scored`,
    judged: (judged: number, percent: number | undefined) =>
      percent === undefined ? `${judged} right` : `${judged} right (${percent} %)`,
    priceUnknown: 'price unknown',
  },
};

function attemptCount(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`;
}
