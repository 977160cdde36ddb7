import { type MessagesRequest, withoutBreakpoints } from './request.ts';

const NOTICE = /took this task back to here|a copy of the task up to here/;

/**
 * A conversation may become shorter where the program says so, and only by its end: system prompt, tools and all
 * messages before the notice are those that were sent before, byte for byte, so that the cache of the model holds.
 * Behind a notice that was sent before nothing may change.
 */
export function isRewound(previous: MessagesRequest, current: MessagesRequest): boolean {
  const at = current.messages.findLastIndex(({ content }) => NOTICE.test(JSON.stringify(content)));
  const startOf = ({ system, tools, messages }: MessagesRequest) =>
    withoutBreakpoints([system, tools, messages.slice(0, at)]);
  const isNew = withoutBreakpoints(previous.messages[at]) !== withoutBreakpoints(current.messages[at]);
  return at > 0 && isNew && startOf(previous) === startOf(current);
}
