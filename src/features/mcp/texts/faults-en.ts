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
