import { afterEach, expect, test } from 'vitest';
import type { Action } from '../../../src/contracts/commands.ts';
import type { AttachmentResult } from '../../../src/contracts/enclosures.ts';
import type { QuestionFacts } from '../../../src/contracts/store.ts';
import type { ApprovalId } from '../../../src/core/ids.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { withoutSpokenAnswer } from '../../../src/gateway/decide.ts';
import { type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const VOICE = { kind: 'voice', mimeType: 'audio/ogg', name: undefined, bytes: 10, reference: {} } as const;

function facts(rule: string, undoable: QuestionFacts['risk']['undoable']): QuestionFacts {
  return { reason: 'x', rule, risk: { writesOutsideGit: 'no', network: 'yes', undoable } };
}

/** A task that waits for an answer; voice notes are understood as `heard`. */
async function asked(
  heard: string,
  about: QuestionFacts | undefined,
  options: RigOptions = {},
): Promise<void> {
  let runs = 0;
  rig = await gatewayRig({
    locale: 'en',
    sentFiles: { transcribe: async () => heard },
    run: async (_session, agent) => {
      runs += 1;
      return runs === 1
        ? agent.ask({ question: { facts: about, details: 'the thing' } })
        : { kind: 'suspended' };
    },
    ...options,
  });
  rig.phone.fetch = async () => Buffer.from('OggS');
  await rig.say('/agent fix it');
}

const speaks = (text = '') => rig.say(text, { attachments: [VOICE] });
const state = () => rig.store.approvals.get('k7x' as ApprovalId)?.state;

const WRITTEN_ONLY = "✍️ I don't take this by voice: it can't be undone.\nTap the poll or type your answer:";

test.each([
  ['yes', facts('unknown-command', 'no')],
  ['Yes, do it.', facts('unknown-command', 'no')],
  ['no', facts('unknown-command', 'no')],
  ['always', facts('unknown-command', 'no')],
  ['k7x yes', facts('unknown-command', 'no')],
  ['/approve k7x', facts('unknown-command', 'no')],
  ['yes', facts('push-force', 'no')],
  ['yes', facts('push-default-branch', 'unknown')],
  ['yes', facts('push-content', 'unknown')],
])('a spoken %j answers nothing that cannot be undone (%j)', async (heard, about) => {
  await asked(heard, about);
  await speaks();
  expect([state(), rig.phone.texts.at(-1)?.includes('✅')]).toEqual(['pending', false]);
});

test('it says what to do instead, in both languages, and a typed word then counts', async () => {
  await asked('yes', facts('push-force', 'no'));
  await speaks();
  expect(rig.phone.texts.at(-1)?.startsWith(WRITTEN_ONLY)).toBe(true);
  await rig.say('yes');
  expect(state()).toBe('approved');
  await rig.remove();
  await asked('Sí.', facts('push-force', 'no'), { locale: 'es' });
  await speaks();
  expect([state(), rig.phone.texts.at(-1)]).toEqual([
    'pending',
    expect.stringMatching(
      /^✍️ Esto no lo acepto por voz: no se puede deshacer\.\nVota en la encuesta o escribe tu respuesta:\n/,
    ),
  ]);
});

test('a reply to the question by voice answers it no more than any other', async () => {
  await asked('yes', facts('push-force', 'no'));
  await rig.say('', { attachments: [VOICE], quotedId: 'Q1' });
  expect(state()).toBe('pending');
});

test('typed words that were merged with spoken ones do not count either', async () => {
  await asked('yes', facts('push-force', 'no'));
  const answer: Action = { kind: 'answer', approval: 'k7x' as ApprovalId, scope: 'once', words: 'yes\nyes' };
  const enclosed: readonly AttachmentResult[] = [{ kind: 'voice', text: 'yes' }];
  const { store } = rig;
  const taken = withoutSpokenAnswer([answer], { enclosed }, { store, texts: texts('en') });
  expect(taken).toEqual([{ kind: 'reply', text: expect.stringMatching(/^✍️/) }]);
});

test.each([
  ['yes', facts('project-script', 'unknown'), 'approved'],
  ['yes', facts('push-own-branch', 'unknown'), 'approved'],
  ['no', facts('project-script', 'yes'), 'rejected'],
  // A question in the agent's own words permits nothing by itself.
  ['yes', undefined, 'approved'],
])('a spoken %j answers what can be undone (%j)', async (heard, about, becomes) => {
  await asked(heard, about);
  await speaks();
  expect(state()).toBe(becomes);
});
