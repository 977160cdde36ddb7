import type { InboundMessage } from '../../src/contracts/channel.ts';
import type { ApprovalRecord, InboxStore, NewOutboxRow } from '../../src/contracts/store.ts';
import type { ApprovalId, CallId } from '../../src/core/ids.ts';
import { conversationId } from '../../src/core/ids.ts';
import { type ApprovalDifference, differentApproval } from '../support/approval-difference.ts';
import { sessionRecord } from '../support/session-record.ts';
import { INSTANCE } from './store-file.ts';

export function inboundMessage(change: Partial<InboundMessage> = {}): InboundMessage {
  return { account: 'bot', chat: 'chat', sender: 'ana', id: 'm1', text: 'hola', sentAtMs: 5, ...change };
}

export function inboxEntry(id: string): Parameters<InboxStore['accept']>[0] {
  return { channel: 'console', message: inboundMessage({ id }), instance: INSTANCE, atMs: 10 };
}

export function outboxEntry(id: string, change: Partial<NewOutboxRow> = {}): NewOutboxRow {
  return {
    id,
    conversation: conversationId('console', 'local'),
    chat: 'local',
    channel: 'console',
    instance: INSTANCE,
    dedupeKey: `key-${id}`,
    body: { kind: 'text', text: id },
    ephemeral: false,
    atMs: 100,
    ...change,
  };
}

export function approvalRecord(change: ApprovalDifference = {}): ApprovalRecord {
  const usual: ApprovalRecord = {
    id: 'abc' as ApprovalId,
    session: sessionRecord().id,
    call: 'call-1' as CallId,
    conversation: conversationId('console', 'local'),
    requester: 'ana',
    messageId: '3EB0AA',
    question: {
      tool: 'git_push',
      bindingHash: 'f00d',
      grant: undefined,
      offers: undefined,
      changes: [],
      text: 'Push?',
      details: 'git push origin work',
      facts: undefined,
    },
    state: 'pending',
    askedAtMs: 1,
    remindedAtMs: undefined,
    answer: undefined,
    used: false,
  };
  return differentApproval(usual, change);
}
