const AGENT_FILE = /(?:^|\/)agents\/[^/]+\.md$/;
const BELOW_COMMANDS = /(?:^|\/)commands\//;

/** Whether a file that an owner accepted describes a specialist, and is no command file. @param path below the workspace */
export function isAgentFile(path: string): boolean {
  return AGENT_FILE.test(path) && !BELOW_COMMANDS.test(path);
}
