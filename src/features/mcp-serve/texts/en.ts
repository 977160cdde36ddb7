/** What people read about tasks that other agents give. */
export const english = {
  status: (name: string, task: string) => `🤖 For the agent ${name}: ${task}`,
  token: {
    made: (name: string) => `Token for the agent ${name}. I show it only now:`,
    useIt: 'In the other agent, as an MCP server:',
    rights: {
      member: (projects: string) =>
        `It can start tasks in ${projects}.\nWhat needs a yes is asked of you, never of it.`,
      reader: (projects: string) => `It can ask about ${projects}, and changes nothing.`,
    },
    everyProject: 'every project',
    takeBack: (name: string) => `To take it back: wasap mcp token revoke ${name}`,
    none: 'No agent has a token yet.\nMake one: wasap mcp token add <name>',
    agent: 'Agent',
    role: 'Role',
    madeOn: 'Made',
    projects: 'Projects',
    revokedOn: (date: string) => `revoked ${date}`,
    revoked: (name: string) => `The token of ${name} no longer works.\nIts open tasks do nothing more.`,
    unknown: (name: string) => `No agent ${name} has a token.\nList them: wasap mcp token list`,
    taken: (name: string) =>
      `The name ${name} was used before.\nIts tasks are still stored. Choose another name.`,
    badName: 'Choose another name, like ci-bot.\nUp to 30 lower-case letters, digits and -.',
    needsProject: 'A member needs projects. Add: --workspace <name>',
  },
  serve: {
    noToken: 'I need a token in MCP_SERVE_TOKEN.\nMake one: wasap mcp token add <name>',
    listens: (address: string) =>
      `Other agents reach me here, with their token:\n${address}\nCtrl-C ends it.`,
    portTaken: (port: number, why: string) =>
      `I can't listen on port ${port} (${why}). Choose another: --port`,
  },
};
