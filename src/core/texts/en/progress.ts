/** The living message while a task runs. */
export const progressTexts = {
  round: (round: number) => `Round ${round}`,
  steps: (done: number, all: number) => `${done}/${all} steps done`,
  costUnknown: 'cost unknown',
  thinking: 'thinking',
  waitingForModel: (time: string) => `waiting for the model, next try in ${time}`,
  waiting: 'waiting for your answer below',
  modelRetry: {
    busy: (seconds: number) => `the model is busy, trying again in ${seconds} s`,
    silent: (seconds: number) => `the model stopped answering, trying again in ${seconds} s`,
    unreachable: (seconds: number) => `can't reach the model, trying again in ${seconds} s`,
  },
  makingCopy: 'copying the project',
};
