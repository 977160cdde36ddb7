import type { HooksFault } from '../hook.ts';

/** What is said about hooks. */
export const english = {
  command: {
    usage: '/hooks [yes | off]',
    summary: 'commands that the project runs at each step',
    more: 'For owners.\n/hooks - see each command, and when it would run\n/hooks yes - accept exactly these\n/hooks off - none of them runs any more',
  },
  chat: {
    none: 'This project has no hooks.\nThey would be in .claude/settings.json.',
    title: {
      wants: (path: string) => `🪝 ${path} wants to run commands by itself:`,
      runs: (path: string) => `🪝 ${path} runs commands by itself:`,
    },
    when: {
      PreToolUse: (what: string) => `before ${what}`,
      PostToolUse: (what: string) => `after ${what}`,
      Stop: 'before a task ends',
      SessionStart: 'when a task starts',
    },
    anyCall: 'every call',
    seconds: (seconds: string) => `up to ${seconds} s`,
    refused: 'never runs: the command policy refuses it',
    network: 'uses the network',
    ignored: (count: string) =>
      count === '1' ? '1 other entry is not used.' : `${count} other entries are not used.`,
    reach:
      'Hooks see what a task does.\nThey can refuse a call or have me ask about it, and never allow one.\nThey run like commands that you allowed, in the sandbox if there is one.',
    confirm:
      'Read them and their scripts first.\nIf this file or a script it names changes, I ask again and run none meanwhile.\nTo accept them as they are now: /hooks yes',
    already: 'You accepted them as they are now.\nTo switch them off: /hooks off',
    accepted: (paths: string) => `✅ Hooks accepted: ${paths}.\nTo switch them off: /hooks off`,
    changed: '⚠️ The hooks have changed since I showed them. Now they are:',
    off: 'Hooks are off here. None of them runs any more.',
    notOn: 'No hooks were accepted here.\nTo see them: /hooks',
    unusable: (path: string, why: string) => `⚠️ I can't use ${path}: ${why}.`,
    notAccepted: (path: string) =>
      `🪝 This project has hooks that don't run.\nNobody accepted ${path} as it is now. An owner can look: /hooks`,
    asks: (text: string) => `A hook of the project asks: ${text}`,
    said: (text: string) => `🪝 A hook says: ${text}`,
  },
  fault: {
    closed: 'it leads elsewhere, or the system refuses it',
    'too-large': "it's larger than 256 KB",
    'not-json': "it isn't the JSON I expect",
    'too-many': 'it has more than 50 hooks',
  } satisfies Record<HooksFault, string>,
};
