/** `/cost`: what tasks cost, expected and actual. */
export const english = {
  command: {
    usage: '/cost [#n]',
    summary: 'what tasks and today cost',
    more: 'You see the expected and the actual cost. I can estimate after three finished tasks in a project.\nOwners also see what each person spent today.',
  },
  task: (task: string) => `🧾 ${task}`,
  noTask: '🧾 No tasks here yet. Start one: /agent <task>',
  spentOf: (spent: string, cap: string) => `${spent} of ${cap}`,
  cached: (percent: number) => `${percent} % of what the model read came from its cache`,
  people: '👥 Today, by person:',
  person: (who: string, spent: string) => `+${who}: ${spent}`,
  local: (spent: string) => `this machine: ${spent}`,
  lately: '📊 Finished here, expected and actual:',
};
