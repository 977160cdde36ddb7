/** At most four cache breakpoints, and none that lives an hour behind one that lives five minutes. */
import { blocksOf, isRecord, type MessagesRequest } from './request.ts';

const MAX_BREAKPOINTS = 4;

type Breakpoint = { readonly where: string; readonly ttl: unknown };

export function cacheControlProblem(request: MessagesRequest): string | undefined {
  const marks = breakpoints(request);
  if (marks.length > MAX_BREAKPOINTS) {
    return `A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided. Found ${marks.length}.`;
  }
  const short = marks.findIndex((mark) => mark.ttl !== '1h');
  const late = short === -1 ? undefined : marks.slice(short).find((mark) => mark.ttl === '1h');
  if (late === undefined) return undefined;
  return (
    `${late.where}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' ` +
    'cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.'
  );
}

/** In the order in which the API reads them; the one at the top level stands for the end of the messages. */
function breakpoints(request: MessagesRequest): readonly Breakpoint[] {
  const messages = request.messages.flatMap((message, at) =>
    marked(blocksOf(message), `messages.${at}.content`),
  );
  return [
    ...marked(request.tools, 'tools'),
    ...marked(request.system, 'system'),
    ...messages,
    ...marked([request], 'request'),
  ];
}

function marked(list: unknown, where: string): readonly Breakpoint[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, at) => {
    if (!isRecord(item)) return [];
    const inner = item.type === 'tool_result' ? marked(item.content, `${where}.${at}.content`) : [];
    const own = item.cache_control;
    return isRecord(own) ? [...inner, { where: `${where}.${at}`, ttl: own.ttl ?? '5m' }] : inner;
  });
}
