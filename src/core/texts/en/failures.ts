/** Why a command did not run or did not come to its end: the first four word for word as specified. */
export const failureTexts = {
  blocked: (name: string) => `🚫 Command blocked: ${name} is not allowed`,
  rejected: '❌ Command rejected by user',
  timedOut: (seconds: number) => `⌛ Command timed out after ${seconds}s`,
  tooMany: 'Too many background processes. Kill one first.',
  killed: (exitCode: number) => `💥 Command killed (exit code ${exitCode}), maybe out of memory.`,
  unreadable: "⚠️ I couldn't read a command, so I didn't run it.",
  noKey: {
    plan: 'No API key for planning. Run `wasap setup` to set one.',
    route: "No API key, so I can't choose. Run `wasap setup` to set one.",
    evaluate: 'No API key. Run `wasap setup`, or replay: --replay DIR',
  },
  gitTrouble: {
    noProgram: (mending: string) =>
      `⚠️ Git isn't installed, so I can't commit.\nInstall it: ${mending} (or dnf, pacman, apk, brew)`,
    otherOwner: (mending: string) =>
      `⚠️ Git won't work: another user owns this project.\nIf you trust it: ${mending}`,
    locked: (mending: string) =>
      `⚠️ Git is locked here, so commits will fail.\nIf no other git is running: ${mending}`,
    unfinished: (mending: string) =>
      `⚠️ A merge or rebase is unfinished, so I can't commit.\nDrop it: ${mending}. Or ask me to finish it.`,
    detached: (mending: string) =>
      `⚠️ No branch is checked out, so commits could get lost.\nSwitch to one: ${mending}`,
    unborn: (mending: string) =>
      `⚠️ This repository has no commits yet.\nI can't compare or push anything. Make the first one: ${mending}`,
  },
  backgroundEnded: (command: string, exitCode: number | undefined) =>
    exitCode === undefined
      ? `🏁 Background command stopped: ${command}`
      : `🏁 Background command ended (exit code ${exitCode}): ${command}`,
  outlived: (command: string) => `⌛ I stopped a background command after 30 minutes: ${command}`,
  model: {
    key: 'No API key is set, or the model refused it.\nRun `wasap setup`, or set ANTHROPIC_API_KEY and restart me. Then ask again.',
    request: 'The model server refused the request.\nAsk again in other words.',
    'too-long': 'Your request is too long for the model. Make it shorter.',
    busy: 'The model is overloaded. Ask again in a few minutes.',
    unreachable: "I can't reach the model.\nCheck the network and ANTHROPIC_BASE_URL, then ask again.",
    silent: 'The model stopped in the middle of a reply. Ask again.',
  },
};
