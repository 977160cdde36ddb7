/** `/voice`: what it says, and what is spoken. */
export const english = {
  command: {
    usage: '/voice [on|off]',
    summary: 'hear the reports',
    more: "When a task ends, its report also comes as a voice note of up to 30 seconds. The text always comes first.\n/voice on - hear reports\n/voice questions - hear reports and questions\n/voice off - only text again\nIf something can't be undone, I never take a yes by voice.",
  },
  /** By what the chat hears. */
  hears: {
    reports: '🔊 Reports here also come as voice notes.',
    questions: '🔊 Reports and questions here also come as voice notes.',
    nothing: '🔇 Everything here comes as text.',
  },
  howTo: {
    reports: 'Questions too: /voice questions\nBack to text: /voice off',
    questions: 'Only reports: /voice on\nBack to text: /voice off',
    nothing: 'To hear the reports of tasks: /voice on',
  },
  notSetUp: '🔇 No speech service is set up.\nOn my machine, set SPEECH_URL in .env and restart me.',
  cannotPlay: "🔇 I can't play voice notes in this chat. WhatsApp can.",
  unknown: "I don't know that choice.\nThere are: /voice on, /voice questions, /voice off",
  notInGroup: 'In a group, only an owner can change this.',
  trouble: (why: string) =>
    `🔇 No voice note: ${why}\nReports still come as text. I keep trying. To stop: /voice off`,
  why: {
    key: 'the speech service rejects SPEECH_KEY.',
    answer: 'the speech service sent nothing I can play.',
    late: 'the speech service took too long.',
    unreachable: "I can't reach the speech service.",
    long: 'it would last more than 30 s.',
  },
  /** Line of /status. */
  status: '🔊 Voice notes are on here (/voice)',
  /** Whole sentences, as they are spoken. */
  spoken: {
    done: (task: string) => `Done: ${task}.`,
    untested: (task: string) => `Done, but not tested: ${task}.`,
    unproven: (task: string) => `Not done: ${task}. The chat says what's missing.`,
    parked: (task: string) => `Paused: ${task}. The chat says why.`,
    failed: (task: string) => `Failed: ${task}. The chat says why.`,
    files: (count: number) => (count === 1 ? 'One file changed.' : `${count} files changed.`),
    passed: (count: number) => (count === 1 ? 'One test passed.' : `${count} tests passed.`),
    failing: (count: number) => (count === 1 ? 'One test failed.' : `${count} tests failed.`),
    commits: (count: number) => (count === 1 ? 'I made one commit.' : `I made ${count} commits.`),
    pushed: "It's pushed.",
    pullRequest: (number: number) => `Pull request ${number} is open.`,
    claim: 'The agent says, unchecked:',
    forTask: (task: string) => `This is for the task: ${task}.`,
    answer: 'Answer in the chat, or with a voice note.',
    answerInWriting: "It can't be undone, so answer in writing.",
    dot: 'dot',
    link: 'a link',
    secret: 'a secret',
  },
};
