/** What goes wrong with an MCP server. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  'needs-variable': (name: string, variable: string, where: string, file: string) =>
    `The MCP server ${name} needs ${variable}. Set it under "${where}" in your ${file}.`,
  'no-address': (name: string) =>
    `The MCP server ${name} has no usable address, so I don't use it. Correct its url.`,
  'of-server': (name: string, why: string) => `The MCP server ${name}: ${why}`,
  'call-stopped': (name: string) => `I stopped the call to the MCP server ${name}.`,
  late: (name: string, seconds: number) =>
    `The MCP server ${name} did not answer within ${seconds} s. It may have acted; verify before repeating.`,
  failed: (name: string, why: string) => `The MCP server ${name} failed: ${why}`,
  'not-waited': (name: string) => `The MCP server ${name} was not waited for.`,
  ending: 'The program is ending.',
  resting: (name: string, times: number, seconds: number, why: string) =>
    `The MCP server ${name} has failed ${times} times and is not tried again for ${seconds} s. ${why}`,
  'too-many': (most: number) => `${most} MCP servers are in use already.`,
  unreachable: (host: string, why: string) => `${host} cannot be reached: ${why}.`,
  'not-public': (host: string) => `The server points to ${host}, which is no public https address.`,
  'login-request': (host: string) =>
    `The login wants a request to ${host} that I never send, so nobody was logged in.`,
  redirect: (host: string) => `${host} answers with a redirect, which is not followed.`,
  'sent-too-much': (most: number) => `The server sent more than ${most} MB.`,
  'wants-login': (name: string) =>
    `The MCP server ${name} wants a login. In a terminal of this machine: wasap mcp login ${name}`,
  ended: 'The server has ended.',
  'message-too-large': (most: number) => `It was ended because it sent more than ${most} MB in one message.`,
  'too-many-unasked': (most: number) =>
    `It was ended because it sent ${most} messages that nobody asked for.`,
  'ended-itself': (name: string) => `The MCP server ${name} ended by itself.`,
};

/** What is said about MCP servers, and what they may do. */
export const english = {
  command: {
    usage: '/mcp [server]',
    summary: 'tools from outside (MCP)',
    more: "/mcp docs - the tools of docs\n/mcp allow docs - see what would start, and allow it\n/mcp off docs - stop docs and don't start it again\nOnly owners can allow one or switch it off.",
  },
  /** In a question about a call; shown exactly, so without marks. */
  asked: {
    saysItReads: 'The server says this only reads. Nobody checked that.',
    saysItDestroys: 'The server says this may destroy data.',
  },
  list: {
    /** Why an entry is not used. */
    reason: (reason: string) => reason,
    none: 'No MCP servers yet.\nPut them in .mcp.json of the project,\nor in mcp.json of your configuration folder.',
    title: (project: string) => `🔌 MCP servers of ${project}:`,
    whose: {
      own: "the owner's",
      project: (file: string) => `from ${file}`,
    },
    states: {
      running: 'running',
      resting: 'starts when needed',
      failing: 'failing',
      unasked: 'not tried yet',
    },
    tools: countTools,
    waiting: (name: string) => `waits for a yes: /mcp allow ${name}`,
    changed: (name: string) => `changed, waits for a new yes: /mcp allow ${name}`,
    off: (name: string) => `off. Switch it on: /mcp allow ${name}`,
    more: (name: string) => `Tools of one: /mcp ${name}`,
  },
  tools: {
    title: (name: string, count: number) => `🔌 ${name} has ${countTools(count)}:`,
    none: (name: string) => `🔌 I don't know any tools of ${name} yet.\nI ask it when a task starts.`,
    reads: 'says it only reads',
    destroys: 'says it may destroy data',
    noQuestion: 'without asking',
    more: (count: number) => `and ${count} more`,
    prompts: (names: string) => `Prompts: ${names}`,
    data: "These are the server's words. I ask before each call.",
  },
  allow: {
    title: (name: string) => `🔌 Allow the MCP server ${name}?`,
    from: (file: string) => `It comes from ${file} and starts exactly this:`,
    reached: (file: string) => `It comes from ${file} and is reached at exactly this address:`,
    with: (pair: string) => `With ${pair}`,
    gets: (names: string) => `It gets these variables of yours: ${names}`,
    may: {
      sandbox: 'It runs in the sandbox and reads this project.',
      noSandbox: 'No sandbox here: it can do anything your user can.',
      sandboxUnknown: "I don't know yet if there's a sandbox.\nWithout one it can do anything your user can.",
      writes: 'It can change files of this project.',
      network: 'It can use the network.',
      noNetwork: 'It has no network.',
      elsewhere: 'Whatever a tool is given leaves this machine.',
    },
    confirm: (name: string) =>
      `I still ask before each of its calls.\nIf it changes, I ask again.\nTo allow exactly this: /mcp allow ${name} yes`,
    changed: (name: string) => `⚠️ ${name} has changed since I showed it. Now it is:`,
    accepted: (name: string) =>
      `✅ Allowed ${name} as it is now.\nNew tasks can use it. To take that back: /mcp off ${name}`,
    already: (name: string) => `${name} is allowed as it is now.\nTo take that back: /mcp off ${name}`,
    on: (name: string) => `✅ ${name} is on again.\nNew tasks can use it.`,
  },
  off: (name: string) => `🔌 ${name} is off.\nTo use it again: /mcp allow ${name}`,
  unknown: (name: string) => `There's no MCP server ${name} here.\nTo see them: /mcp`,
  notInGroup: "I don't decide this in a group.\nSend it in our own chat.",
  prompt: {
    gone: (name: string) => `I can't find the prompt ${name} any more.\nTo see them: /mcp`,
    missing: (name: string, needed: string) =>
      `This prompt needs ${needed}.\nFor example: /${name} <${needed}>`,
    lookedElsewhere: "This chat's project has just changed. Send that again.",
  },
  cli: {
    name: 'Server',
    from: 'From',
    state: 'State',
    usable: 'can start',
    waiting: 'waits for a yes in the chat: /mcp allow',
    changed: 'changed, waits for a new yes: /mcp allow',
    off: 'off',
    works: (name: string, tools: number, ms: number) => `✅ ${name}: ${countTools(tools)} in ${ms} ms`,
    noSuch: (name: string) => `There's no MCP server ${name} here. List them: wasap mcp list`,
    noLogin: (name: string) => `${name} has no address, so it takes no login.`,
    notAllowed: (name: string) =>
      `${name} isn't allowed yet, so I can't log in.\nAllow it in the chat: /mcp allow ${name}`,
    openPage: (address: string) => `Open this page and log in:\n${address}`,
    loggedIn: (name: string) => `✅ Logged in to ${name}.`,
    needsNoLogin: (name: string) => `✅ ${name} answers without a login.`,
    pageDone: 'Logged in. You can close this page.',
    nobodyLoggedIn: 'Nobody logged in. Start again: wasap mcp login',
    refused: (why: string) =>
      `The server refused the login (${why}).\nNothing was kept. Try again: wasap mcp login`,
    pageFailed: 'The login failed. Look at the terminal.',
  },
  faults,
};

function countTools(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}
