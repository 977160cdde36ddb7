/** `/model`: which models there are, and which one a chat uses. */
export const english = {
  command: {
    usage: '/model [name]',
    summary: 'choose the model',
    more: 'Alone, it lists the models with their price and working window.\n/model opus - new tasks and questions here use it\n/model usual - back to the one of the settings\nFor a single task: /agent --model opus <task>\nRunning tasks keep the model they started with.',
  },
  used: (name: string) => `🧠 This chat uses ${name}.`,
  price: (input: string, output: string) => `${input} in, ${output} out per million tokens`,
  noPrice: 'price unknown',
  window: (tokens: string) => `window ${tokens}`,
  effort: (effort: string) => `effort ${effort}`,
  howTo: (number: number, name: string) =>
    `Switch this chat: /model ${number}\nFor a single task: /agent --model ${name} <task>`,
  howBack: 'Back to the usual one: /model usual',
  ofMachine: (cell: string) => `🖥️ From the settings of ${cell}.\nChats on another machine use its list.`,
  chosen: (name: string) => `🧠 New tasks here use ${name}.\nRunning tasks keep theirs.`,
  usual: (name: string) => `🧠 New tasks here use the usual model: ${name}.`,
  already: (name: string) => `🧠 This chat already uses ${name}.`,
  notInGroup: 'In a group, only an owner can choose the model.',
  /** Line of /status. */
  status: (name: string) => `🧠 New tasks here use ${name} (/model)`,
};
