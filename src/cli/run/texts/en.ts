export const english = {
  started: (goOn: string) => `Started. If it's interrupted, continue with: ${goOn}`,
  answered: (permission: string, question: string) => `Allowed beforehand (${permission}): ${question}`,
  asked: (question: string, goOn: string) =>
    `Stopped. I need your permission: ${question}
Everything up to here is kept. To allow it and continue: ${goOn}`,
  notDone: (goOn: string) => `Not finished. To continue: ${goOn}`,
  interrupted: (goOn: string) => `Stopped. The task is saved. To continue: ${goOn}`,
  notBegun: 'No task was started; the lines above say why.',
  blocked: `An interrupted task of another chat is in the way.
Yours hasn't started. Continue the other one with wasap start, or stop it there with /cancel.`,
  noTask: 'Say what to do: wasap run "fix the login bug"',
  noRepository: (folder: string) =>
    `${folder} is not in a git repository. Nothing was started.
Without one, nobody could see or undo the changes. Make one here: git init`,
  readOnly: `I'm read-only, so no task was started.
To allow changes to this repository: AGENT_WRITE_ENABLED=true`,
  noSession: (id: string) => `wasap run has no task ${id}. To list them: wasap sessions`,
  otherProject: (folder: string) => `That task works in ${folder}. Continue it there.`,
  elsewhere: (id: string) =>
    `${id} is running in another program on this data folder.
Wait for it, or stop that program; then try again.`,
  alreadyDone: (id: string) => `${id} has ended. To add to it: wasap run --resume ${id} "..."`,
};
