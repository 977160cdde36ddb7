import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { WebChats } from '../../src/app/web-chats.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createSpokenMessages } from '../../src/features/web-console/console-worker.ts';
import type { PairingPort } from '../../src/features/web-console/pairing.ts';
import { createVisitStore, visitsOf } from '../../src/features/web-console/visit-store.ts';
import { knownPeople } from '../../src/gateway/people/known-people.ts';
import { createRedactor } from '../../src/policy/redaction.ts';
import type { ConsoleParts } from '../../src/web-server/console-parts.ts';
import type { ListenSettings } from '../../src/web-server/listen-address.ts';
import { type ConsoleServer, serveConsole } from '../../src/web-server/serve-console.ts';
import {
  ANA,
  type FakeAgent,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  INSTANCE,
  type RigOptions,
} from './gateway-rig.ts';
import { webChatsOn } from './web-chats.ts';

export const LOCAL = 'local';
export const SECRET = 'sk-canary&<secret>"1234567890';
const ASSETS = path.resolve(import.meta.dirname, '../../dist/web-server');

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Asking {
  /** Of a session; missing: nobody is signed in. */
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string | Uint8Array;
}

export interface ConsoleRig
  extends Pick<GatewayRig, 'say' | 'store' | 'phone' | 'sessions' | 'gateway' | 'outgoing' | 'clock'> {
  readonly chats: WebChats;
  /** Where files of forms are while they come. */
  readonly uploadFolder: string;
  /** What the server is made of. */
  readonly parts: ConsoleParts;
  readonly address: string;
  readonly server: ConsoleServer;
  /** For the read API. */
  token(person: string): string;
  /** The code of a one-time link. */
  invite(person: string): string;
  /** The cookie of somebody who has signed in. */
  enter(person: string): Promise<string>;
  get(to: string, asking?: Asking): Promise<Answer>;
  /** As a form of a page of the console sends it. */
  post(to: string, form: Readonly<Record<string, string>>, asking?: Asking): Promise<Answer>;
  /** As a form with files sends it. */
  upload(to: string, form: FormData, asking?: Asking): Promise<Answer>;
  /** Exactly this request. */
  ask(to: string, asking: Asking): Promise<Answer>;
  close(): Promise<void>;
}

/** Each task asks once about a command, and is done with the answer. */
export function askingOnce(change: Parameters<FakeAgent['ask']>[0] = {}): FakeRun {
  const asked = new Set<string>();
  return async ({ id }, agent) => {
    if (asked.has(id)) return agent.end({ kind: 'done', text: 'All done.' });
    asked.add(id);
    return agent.ask(change);
  };
}

interface ConsoleRigOptions extends RigOptions {
  readonly locale?: 'en' | 'es';
  /** Over plain HTTP on loopback, at any free port. */
  readonly listen?: Partial<ListenSettings>;
  /** PEM of a certificate that requests trust. */
  readonly trusts?: string;
  /** The link to WhatsApp; without it WhatsApp is not used. */
  readonly link?: Pick<NonNullable<RigOptions['console']>, 'link' | keyof PairingPort>;
}

const NO_LINK: NonNullable<ConsoleRigOptions['link']> = {
  link: () => undefined,
  pairing: () => undefined,
  askForCode: async () => 'unused',
  linkChanges: () => '',
};

/** The console in the browser, served by a real server, over a real store and gateway. */
export async function consoleRig(options: ConsoleRigOptions = {}): Promise<ConsoleRig> {
  const { link = NO_LINK } = options;
  const listen = { port: 0, host: '127.0.0.1', origin: undefined, tls: undefined, ...options.listen };
  // What the program would serve by itself a second later: the clock of the test never gets there.
  const webFiles = mkdtempSync(path.join(tmpdir(), 'wasap-web-files-'));
  const uploadFolder = path.join(webFiles, 'uploads');
  const served = { listen, isWanted: false, assets: ASSETS, uploadFolder, notice: () => undefined };
  const made: WebChats[] = [];
  const rig = await gatewayRig({
    ...options,
    console: { ...served, ...link },
    chats(store, clock) {
      const opened = webChatsOn(store, { clock, folder: path.join(webFiles, 'kept') });
      made.push(opened);
      return opened;
    },
  });
  const [chats] = made;
  if (chats === undefined) throw new Error('the rig has no chats');
  const { write } = chats;
  const { store, features, gateway } = rig;
  const access = options.access ?? {
    people: [{ phone: ANA, role: 'owner' as const, workspaces: undefined }],
    groups: [],
  };
  const { consoleVisitors } = knownPeople({ access: { list: access } }, store, []);
  const rows = createVisitStore(store);
  const spoken = createSpokenMessages({
    database: store.database,
    store,
    handIn: gateway.handIn,
    instance: INSTANCE,
    clock: systemClock,
  });
  const counts = store.database.read('SELECT total_changes() AS own', z.object({ own: z.int() }));
  const parts: ConsoleParts = {
    listen,
    assets: ASSETS,
    uploadFolder,
    content: {
      pages: features.flatMap(({ pages = [] }) => pages),
      downloads: features.flatMap(({ downloads = [] }) => downloads),
      resources: features.flatMap(({ resources = [] }) => resources),
    },
    version: '1.2.3',
    machine: options.machines?.cell,
    visits: visitsOf({
      rows,
      visitors: consoleVisitors,
      isShutTo: (sender) => features.some(({ messages }) => messages?.isShutTo?.(sender) === true),
      clock: rig.clock,
    }),
    messages: {
      say: spoken.say,
      write,
      heard: (seq, { sender, isAtMachine }) =>
        spoken.findResult(seq, (author) => isAtMachine || author === sender),
    },
    changes: () => `${counts.get({})?.own} ${link.linkChanges()}`,
    localeOf: () => options.locale,
    redact: createRedactor({ secrets: [SECRET] }).redact,
    clock: systemClock,
    log: silentLog,
  };
  const server = await serveConsole(parts);
  if (typeof server === 'string') {
    await rig.remove();
    throw new Error(server);
  }
  const { address } = server;
  const at = { address, ca: options.trusts };
  const ask = (to: string, asking: Asking): Promise<Answer> => asked(at, to, asking);
  const post: ConsoleRig['post'] = (to, form, asking = {}) =>
    ask(to, {
      method: 'POST',
      body: String(new URLSearchParams(form)),
      ...asking,
      headers: { origin: address, 'content-type': 'application/x-www-form-urlencoded', ...asking.headers },
    });
  const upload: ConsoleRig['upload'] = async (to, form, asking = {}) => {
    const { headers, body } = await encoded(form);
    return ask(to, {
      method: 'POST',
      body,
      ...asking,
      headers: { origin: address, ...headers, ...asking.headers },
    });
  };
  const token = (person: string): string => rows.grantReading(person, rig.clock.nowMs());
  const invite = (person: string): string => rows.invite(person, rig.clock.nowMs());
  return {
    say: rig.say,
    store,
    phone: rig.phone,
    sessions: rig.sessions,
    gateway,
    outgoing: rig.outgoing,
    clock: rig.clock,
    chats,
    uploadFolder,
    parts,
    address,
    server,
    token,
    invite,
    async enter(person) {
      const { headers } = await post('/enter', { code: invite(person) });
      return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    },
    get: (to, asking = {}) => ask(to, asking),
    post,
    upload,
    ask,
    async close() {
      await server.close();
      await rig.remove();
      rmSync(webFiles, { recursive: true, force: true });
    },
  };
}

/** A form with files in the bytes that a browser sends. */
async function encoded(form: FormData): Promise<Required<Pick<Asking, 'headers' | 'body'>>> {
  const whole = new Response(form);
  const type = whole.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, body: new Uint8Array(await whole.arrayBuffer()) };
}

/** A request as a browser, or somebody who is none, may send it: every header can be set. */
function asked(
  { address, ca }: { readonly address: string; readonly ca: string | undefined },
  to: string,
  { cookie, headers = {}, method = 'GET', body }: Asking,
): Promise<Answer> {
  const { hostname, port, protocol } = new URL(address);
  const request = protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        ca,
        path: to,
        method,
        setHost: headers.host === undefined,
        headers: { ...(cookie === undefined ? {} : { cookie }), ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What a page says, from its title on, as one line of words. */
export function wordsOf(html: string): string {
  return html
    .replace(/^[\s\S]*<main[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Tags in a page that could run something, or that no page of ours makes; what stands in quotes of attributes is text.
 */
export function runningTags(html: string): readonly string[] {
  const tags = html.replaceAll(/="[^"]*"/g, '').match(/<script>|<img|<iframe|<style|<[^>]*\son\w+[^>]*>/g);
  return tags ?? [];
}
