import type { VoiceParts } from '../../src/features/voice/voice-feature.ts';

/** No speech service is set up. */
export const NO_VOICE: VoiceParts = {
  redact: (text) => text,
  speak: undefined,
  usdPerMillionCharacters: undefined,
  recordings: {
    keep: async () => Promise.reject(new Error('nothing is recorded in this test')),
    removeOlder: async () => 0,
  },
};
