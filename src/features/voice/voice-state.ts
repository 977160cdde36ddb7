import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { Clock } from '../../core/clock.ts';
import type { VoiceScope, VoiceStore } from './voice.ts';

/** The messages that a moving chat also hears. Trouble with speech is reported anew on the next machine. */
export function voiceState(
  rows: Pick<VoiceStore, 'heardIn' | 'hear' | 'silence'>,
  clock: Pick<Clock, 'nowMs'>,
): ChatState<VoiceScope> {
  return {
    name: 'voice',
    schema: z.enum(['reports', 'questions']),
    read: (conversation) => rows.heardIn(conversation),
    write(conversation, hears) {
      if (hears === undefined) rows.silence(conversation);
      else rows.hear(conversation, hears, clock.nowMs());
    },
  };
}
