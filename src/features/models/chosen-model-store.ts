import * as z from 'zod';
import type { Database } from '../../store/database.ts';
import type { ChosenModelStore } from './model-choice.ts';

export function createChosenModelStore(database: Database): ChosenModelStore {
  const one = database.read(
    'SELECT model FROM chosen_models WHERE conversation = @conversation',
    z.object({ model: z.string() }),
  );
  const put = database.write(`
    INSERT INTO chosen_models (conversation, model, at_ms) VALUES (@conversation, @model, @atMs)
    ON CONFLICT (conversation) DO UPDATE SET model = excluded.model, at_ms = excluded.at_ms`);
  const remove = database.write('DELETE FROM chosen_models WHERE conversation = @conversation');
  return {
    find: (conversation) => one.get({ conversation })?.model,
    choose: (conversation, model, atMs) => void put.run({ conversation, model, atMs }),
    forget: (conversation) => void remove.run({ conversation }),
  };
}
