import type { OutsideAgentStore, Person } from '../../contracts/access.ts';
import type { Texts } from '../../core/texts/texts.ts';

/** Name of the channel of other agents, and of its account. */
export const OUTSIDE = 'mcp';

const SENDER = new RegExp(`^${OUTSIDE}:(.+)$`, 's');

/** The name of another agent as a sender and as the owner of its tasks. No phone number begins like this. */
export function outsideSender(name: string): string {
  return `${OUTSIDE}:${name}`;
}

/** The name of the agent behind a sender; undefined for a person. */
export function outsideName(sender: string): string | undefined {
  return SENDER.exec(sender)?.[1];
}

/**
 * The agent as a person, with the rights of its token; undefined for a person, and for an agent whose token is revoked.
 */
export function outsidePerson(
  sender: string,
  agents: Pick<OutsideAgentStore, 'findByName'>,
): Person | undefined {
  const name = outsideName(sender);
  const agent = name === undefined ? undefined : agents.findByName(name);
  return agent && { phone: sender, role: agent.role, workspaces: agent.workspaces };
}

/** Says whose task it is to another person who is asked about it. */
export function whoseTask(owner: string, { approvals }: Pick<Texts, 'approvals'>): string {
  const name = outsideName(owner);
  return name === undefined ? approvals.ofMember(owner) : approvals.ofAgent(name);
}
