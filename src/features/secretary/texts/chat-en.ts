/** The secretary in a chat: its questions, and the results of the answers. */
export const chat = {
  help: [
    '🧭 /secretary finds the right specialist for a request.',
    'Nothing starts before you confirm.',
    '/secretary <request> - in your own words: /secretary review the login for holes',
    '/secretary mode - how it works in this project',
    '/secretary mode manual|aware|proactive - changes that',
    "/secretary trust <name> - lets one of the project's specialists use what its file names",
    '/secretary cancel - drops the open question',
    "To answer: an option's name or number, or another specialist's name.",
  ].join('\n'),
  modes: 'The modes are manual, aware and proactive.\nFor example: /secretary mode aware',
  tooLong: (most: string) => `That's too long: at most ${most} characters. Please shorten it.`,
  looking: '🧭 Still looking for the right specialist…',
  howToAnswer: 'Answer in one message, in your own words.\nTo cancel: /secretary cancel',
  forTask:
    'Is that for the task or for the secretary?\nFor the secretary: reply to its question, or /secretary answer <words>\nFor the task: #1 <words>, or reply to a message about it',
  /** How to answer where several questions are open. */
  named: (words: string) => `/secretary answer ${words} · /secretary cancel`,
  noneOpen: 'The secretary has no open question.\nTo ask it something: /secretary <request>',
  nowWho: "That's already answered. Now choose who does it.\nTo cancel: /secretary cancel",
  noted: 'Got it. Please answer the other questions too.',
  /** Reply to an answer that comes too late. */
  over: {
    accepted: 'That was already answered. Nothing more started.',
    cancelled: 'That was cancelled.\nTo ask again: /secretary <request>',
    replaced: 'A later request replaced that one. Nothing of it starts.',
    failed: 'Nothing came of that request.\nTo ask again: /secretary <request>',
    passed: 'No specialist fits that, so I answered it as usual.',
    expired: 'That question is more than a day old.\nTo ask again: /secretary <request>',
  },
  otherProject: (asked: string, here: string) =>
    `That was about ${asked}, and this chat is now in ${here}.\nSwitch back: /workspace ${asked}\nOr ask again: /secretary <request>`,
  reading: (agent: string) =>
    `🔒 ${agent} can only read: its file isn't accepted.\nIt comes with the project. An owner can accept it: /secretary trust ${agent}`,
  gone: (agent: string) => `${agent} isn't there any more.\nTo ask again: /secretary <request>`,
  changed: (agent: string) =>
    `The file of ${agent} changed, so it didn't start.\nTo ask again: /secretary <request>`,
  trust: {
    ask: (agent: string, file: string, tools: string) =>
      `🔑 ${agent} would work with: ${tools}\nRead its file first: ${file}\nIt has the same limits as any task, and I ask the same questions. If the file changes, it can only read again.\nTo accept it as it is now: /secretary trust ${agent} yes`,
    all: 'everything a task can use',
    accepted: (agent: string) =>
      `✅ Accepted ${agent} as it is now.\nTo take that back: /secretary trust ${agent} off`,
    showFirst: (agent: string) =>
      `I haven't shown you that file in the last hour.\nLook at it first: /secretary trust ${agent}`,
    notAccepted: (agent: string) => `${agent} wasn't accepted here.`,
    yours: (agent: string) => `${agent} isn't from the project, so it needs no approval.`,
    how: "Name one of the project's specialists:\n/secretary trust project:fixer",
  },
  worksWith: (agent: string, model: string) => `🧠 ${agent} uses the model ${model}, as its file says.`,
  unknownModel: (model: string, used: string) =>
    `It works with the model ${used}.\nIts file asks for ${model}, which fits none in agent.yaml, or several.`,
  noSuchCommand: (name: string) => `There is no ${name} here.\nChoose a specialist, or cancel.`,
  broken: 'Something failed on my side, so nothing started.\nPlease ask again.',
};
