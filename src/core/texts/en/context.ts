/** /context and /compact. */
export const contextTexts = {
  title: (task: string) => `🧠 Context of: ${task}`,
  counted: (tokens: string, window: string) => `${tokens} of ${window} tokens`,
  about: (tokens: string, window: string) => `about ${tokens} of ${window} tokens`,
  parts: 'Made up of, about:',
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
  due: (tokens: string) => `At ${tokens} I compact it by myself; /compact does it now.`,
  compactedBefore: (times: number, before: string, after: string) =>
    `Compacted ${times} ${times === 1 ? 'time' : 'times'}, last from ${before} to about ${after}.`,
  none: 'There is no task here yet, so there is no context.',
  empty: 'It has not begun: its context is empty.',
  compacted: (before: string, after: string, cost: string) =>
    `🗜️ Context compacted: ${before} → about ${after} tokens · ${cost}\nTask, your messages, plan, changed files and failing tests are kept word for word.`,
  digested: (before: string, after: string, cost: string) =>
    `🗜️ Context compacted: ${before} → about ${after} tokens · ${cost}\nThe model could not write a summary, so I kept a list of what was done instead.`,
  notCompacted: {
    nothing: 'There is nothing to compact: the context holds little more than the last two rounds.',
    money:
      'I did not compact it: a money or token limit is reached. /agent-resume +1 allows one more dollar.',
    failed:
      'I did not compact it: the model could not be asked. Nothing has changed; try /compact again later.',
  },
  compactSoon: '🗜️ I compact the context before my next step.',
  compactLater: '🗜️ I compact the context when this task goes on.',
  compactNow: '🗜️ I compact the context; this takes a moment.',
};
