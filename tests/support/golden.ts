import path from 'node:path';
import { expect } from 'vitest';
import type { Bubble } from './phone-chat.ts';

type Replacement = readonly [pattern: RegExp, by: string];

/** What differs from run to run, in the order of replacement. */
const VOLATILE: readonly Replacement[] = [
  [/\b\d{8}-[0-9a-f]{8}\b/g, '<session>'],
  [/\/(approve|reject|aprobar|rechazar) [2-9a-z]{3}\b/g, '/$1 <code>'],
  [/\b(question|pregunta) [2-9a-z]{3}\b/g, '$1 <code>'],
  [/^[2-9a-z]{3}: /gm, '<code>: '],
  [/\bp-[2-9a-z]{6}\b/g, '<process>'],
  [/(💾|📌|⬆️)( [^\n:]+:)? [0-9a-f]{7}\b/gu, '$1$2 <hash>'],
  [/\b(\d+ h \d{2} min|\d+ min \d{2} s|\d+ s)(?![\p{L}\d])/gu, '<time>'],
  [/\bwasap-agent \d+\.\d+\.\d+\S*/g, 'wasap-agent <version>'],
];

/**
 * Compares a conversation, as the person sees it, with `golden/<name>.golden.txt` beside the test. Written anew by
 * `npx vitest run tests/e2e -u`; the difference is then read like any other.
 * @param folder of this run, for paths that are shown
 */
export async function expectGolden(name: string, conversation: string, folder: string): Promise<void> {
  const text = VOLATILE.reduce(
    (shown, [pattern, by]) => shown.replace(pattern, by),
    conversation.replaceAll(folder, '<folder>'),
  );
  await expect(text).toMatchFileSnapshot(path.join('golden', `${name}.golden.txt`));
}

/** Whether golden files, and the parts of pages that tests write, are written anew. */
export function isUpdating(): boolean {
  return expect.getState().snapshotState.snapshotUpdateState === 'all';
}

/** As they may look on a phone, so that such a text can be shown to people as it is. */
const LIFELIKE: readonly Replacement[] = [
  [/\/(approve|reject|aprobar|rechazar) [2-9a-z]{3}\b/g, '/$1 k7x'],
  [/\b(question|pregunta) [2-9a-z]{3}\b/g, '$1 k7x'],
  // The name of a poll is its question, with its code.
  [/(?<=^(?:📊|❓|💰|⏰|#\d) .* \()[2-9a-z]{3}(?=\)$)/gmu, 'k7x'],
  [/(💾|📌|⬆️)( [^\n:]+:)? [0-9a-f]{7}\b/gu, '$1$2 3b2d85b'],
  [/⏱️ (\d+ min \d{2} s|\d+ s)\b/g, '⏱️ 42 s'],
  [/(?<=^|-> )[0-9a-f]{10}(?= |$)/gm, '3b2d85b9c1'],
];

/** Compares a chat on a phone with `golden/<name>.golden.txt` beside the test, and returns it as it stands there. */
export async function expectPhoneGolden(name: string, chat: string): Promise<string> {
  const text = lifelike(chat);
  await expect(text).toMatchFileSnapshot(path.join('golden', `${name}.golden.txt`));
  return text;
}

/**
 * The same chat message by message, in `golden/<name>.golden.json`.
 * @param steady takes out of a text what else differs from run to run
 */
export async function expectBubblesGolden(
  name: string,
  bubbles: readonly Bubble[],
  steady: (text: string) => string,
): Promise<void> {
  const shown = JSON.stringify(
    bubbles,
    (_, value: unknown) => (typeof value === 'string' ? lifelike(steady(value)) : value),
    2,
  );
  await expect(`${shown}\n`).toMatchFileSnapshot(path.join('golden', `${name}.golden.json`));
}

function lifelike(text: string): string {
  return LIFELIKE.reduce((shown, [pattern, by]) => shown.replace(pattern, by), text);
}
