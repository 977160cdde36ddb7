import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { Clock } from '../../core/clock.ts';
import type { ChosenModelStore } from './model-choice.ts';

/** The chosen model of a chat that moves. On a machine whose settings do not list it, the usual one is used. */
export function modelState(rows: ChosenModelStore, clock: Pick<Clock, 'nowMs'>): ChatState<string> {
  return {
    name: 'model',
    schema: z.string(),
    read: (conversation) => rows.find(conversation),
    write(conversation, model) {
      if (model === undefined) rows.forget(conversation);
      else rows.choose(conversation, model, clock.nowMs());
    },
  };
}
