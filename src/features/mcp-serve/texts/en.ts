/** What people read about tasks that other agents give. */
export const english = {
  status: (name: string, task: string) => `🤖 For the agent ${name}: ${task}`,
  /** To every owner, once. */
  stopped: {
    one: (name: string, task: string) =>
      `🛑 The token of ${name} was revoked.\nI stopped its task: ${task}\nWhat it had changed stays. To look: wasap sessions`,
    several: (name: string, count: string, tasks: string) =>
      `🛑 The token of ${name} was revoked.\nI stopped its ${count} tasks:\n${tasks}\nWhat they had changed stays. To look: wasap sessions`,
  },
  token: {
    made: (name: string) => `Token for the agent ${name}. I show it only once:`,
    useIt: 'Put this into the other agent, as an MCP server:',
    rights: {
      member: (projects: string) =>
        `It can start tasks in ${projects}.\nIf a task needs a yes, I ask you, never the agent.`,
      reader: (projects: string) => `It can ask about ${projects}, and change nothing.`,
    },
    notHere: (projects: string) => `⚠️ No project here has this name yet: ${projects}`,
    everyProject: 'every project',
    takeBack: (name: string) => `To take it back: wasap mcp token revoke ${name}`,
    none: 'No agent has a token yet.\nMake one: wasap mcp token add <name>',
    agent: 'Agent',
    role: 'Role',
    madeOn: 'Made',
    projects: 'Projects',
    revokedOn: (date: string) => `revoked ${date}`,
    revoked: (name: string) =>
      `The token of ${name} no longer works.\nIts open tasks stop, and I tell every owner.`,
    unknown: (name: string) => `No agent ${name} has a token.\nList them: wasap mcp token list`,
    taken: (name: string) =>
      `The name ${name} was used before.\nIts tasks are still stored. Choose another name.`,
    badName: 'Choose another name, like ci-bot.\nUp to 30 lower-case letters, digits and -.',
    needsProject: 'A member needs projects. Add: --workspace <name>',
  },
  serve: {
    noToken: 'I need a token in MCP_SERVE_TOKEN.\nMake one: wasap mcp token add <name>',
    listens: (address: string) =>
      `Other agents reach me here, with their token:\n${address}\nTo stop: Ctrl-C`,
    portTaken: (port: number, why: string) =>
      `I can't listen on port ${port} (${why}). Choose another: --port`,
  },
};
