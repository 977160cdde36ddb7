/** Why a command did not run or did not come to its end: the first four word for word as specified. */
export const failureTexts = {
  blocked: (name: string) => `🚫 Command blocked: ${name} is not allowed`,
  rejected: '❌ Command rejected by user',
  timedOut: (seconds: number) => `⏰ Command timed out after ${seconds}s`,
  tooMany: 'Too many background processes. Kill one first.',
  killed: (exitCode: number) =>
    `💥 The system ended a command (exit code ${exitCode}), perhaps out of memory.`,
  unreadable: '✏️ A command could not be read and was not run.',
  noKey: {
    plan: 'ANTHROPIC_API_KEY is not set: the model makes what a job does not say itself. wasap setup asks for the key.',
    route:
      'ANTHROPIC_API_KEY is not set: whom a request fits is asked of the model. wasap setup asks for the key.',
    evaluate: 'ANTHROPIC_API_KEY is not set. Set it, or replay recorded replies: --replay DIR.',
  },
  gitTrouble: {
    noProgram: (mending: string) =>
      `⚠️ Git is not installed, so I cannot commit.\nTo get it: ${mending} (or dnf, pacman, apk, brew)`,
    otherOwner: (mending: string) =>
      `⚠️ Git will not work here: the project belongs to another user.\nIf you trust it: ${mending}`,
    locked: (mending: string) =>
      `⚠️ Git is locked here, so commits will fail.\nIf no other git is at work: ${mending}`,
    unfinished: (mending: string) =>
      `⚠️ A merge or rebase is unfinished here, so nothing can be committed.\nTo drop it: ${mending}. Or ask me to finish it.`,
    detached: (mending: string) =>
      `⚠️ No branch is checked out, so commits will be on none.\nTo choose one: ${mending}`,
    unborn: (mending: string) =>
      `⚠️ The repository has no commit yet, so nothing here can be compared or pushed.\nTo make the first: ${mending}`,
  },
  backgroundEnded: (command: string, exitCode: number | undefined) =>
    `🏁 A background command ${exitCode === undefined ? 'was ended' : `ended (exit code ${exitCode})`}: ${command}`,
  outlived: (command: string) => `⏰ A background command ran for 30 minutes, so I ended it: ${command}`,
  model: {
    key: 'The model refused the key, or there is none. Set ANTHROPIC_API_KEY, restart me, and ask again.',
    request: 'The model server refused the request. Ask again in other words.',
    'too-long': 'The request is too long for the model. Say it shorter.',
    busy: 'The model is overloaded. Ask again in a few minutes.',
    unreachable: 'I cannot reach the model. Check the network and ANTHROPIC_BASE_URL, and ask again.',
    silent: 'The model stopped answering in the middle of a reply. Ask again.',
  },
};
