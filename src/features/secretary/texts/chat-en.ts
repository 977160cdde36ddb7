/** The secretary in a chat: its questions, and the results of the answers. */
export const chat = {
  help: [
    '🧭 /secretary finds who fits a request, and asks you before anything begins.',
    '/secretary <request> - in your own words: /secretary review the login for holes',
    '/secretary mode - how it works in this project',
    '/secretary mode manual|aware|proactive - changes that',
    '/secretary trust <name> - lets one that comes with the project use what its file names',
    '/secretary cancel - forgets what is open',
    'You answer with the name of an option or its number, or write the name of another specialist.',
  ].join('\n'),
  modes: 'The modes are manual, aware and proactive: /secretary mode aware',
  tooLong: (most: string) => `That is too long for a request: at most ${most} characters. Say it shorter.`,
  looking: '🧭 Looking for who fits…',
  howToAnswer: 'Answer in one message, in your own words. /secretary cancel forgets it.',
  forTask:
    'Is that for the task, or for the secretary? For the secretary: reply to its question, or /secretary answer <words>. For the task: #1 and the words, or reply to a message about it.',
  noneOpen: 'There is no open question of the secretary.',
  nowWho:
    'That was answered before. What is open now is who does it: answer that question, or write /secretary cancel.',
  noted: 'Noted. The rest of the questions, please, in one message or as votes.',
  /** Reply to an answer that comes too late. */
  over: {
    accepted: 'That was answered before; nothing more was begun.',
    cancelled: 'That was cancelled. Ask again with /secretary <request>.',
    replaced: 'A later request took its place; nothing of this one begins.',
    failed: 'Nothing came of that request. Ask again with /secretary <request>.',
    passed: 'Nobody was made for that, so it was answered as plain words.',
    expired: 'That question is older than a day. Ask again with /secretary <request>.',
  },
  otherProject: (asked: string, here: string) =>
    `That was about ${asked}, and this chat works in ${here} now. Switch back (/workspace ${asked}), or ask again with /secretary <request>.`,
  reading: (agent: string) =>
    `🔒 ${agent} comes with the project, and you have not accepted its file: it may read and change nothing. An owner can change that: /secretary trust ${agent}`,
  gone: (agent: string) => `${agent} is not there any more. Ask again with /secretary <request>.`,
  changed: (agent: string) =>
    `The file of ${agent} was changed meanwhile, so it was not begun. Ask again with /secretary <request>.`,
  trust: {
    ask: (agent: string, file: string, tools: string) =>
      `🔑 ${agent} (${file}) would work with: ${tools}\nUnder the same questions and limits as any task. Read the file first. /secretary trust ${agent} yes accepts it as it is now; once it is changed it only reads again.`,
    all: 'all that a task has',
    accepted: (agent: string) =>
      `✅ Accepted: ${agent}, as it is now. /secretary trust ${agent} off takes it back.`,
    showFirst: (agent: string) =>
      `That is not the file that I showed you in the last hour. Look first: /secretary trust ${agent}`,
    notAccepted: (agent: string) => `${agent} was not accepted here.`,
    yours: (agent: string) => `${agent} does not come with the project: it needs no yes.`,
    how: 'Name one that comes with the project: /secretary trust project:fixer',
  },
  worksWith: (agent: string, model: string) => `💲 ${agent} works with the model ${model}: its file says so.`,
  unknownModel: (model: string, used: string) =>
    `Its file wants the model ${model}, which is no model of agent.yaml, or may be several: it works with ${used}.`,
  noSuchCommand: (name: string) => `${name} does not exist here. Choose a specialist, or cancel.`,
  broken: 'Something went wrong on my side while I looked for somebody. Nothing was begun. Ask again.',
};
