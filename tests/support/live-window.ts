import { type ClientRequest, request } from 'node:http';
import * as z from 'zod';

const Regions = z.array(z.object({ name: z.string(), html: z.string() }));

export interface LiveEvent {
  readonly id: string;
  readonly regions: z.infer<typeof Regions>;
}

/** A window of a page, as a browser keeps it: what it was sent, and the id of the last event. */
export class LiveWindow {
  readonly events: LiveEvent[] = [];
  isClosed = false;
  readonly #request: ClientRequest;
  #text = '';

  /** @param feed the address in `data-live` of the page */
  constructor(
    feed: URL,
    { cookie, lastEventId }: { readonly cookie: string; readonly lastEventId?: string },
  ) {
    const headers = { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
    this.#request = request(feed, { headers, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (part: string) => this.#read(part));
      response.on('close', () => {
        this.isClosed = true;
      });
    });
    this.#request.on('error', () => {
      this.isClosed = true;
    });
    this.#request.end();
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  close(): void {
    this.#request.destroy();
  }

  #read(part: string): void {
    this.#text += part;
    const messages = this.#text.split('\n\n');
    this.#text = messages.pop() ?? '';
    for (const message of messages) {
      const fields = new Map(
        message.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w+: /, '')]),
      );
      if (fields.get('event') !== 'regions') continue;
      this.events.push({
        id: fields.get('id') ?? '',
        regions: Regions.parse(JSON.parse(fields.get('data') ?? '')),
      });
    }
  }
}

/** Where the changes of a page come from, in its HTML. */
export function feedOf(html: string, address: string): URL {
  const [, feed = ''] = /data-live="([^"]*)"/.exec(html) ?? [];
  return new URL(feed.replaceAll('&amp;', '&'), address);
}
