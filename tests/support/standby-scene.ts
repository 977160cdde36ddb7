import { says } from './messages-server/replies.ts';
import { taskOf } from './messages-server/request.ts';
import type { Script } from './messages-server/script.ts';
import type { PhoneChat } from './phone-chat.ts';

/** For both machines of a front. */
export const SHARED = { CLUSTER_SECRET: 'the-same-on-both-machines' };

/** What the machine says that came second. */
export const WAITS = /Another machine holds front\. I'll take over if it goes away\./;

/** The model: `tell me …` is answered with `Here is ….` */
export const tells: Script = (request) => {
  const [, news = ''] = /tell me (\w+)/.exec(taskOf(request)) ?? [];
  return says(`Here is ${news}.`);
};

/** Words and how often they came, in the order in which they came. */
export function answersOn({ buzzes }: PhoneChat): readonly string[] {
  return buzzes().flatMap(({ content, copy }) => {
    const [words] = content.kind === 'text' ? (/Here is \w+\./.exec(content.text) ?? []) : [];
    return words === undefined ? [] : [`${words} ${copy}`];
  });
}
