import type { OutboundBody } from '../../contracts/channel.ts';
import type { OutboxRow } from '../../contracts/store.ts';
import type { OpenSpan, Tracer } from '../../contracts/trace.ts';
import type { SessionId } from '../../core/ids.ts';

/**
 * Traces a message to a person on its way to the channel; below the running work of its session, if its key names
 * one.
 */
export function traceSend(
  { key, channel, conversation, body, attempts }: OutboxRow,
  tracer: Tracer,
): OpenSpan {
  const [, session] = /^[\w-]+:(\d{8}-[0-9a-f]{8})(?::|$)/.exec(key) ?? [];
  return tracer.start({
    name: 'gateway:out',
    kind: 'system',
    // The pattern is that of `newSessionId`.
    session: session as SessionId | undefined,
    parent: session === undefined ? undefined : tracer.held(session),
    input: { conversation, characters: lengthOf(body) },
    attributes: { 'wasap.channel': channel, 'wasap.body': body.kind, 'wasap.attempts': attempts },
  });
}

function lengthOf(body: OutboundBody): number {
  return 'text' in body && typeof body.text === 'string' ? body.text.length : 0;
}
