const BELOW_COMMANDS = /(?:^|\/)commands\//;
const AGENT_FILE = /(?:^|\/)agents\/[^/]+\.md$/;
const SKILL_FILE = /(?:^|\/)SKILL\.md$/;
const HOOKS_FILE = /(?:^|\/)settings(?:\.local)?\.json$/;

/** What a file is that an owner was shown or accepted. @param path below the workspace */
export function trustedKindOf(path: string): 'command' | 'specialist' | 'skill' | 'hooks' {
  if (BELOW_COMMANDS.test(path)) return 'command';
  if (AGENT_FILE.test(path)) return 'specialist';
  if (SKILL_FILE.test(path)) return 'skill';
  return HOOKS_FILE.test(path) ? 'hooks' : 'command';
}
