import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, ModelMessage } from '../../src/contracts/model.ts';
import type { TaskPlan } from '../../src/contracts/session.ts';
import { anyCharacter } from '../support/any-character.ts';
import { atLevel } from '../support/level.ts';
import { sessionRecord } from '../support/session-record.ts';
import { databasePath, execute, freshStore, storeWithSession, thrownBy } from './store-file.ts';

const RUNS = atLevel({ quick: 150, full: 500, soak: 5000 });
const ID = sessionRecord().id;

// Texts of any characters hold NUL; integer-like and odd keys are what objects reorder or drop.
const key = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('0', '10', '9', '-1', '__proto__', 'type'),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: anyCharacter }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(key, tie('json'), { maxKeys: 5 }),
  ),
}));
const block = fc
  .tuple(fc.dictionary(key, json, { maxKeys: 5 }), fc.constantFrom('text', 'thinking', 'tool_use'))
  .map(([rest, type]) => ({ ...rest, type }) as Block);
const message = fc.record<ModelMessage>({
  role: fc.constantFrom('user', 'assistant'),
  content: fc.array(block, { maxLength: 4 }),
});

test('the history read is, as JSON text, the history appended', () => {
  const store = freshStore(':memory:');
  let session = 0;
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
      session += 1;
      const { id } = sessionRecord({ id: `session-${session}` as typeof ID });
      store.sessions.create(sessionRecord({ id }));
      messages.forEach((one, seq) => {
        store.history.append(id, seq, one);
      });
      expect(JSON.stringify(store.history.all(id))).toBe(JSON.stringify(messages));
    }),
    { numRuns: RUNS },
  );
});

test('keys keep the order in which they came from the API', () => {
  const { history } = storeWithSession();
  const text =
    '{"role":"assistant","content":[{"type":"tool_use","id":"t","input":{"z":1,"a":{"y":2,"b":3}}}]}';
  history.append(ID, 0, JSON.parse(text));
  expect(JSON.stringify(history.all(ID)[0])).toBe(text);
});

test('messages come in the order of their numbers', () => {
  const { history } = storeWithSession();
  for (const seq of [10, 2, 0]) {
    history.append(ID, seq, { role: 'user', content: [{ type: 'text', text: String(seq) }] });
  }
  expect(history.all(ID).map((one) => one.content[0]?.text)).toEqual(['0', '2', '10']);
});

test('a number is used once per session', () => {
  const { history } = storeWithSession();
  history.append(ID, 0, { role: 'user', content: [] });
  expect(() => history.append(ID, 0, { role: 'user', content: [] })).toThrow('UNIQUE constraint');
});

test('a row that is not a message is refused by name', () => {
  const file = databasePath();
  const { history } = storeWithSession(file);
  history.append(ID, 0, { role: 'user', content: [] });
  execute(file, `UPDATE history SET message = '{"role":"system","content":[]}'`);
  expect(thrownBy(() => history.all(ID))).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('not a message of a model'),
  });
});

test('the plan is the last one set', () => {
  const { history } = storeWithSession();
  const plan: TaskPlan = {
    steps: [
      { title: 'Find it', status: 'done', note: 'in login.ts' },
      { title: 'Mend it', status: 'pending' },
    ],
  };
  history.setPlan(ID, { steps: [{ title: 'Think', status: 'in_progress' }] });
  history.setPlan(ID, plan);
  expect(history.plan(ID)).toEqual(plan);
});

test('a session without a plan has none', () => {
  expect(storeWithSession().history.plan(ID)).toBeUndefined();
});
