import * as z from 'zod';
import { id, ownJson } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import type { RoutingAnswer, RoutingStore } from '../routings.ts';

const Row = z.object({
  seq: z.int(),
  conversation: id<'conversation'>(),
  locale: z.enum(['en', 'es']),
  requester: z.string(),
  workspace: z.string(),
  request: z.string(),
  inboxSeqs: ownJson<readonly number[]>(),
  answers: ownJson<readonly RoutingAnswer[]>(),
  state: z.enum(['wanted', 'asked', 'offered', 'accepted', 'cancelled', 'replaced', 'failed', 'passed']),
  material: z.string(),
  messageId: z.string(),
  atMs: z.int(),
});

const SELECT = `SELECT seq, conversation, locale, requester, workspace, request, inbox_seqs AS inboxSeqs, answers, state, material,
  message_id AS messageId, at_ms AS atMs FROM routings`;
const IS_OPEN = `state IN ('wanted', 'asked', 'offered')`;

export function createRoutingStore(database: Database): RoutingStore {
  const replace = database.write(`
    UPDATE routings SET state = 'replaced'
    WHERE conversation = @conversation AND requester = @requester AND ${IS_OPEN}`);
  const add = database.write(`
    INSERT INTO routings (instance, conversation, locale, requester, workspace, request, inbox_seqs, answers, state,
      material, message_id, at_ms)
    VALUES (@instance, @conversation, @locale, @requester, @workspace, @request, @inboxSeqs, '[]', 'wanted', '',
      @messageId, @atMs)`);
  const addMessage = database.write(
    'INSERT OR IGNORE INTO routing_messages (conversation, message_id, routing) VALUES (@conversation, @messageId, @seq)',
  );
  const one = database.read(`${SELECT} WHERE seq = @seq`, Row);
  const ofMessage = database.read(
    `${SELECT} WHERE seq = (
       SELECT routing FROM routing_messages WHERE conversation = @conversation AND message_id = @messageId)`,
    Row,
  );
  const open = database.read(
    `${SELECT} WHERE conversation = @conversation AND requester = @requester AND ${IS_OPEN}
     ORDER BY seq DESC LIMIT 1`,
    Row,
  );
  const unfinished = database.read(
    `${SELECT} WHERE instance = @instance AND state = 'wanted' ORDER BY seq`,
    Row,
  );
  const ask = database.write(
    "UPDATE routings SET state = @state, material = @material, at_ms = @atMs WHERE seq = @seq AND state = 'wanted'",
  );
  const note = database.write("UPDATE routings SET answers = @answers WHERE seq = @seq AND state = 'asked'");
  const again = database.write(`
    UPDATE routings SET answers = @answers, state = 'wanted', message_id = @messageId, instance = @instance, at_ms = @atMs
    WHERE seq = @seq AND state = 'asked'`);
  const end = database.write(`UPDATE routings SET state = @as WHERE seq = @seq AND ${IS_OPEN}`);
  const removeOld = database.write(`
    DELETE FROM routings WHERE seq IN (
      SELECT seq FROM routings WHERE at_ms < @beforeMs AND state <> 'wanted' ORDER BY at_ms LIMIT @most)`);

  return {
    add({ sources = [], inboxSeqs = [], ...routing }) {
      const { conversation, requester } = routing;
      replace.run({ conversation, requester });
      const seq = add.run({ ...routing, inboxSeqs: JSON.stringify(inboxSeqs) }).rowid;
      for (const messageId of sources) addMessage.run({ conversation, messageId, seq });
      return seq;
    },
    get: (seq) => one.get({ seq }),
    findByMessage: (conversation, messageId) => ofMessage.get({ conversation, messageId }),
    findOpen: (conversation, requester) => open.get({ conversation, requester }),
    listUnfinished: (instance) => unfinished.all({ instance }),
    setQuestion(seq, { polls, ...asked }) {
      if (ask.run({ seq, ...asked }).changes === 0) return false;
      const { conversation, messageId: question } = one.get({ seq }) ?? {};
      for (const messageId of [question, ...polls]) addMessage.run({ conversation, messageId, seq });
      return true;
    },
    setAnswers(seq, answers, wanted) {
      const row = { seq, answers: JSON.stringify(answers) };
      const { changes } = wanted === undefined ? note.run(row) : again.run({ ...row, ...wanted });
      return changes > 0;
    },
    end: (seq, as) => end.run({ seq, as }).changes > 0,
    removeOld: (beforeMs, most) => removeOld.run({ beforeMs, most }).changes,
  };
}
