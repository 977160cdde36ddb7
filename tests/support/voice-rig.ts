import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createKeptRecordings } from '../../src/files/kept-files.ts';
import { createSpeaker, opusSeconds } from '../../src/models/speech.ts';
import { createRedactor } from '../../src/policy/redaction.ts';
import { FakeChannel } from './fake-channel.ts';
import { type GatewayRig, gatewayRig, type RigOptions } from './gateway-rig.ts';
import type { SpeechServer } from './speech-server.ts';

export const SPEECH_KEY = 'sk-speech-0123456789abcdef';

interface VoiceRigOptions extends Omit<RigOptions, 'voice'> {
  readonly usdPerMillionCharacters?: number;
  /** Of the service, in milliseconds. */
  readonly timeoutMs?: number;
}

/** A gateway whose phone plays voice notes, made by this service. */
export function voiceRig(
  service: Pick<SpeechServer, 'url'>,
  { usdPerMillionCharacters, timeoutMs = 5000, ...options }: VoiceRigOptions = {},
): Promise<GatewayRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-voice-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const voices = { en: 'alloy', es: 'nova' };
  return gatewayRig({
    locale: 'en',
    channels: [new FakeChannel('phone', { voiceNote: true })],
    ...options,
    voice: {
      redact: createRedactor({ secrets: [SPEECH_KEY, 'hunter2-hunter2'] }).redact,
      speak: createSpeaker({ url: service.url, key: SPEECH_KEY, model: 'tts-1', voices, timeoutMs }),
      usdPerMillionCharacters,
      recordings: createKeptRecordings(folder),
    },
  });
}

/** What reached the phone, in order: a text by its first line, a voice note by its length. A repetition counts once. */
export function heardOn({ phone }: Pick<GatewayRig, 'phone'>): readonly string[] {
  const seen = new Map(
    phone.sent.map(({ id, body }) => {
      if (body.kind === 'voice-note')
        return [id, `(${Math.round(opusSeconds(readFileSync(body.path)) ?? 0)} s)`];
      return [id, 'text' in body ? (body.text.split('\n', 1)[0] ?? '') : body.kind];
    }),
  );
  return [...seen.values()];
}
