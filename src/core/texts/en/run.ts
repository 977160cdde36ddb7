/** `wasap run`: what it says about itself; the task speaks as in any chat. */
export const runTexts = {
  started: (goOn: string) => `Started. If it is interrupted, go on with: ${goOn}`,
  answered: (permission: string, question: string) => `Answered yes beforehand (${permission}): ${question}`,
  asked: (question: string, goOn: string) =>
    `It needs a yes that was not given beforehand: ${question}\nNothing more was done. To allow it and go on: ${goOn}`,
  notDone: (goOn: string) => `Not done. To go on: ${goOn}`,
  interrupted: (goOn: string) => `Stopped. The task is stored. To go on: ${goOn}`,
  notBegun: 'No task began; the lines above say why.',
  blocked:
    'A task of another chat was interrupted in this repository and is in the way. wasap start goes on with it, and /cancel there ends it.',
  noTask: 'Say what to do: wasap run "fix the login bug"',
  noRepository: (folder: string) =>
    `${folder} is in no git repository. Start in one: the task's changes could not be seen or taken back elsewhere.`,
  readOnly:
    'Changing files is switched off. Set AGENT_WRITE_ENABLED=true to let the task change this repository.',
  noSession: (id: string) => `There is no task ${id} that wasap run began. wasap sessions lists all tasks.`,
  otherProject: (folder: string) => `That task works in ${folder}. Go on with it there.`,
  elsewhere: (id: string) => `${id} is running in another program on the same data folder.`,
  alreadyDone: (id: string) =>
    `${id} has ended. To go on with it, say what to do: wasap run --resume ${id} "..."`,
};
