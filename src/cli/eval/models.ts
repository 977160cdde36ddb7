import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../../contracts/model.ts';
import type { ModelSpans } from '../../contracts/trace.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { texts } from '../../core/texts/texts.ts';
import { isFolder } from '../../files/look-at-path.ts';
import { createAnthropicModel } from '../../models/anthropic.ts';
import { createReplayModel, readRecordings } from '../../models/replay.ts';
import type { Settings } from '../../settings/settings.ts';

/** The model of one attempt; spans of requests go to the program that makes it, once it exists. */
export type ModelOfAttempt = (spans: () => ModelSpans | undefined) => Model;

/** Undefined for a task without recorded replies. */
export type ModelFor = (task: string) => ModelOfAttempt | undefined;

/** The real one. Its requests cost money. @throws Failure `invalid` without a key */
export function realModel({ model, terminalLocale }: Pick<Settings, 'model' | 'terminalLocale'>): ModelFor {
  const { apiKey, baseUrl, profiles, idleTimeoutMs } = model;
  if (apiKey === undefined && baseUrl === undefined) {
    throw new Failure('invalid', texts(terminalLocale).failures.noKey.evaluate);
  }
  return () => (spans) =>
    createAnthropicModel({ apiKey, baseUrl, profiles, idleTimeoutMs, clock: systemClock, spans });
}

/**
 * Replies from `<folder>/<task>.yaml`, all read beforehand.
 * @throws Failure `not-found` without such a folder, `invalid` when a file in it cannot be used
 */
export async function recordedModel(folder: string, tasks: readonly string[]): Promise<ModelFor> {
  if (!isFolder(folder)) throw new Failure('not-found', fault('eval-no-recordings', folder));
  const models = new Map<string, Model>();
  for (const task of tasks) {
    const file = join(folder, `${task}.yaml`);
    if (!existsSync(file)) continue;
    const recordings = await readRecordings(file);
    models.set(task, createReplayModel({ recordings, clock: systemClock, typingMs: 0 }));
  }
  return (task) => {
    const model = models.get(task);
    return model && (() => model);
  };
}
