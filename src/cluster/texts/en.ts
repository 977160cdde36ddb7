/** The other machines, as a chat and the doctor say of them. */
export const machineTexts = {
  cell: (name: string) => `Cell ${name}`,
  front: (name: string) => `Front ${name}`,
  running: 'running',
  draining: 'draining',
  gone: (span: string) => `gone for ${span}`,
  tasks: (running: string) => `tasks ${running}`,
  tasksWaiting: (running: string, waiting: string) => `tasks ${running} + ${waiting} waiting`,
  today: (money: string) => `${money} today`,
  chats: (count: string) => `chats: ${count}`,
  messages: (count: string, span: string) => `messages waiting: ${count} (${span})`,
  heard: (span: string) => `${span} ago`,
  here: (name: string) => `🖥️ I'm the cell ${name}. The others:`,
  asOf: (span: string) => `⚠️ PostgreSQL doesn't answer. As of ${span} ago:`,
  unseen: "⚠️ PostgreSQL doesn't answer. I've seen no machine yet.",
  alone: 'No other machine yet. Start one: wasap cell',
  more: (count: string) => `… and more: ${count}. In a terminal: wasap cluster status`,
  together: (facts: string) => `All cells together: ${facts}`,
  verified: (entry: string, span: string, hash: string) =>
    `record intact up to ${entry}, checked ${span} ago, hash ${hash}`,
  broken: (span: string) => `record broken, checked ${span} ago`,
  unverified: 'record not checked yet',
};
