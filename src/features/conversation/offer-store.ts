import * as z from 'zod';
import type { Enclosure } from '../../contracts/enclosures.ts';
import { id, optionalText, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { OfferStore } from './offers.ts';

const Row = z.object({
  seq: z.int(),
  conversation: id<'conversation'>(),
  person: z.string(),
  code: z.string(),
  kind: z.enum(['begin', 'continue']),
  session: id<'session'>(),
  project: z.string(),
  task: optionalText,
  words: z.string(),
  enclosure: ownJson<Enclosure>()
    .nullable()
    .transform((value) => value ?? undefined),
  sourceMessage: z.string(),
  messageId: z.string(),
  state: z.enum(['open', 'accepted', 'declined', 'replaced']),
  atMs: z.int(),
});

const SELECT = `SELECT seq, conversation, person, code, kind, session, project, task, words, enclosure,
  source_message AS sourceMessage, message_id AS messageId, state, at_ms AS atMs FROM offers`;
const OF_PERSON = 'conversation = @conversation AND person = @person';

export function createOfferStore(database: Database): OfferStore {
  const insert = database.write(`
    INSERT INTO offers (conversation, person, code, kind, session, project, task, words, enclosure, source_message,
      message_id, state, at_ms)
    VALUES (@conversation, @person, @code, @kind, @session, @project, @task, @words, @enclosure, @sourceMessage,
      @messageId, 'open', @atMs)`);
  const replaceOpen = database.write(
    `UPDATE offers SET state = 'replaced' WHERE ${OF_PERSON} AND state = 'open'`,
  );
  const open = database.read(
    `${SELECT} WHERE ${OF_PERSON} AND state = 'open' ORDER BY seq DESC LIMIT 1`,
    Row,
  );
  const ofMessage = database.read(
    `${SELECT} WHERE conversation = @conversation AND message_id = @messageId`,
    Row,
  );
  const ofCode = database.read(
    `${SELECT} WHERE ${OF_PERSON} AND code = @code ORDER BY seq DESC LIMIT 1`,
    Row,
  );
  const close = database.write("UPDATE offers SET state = @as WHERE seq = @seq AND state <> 'accepted'");
  const removeOld = database.write(
    'DELETE FROM offers WHERE seq IN (SELECT seq FROM offers WHERE at_ms < @beforeMs ORDER BY at_ms LIMIT @most)',
  );
  return {
    add({ enclosure, ...offer }) {
      const { conversation, person } = offer;
      replaceOpen.run({ conversation, person });
      insert.run({ ...offer, enclosure: enclosure === undefined ? undefined : JSON.stringify(enclosure) });
    },
    open: (conversation, person) => open.get({ conversation, person }),
    ofMessage: (conversation, messageId) => ofMessage.get({ conversation, messageId }),
    ofCode: (conversation, person, code) => ofCode.get({ conversation, person, code }),
    close: (seq, as) => close.run({ seq, as }).changes > 0,
    replaceOpen: (conversation, person) => void replaceOpen.run({ conversation, person }),
    removeOld: (beforeMs, most) => removeOld.run({ beforeMs, most }).changes,
  };
}
