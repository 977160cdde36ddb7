import type { SessionRecord } from '../../src/contracts/session.ts';
import { conversationId, type InstanceId, type SessionId } from '../../src/core/ids.ts';

/** A session record with harmless values, changed by `change`. */
export function sessionRecord(change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: '20261120-00000001' as SessionId,
    conversation: conversationId('console', 'local'),
    owner: 'local',
    mode: 'agent',
    task: 'fix the login bug',
    workspace: '/nowhere',
    project: change.workspace ?? '/nowhere',
    number: 1,
    model: 'scripted-model',
    system: undefined,
    tools: undefined,
    status: 'queued',
    reason: undefined,
    instance: 'test-instance' as InstanceId,
    cancelRequested: false,
    round: 0,
    runStartRound: 0,
    activeMs: 0,
    costMicroUsd: 0,
    costKnown: true,
    tokens: 0,
    extraMicroUsd: 0,
    wakeAtMs: undefined,
    createdAtMs: 0,
    updatedAtMs: 0,
    endedAtMs: undefined,
    sourceMessageId: 'm1',
    locale: 'en',
    ...change,
  };
}
