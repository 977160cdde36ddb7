import type { SessionRecord } from '../../src/contracts/session.ts';
import { conversationId, type InstanceId, type SessionId } from '../../src/core/ids.ts';

/** Parts of a record that differ from the harmless values, field by field. */
export type SessionDifference = {
  readonly [Name in keyof SessionRecord]?: Name extends 'origin' | 'prompt' | 'state' | 'usage'
    ? Partial<SessionRecord[Name]>
    : SessionRecord[Name];
};

/** A session record with harmless values, changed by each of these in turn. */
export function sessionRecord(...changes: readonly SessionDifference[]): SessionRecord {
  return changes.reduce<SessionRecord>(different, harmless());
}

/** One difference on top of another. */
export function different<Before extends SessionDifference>(
  before: Before,
  change: SessionDifference,
): Before {
  const { origin, prompt, state, usage, ...own } = change;
  return {
    ...before,
    ...own,
    project: change.project ?? change.workspace ?? before.project,
    origin: { ...before.origin, ...origin },
    prompt: { ...before.prompt, ...prompt },
    state: { ...before.state, ...state },
    usage: { ...before.usage, ...usage },
  };
}

function harmless(): SessionRecord {
  return {
    id: '20261120-00000001' as SessionId,
    conversation: conversationId('console', 'local'),
    owner: 'local',
    instance: 'test-instance' as InstanceId,
    number: 1,
    mode: 'agent',
    task: 'fix the login bug',
    locale: 'en',
    workspace: '/nowhere',
    project: '/nowhere',
    origin: { createdAtMs: 0, sourceMessageId: 'm1' },
    prompt: { model: 'scripted-model', system: undefined, tools: undefined },
    state: {
      status: 'queued',
      reason: undefined,
      cancelRequested: false,
      wakeAtMs: undefined,
      updatedAtMs: 0,
      endedAtMs: undefined,
    },
    usage: {
      round: 0,
      runStartRound: 0,
      activeMs: 0,
      earlierActiveMs: 0,
      costMicroUsd: 0,
      costKnown: true,
      tokens: 0,
      extraMicroUsd: 0,
    },
  };
}
