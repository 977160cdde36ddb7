import { afterEach, expect, test } from 'vitest';
import type { ChatCommand, CommandContext } from '../../src/contracts/commands.ts';
import { conversationId } from '../../src/core/ids.ts';
import { agentCommand } from '../../src/features/sessions/agent.ts';
import { decideMessage } from '../../src/gateway/decide.ts';
import { ANA, type GatewayRig, gatewayRig } from '../support/gateway-rig.ts';
import { sessionRecord } from '../support/session-record.ts';

const HERE = conversationId('phone', 'ana');

let rig: GatewayRig;
let context: CommandContext;
const asked: string[] = [];
afterEach(() => rig.remove());

/** A chat whose decisions can be made here; `asked` has what they ask the rows of sessions for. */
async function open(...commands: readonly ChatCommand[]): Promise<void> {
  const probe: ChatCommand = {
    name: 'probe',
    aliases: [],
    topic: 'chat',
    describe: (texts) => texts.commands.cancel,
    run(_rest, seen) {
      context = seen;
      return [];
    },
  };
  rig = await gatewayRig({ locale: 'en', commands: [probe, agentCommand, ...commands] });
  await rig.say('/probe');
  const { listOpen, listOpenIn } = context.store.sessions;
  const sessions = {
    ...context.store.sessions,
    listOpen(conversation: Parameters<typeof listOpen>[0]) {
      asked.push('of the chat');
      return listOpen(conversation);
    },
    listOpenIn(folder: string) {
      asked.push('in the folder');
      return listOpenIn(folder);
    },
  };
  context = { ...context, store: { ...context.store, sessions } };
  asked.splice(0);
}

function decided(text: string) {
  const message = { account: 'phone', chat: 'ana', sender: ANA, id: `said ${text}`, text, sentAtMs: 0 };
  return decideMessage(message, context, rig.features).actions;
}

test.each([
  ['/agent mend the login', ['in the folder', 'of the chat']],
  ['what is this?', ['of the chat']],
])('%s is decided with open sessions that are read once', async (text, once) => {
  await open();
  decided(text);
  expect(asked.toSorted()).toEqual(once);
});

test('the next decision sees what has begun since', async () => {
  await open();
  expect(decided('/agent one')).toContainEqual(expect.objectContaining({ instead: 'card' }));
  rig.store.sessions.create(
    sessionRecord({
      conversation: HERE,
      workspace: context.workspace,
      project: context.workspace,
      state: { status: 'running' },
    }),
  );
  expect(decided('/agent two')).not.toContainEqual(expect.objectContaining({ instead: 'card' }));
});

test('a command that keeps its context reads anew with it', async () => {
  let kept: CommandContext | undefined;
  const keeper: ChatCommand = {
    name: 'keep',
    aliases: [],
    topic: 'chat',
    describe: (texts) => texts.commands.cancel,
    run(_rest, seen) {
      kept = seen;
      return [];
    },
  };
  await open(keeper);
  decided('/keep');
  rig.store.sessions.create(sessionRecord({ conversation: HERE, state: { status: 'running' } }));
  expect(kept?.store.sessions.listOpen(HERE)).toHaveLength(1);
});
