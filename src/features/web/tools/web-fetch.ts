import * as z from 'zod';
import { type AnyTool, defineTool, type ToolContext } from '../../../contracts/tool.ts';
import { Failure } from '../../../core/failure.ts';
import { cutAt } from '../../../core/text.ts';
import { assertReviewed } from '../../../tools/assert-reviewed.ts';
import type { WebReader } from '../../../web/web-reader.ts';
import { fromOutside, refuseSecrets } from '../untrusted-web.ts';

/** Longest text of one answer, in UTF-16 code units. */
const MAX_LENGTH = 40_000;
/** Redirects, a large page and a PDF together. */
const TIMEOUT_MS = 75_000;

export function webFetch(reader: WebReader): AnyTool {
  return defineTool({
    name: 'web_fetch',
    description: 'Read a web page, PDF or text. The person is asked for each host.',
    effect: 'network',
    inTalk: true,
    onlyLooks: () => true,
    doing: { en: 'reading', es: 'leyendo' },
    subAgents: 'none',
    claudeCode: ['WebFetch'],
    service: {
      leftOut: 'What a page says is judged by a model at work; a plan would hand it on as it stands.',
    },
    input: z.object({ url: z.string(), from: z.int().min(0).optional() }),
    output: z.object({ url: z.string(), type: z.string(), length: z.int() }),
    timeoutMs: TIMEOUT_MS,

    async review({ url }, context) {
      const address = await addressOf(url, reader, context);
      return {
        verdict: {
          kind: 'ask',
          rule: 'web-fetch',
          reason: `It reads from ${address.host}, which gets to see this address.`,
          risk: { writesOutsideGit: 'no', network: 'yes', undoable: 'no' },
        },
        binding: { url: address.href },
        details: address.href,
        grant: `web:${address.host}`,
      };
    },

    async prepare({ url }, context, reviewed) {
      const bound = { url: (await addressOf(url, reader, context)).href };
      assertReviewed(bound, reviewed);
      return bound;
    },

    // To read again changes nothing that the first time did not.
    recover: async () => ({ kind: 'rerun' }),

    async run({ url: asked, from = 0 }, { workspace: { documents }, callId, signal }) {
      const { url, type, text } = await reader.read(reader.addressOf(asked), documents, signal);
      if (from > 0 && from >= text.length)
        throw new Failure('invalid', `${url} has ${text.length} characters; there is none at ${from}.`);
      const shown = cutAt(text.slice(from), MAX_LENGTH);
      const end = from + shown.length;
      const more = end < text.length ? ` Next: from ${end}.` : '';
      const headline = `${url} (${type}): characters ${from}-${end} of ${text.length}.${more}`;
      return {
        text: fromOutside({ headline, text: shown, mark: callId }),
        data: { url, type, length: text.length },
      };
    },
  });
}

async function addressOf(
  text: string,
  reader: WebReader,
  context: Pick<ToolContext, 'redaction'>,
): Promise<URL> {
  await refuseSecrets(text, context);
  return reader.addressOf(text);
}
