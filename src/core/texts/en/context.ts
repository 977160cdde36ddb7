/** /context and /compact. */
export const contextTexts = {
  title: (task: string) => `🧠 Context of: ${task}`,
  counted: (tokens: string, window: string) => `${tokens} of ${window} tokens`,
  about: (tokens: string, window: string) => `about ${tokens} of ${window} tokens`,
  parts: "What's in it, roughly:",
  names: {
    system: 'my instructions',
    tools: 'tools',
    task: 'your task',
    summary: 'summary of earlier rounds',
    conversation: 'conversation',
    results: 'tool results',
    free: 'free',
  },
  otherTools: (count: number, tokens: string) => `   ${count} more ${tokens}`,
  due: (tokens: string) => `I compact it at ${tokens}. To do it now: /compact`,
  compactedBefore: (times: number, before: string, after: string) =>
    `Compacted ${times} ${times === 1 ? 'time' : 'times'}, last from ${before} to about ${after}.`,
  none: 'No context yet. Start a task: /agent <task>',
  empty: "This task hasn't started: its context is empty.",
  compacted: (before: string, after: string, cost: string) =>
    `🗜️ Context compacted: ${before} → about ${after} tokens · ${cost}\nI kept the task, your messages, plan, changed files and failing tests word for word.`,
  digested: (before: string, after: string, cost: string) =>
    `🗜️ Context compacted: ${before} → about ${after} tokens · ${cost}\nThe model couldn't write a summary, so I kept a list of what was done.`,
  notCompacted: {
    nothing: 'Nothing to compact yet: hardly more than two rounds so far.',
    money: "I didn't compact: you reached a money or token limit.\n/agent-resume +1 allows $1 more.",
    failed: "I didn't compact: I couldn't ask the model.\nNothing changed. Try /compact again later.",
  },
  compactSoon: "🗜️ I'll compact the context before my next step.",
  compactLater: "🗜️ I'll compact the context when this task continues.",
  compactNow: '🗜️ Compacting the context. This takes a moment.',
};
