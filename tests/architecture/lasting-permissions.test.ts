import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Action,
  type ChatCommand,
  type CommandContext,
  type FeatureAction,
  isFeatureAction,
} from '../../src/contracts/commands.ts';
import type { ActionHandler, Feature } from '../../src/contracts/feature.ts';
import { commandsOf } from '../../src/features/contributions.ts';
import { assertSaysWhatItGrants, handlerOf } from '../../src/gateway/feature-actions.ts';
import { gatewayRig } from '../support/gateway-rig.ts';

const SOURCE = path.resolve(import.meta.dirname, '../../src');

/** What gives something that lasts, and with which words: a lock asks for a code beside each of these. */
const GRANTING = [
  'command-files.review',
  'command-files.trust',
  'hooks.review',
  'hooks.trust',
  'mcp.decide',
  'mcp.review',
  'secretary.trust',
  'skills.review',
  'skills.trust',
];

/** Fields with which an action says yes, whichever of them it has; and those with which it does not. */
const YES = { isYes: true, change: 'accept', answer: 'yes', project: '/projects/shop' };
const NO = { isYes: false, change: 'show', answer: 'ask', project: '/projects/shop' };

/** Paths below `src/`, of the files in this folder of it. */
function sourceFiles(folder: string): readonly string[] {
  return readdirSync(path.join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file));
}

function textOf(file: string): string {
  return readFileSync(path.join(SOURCE, file), 'utf8');
}

async function handlersByKind(): Promise<readonly (readonly [string, ActionHandler])[]> {
  const rig = await gatewayRig();
  onTestFinished(() => rig.remove());
  return rig.features.flatMap(({ actions = {} }) =>
    Object.entries(actions as Readonly<Record<string, ActionHandler>>),
  );
}

async function granting(fields: object): Promise<readonly string[]> {
  const handlers = await handlersByKind();
  return handlers
    .filter(([kind, handler]) => handler.grants({ kind, ...fields } as FeatureAction))
    .map(([kind]) => kind)
    .toSorted();
}

test('each handler says for itself whether its yes lasts, and these do', async () => {
  const silent = (await handlersByKind()).filter(([, { grants }]) => typeof grants !== 'function');
  expect(silent.map(([kind]) => kind)).toEqual([]);
  expect(await granting(YES)).toEqual(GRANTING);
});

test('to show, to ask and to take back needs no code', async () => {
  expect(await granting(NO)).toEqual([]);
  expect(await granting({ ...NO, change: 'revoke', answer: 'off' })).toEqual([]);
});

/** The doors through which something becomes lasting: trust in a file, a grant, a server of a project. */
const DOOR = /\btrust\.accept\(|\btrust\[\w+\]\(|\bgrants\.add\(|\brows\.accept\(/;

test('nothing else stores a permission that lasts', () => {
  const doors = sourceFiles('.').filter((file) => DOOR.test(textOf(file)));
  // A new place here: let the handler that leads to it say so in `grants`, name the handler above and the place here.
  expect(doors.toSorted()).toEqual([
    'features/mcp/commands/mcp-command.ts',
    'features/secretary/trust-specialist.ts',
    'gateway/actions/carry-out.ts',
    'gateway/people/trust-step.ts',
  ]);
});

test('the lock names no action of another feature', () => {
  const names = sourceFiles('features/lock').flatMap((file) =>
    [...textOf(file).matchAll(/'([a-z-]+)\.[a-z-]+'/g)].map(([, feature]) => feature),
  );
  expect(names.filter((name) => name !== 'lock' && name !== 'factor')).toEqual([]);
});

const handlers: Feature = {
  name: 'planted',
  actions: {
    'planted.look': { grants: () => false },
    'planted.ask': { grants: () => true },
    'planted.accept': { grants: () => true },
  },
};
const look: FeatureAction = { kind: 'planted.look' };
const ask: FeatureAction = { kind: 'planted.ask' };
const accept: FeatureAction = { kind: 'planted.accept' };

test('an action that says it grants nothing cannot bring about one that does', () => {
  const judged = (performed: FeatureAction, returned: readonly FeatureAction[]) => () =>
    assertSaysWhatItGrants(performed, returned, [handlers]);
  expect(judged(look, [look])).not.toThrow();
  expect(judged(ask, [look, accept])).not.toThrow();
  expect(judged(look, [look, accept])).toThrow(
    'planted.look says that it grants nothing, and returned planted.accept',
  );
});

test('an action that nobody carries out is judged by nobody', () => {
  const unknown: FeatureAction = { kind: 'planted.gone' };
  expect(() => assertSaysWhatItGrants(look, [unknown], [handlers])).toThrow(
    'no feature carries out planted.gone',
  );
});

/** How a command may be given the yes that lasts. */
const YES_FORMS = ['yes', 'x yes', 'allow x yes', 'trust x yes'];

test('a command whose yes lasts says so: a code behind it is then kept nowhere', async () => {
  const seen: CommandContext[] = [];
  const probe: ChatCommand = {
    name: 'probe',
    aliases: [],
    topic: 'chat',
    describe: (texts) => texts.commands.cancel,
    run(_rest, context) {
      seen.push(context);
      return [];
    },
  };
  const rig = await gatewayRig({ commands: [probe] });
  onTestFinished(() => rig.remove());
  await rig.say('/probe');
  const [context] = seen;
  if (context === undefined) throw new Error('the probe was not asked');
  const grants = (action: Action): boolean =>
    isFeatureAction(action) && handlerOf(action, rig.features).grants(action);
  const all = commandsOf(rig.features);
  const lasting = all.filter(({ run }) => YES_FORMS.some((form) => run(form, context).some(grants)));
  expect(lasting.map(({ name }) => name).toSorted()).toEqual(
    all.flatMap(({ name, takesYes }) => (takesYes === true ? [name] : [])).toSorted(),
  );
  expect(lasting).not.toEqual([]);
});
