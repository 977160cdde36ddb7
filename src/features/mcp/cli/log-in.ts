import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { MINUTE_MS } from '../../../core/clock.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { Failure } from '../../../core/failure.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { unlessAborted } from '../../../core/waiting.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { guardedFetch } from '../connection/transports.ts';
import type { KnownServer } from '../servers.ts';
import { type McpTexts, mcpTexts } from '../texts/texts.ts';
import type { OpenMcp } from './show-servers.ts';

const LOGIN_TIMEOUT_MS = 5 * MINUTE_MS;
const EXIT_FAILED = 1;

/**
 * Shows the page of the server's login, waits until the browser comes back to this machine, and keeps the token.
 * @returns the exit code
 * @throws Failure when the server refuses, or nobody has logged in in time
 */
export async function logIn(
  host: CliHost,
  { workspace = process.cwd(), name }: { readonly workspace?: string | undefined; readonly name: string },
  open: OpenMcp,
): Promise<number> {
  const { project, locale, servers, logins, close } = await open(host, workspace);
  const { cli } = mcpTexts(texts(locale));
  const say = (text: string): void => void host.output.write(`${text}\n`);
  const known = (await servers.inProject(project)).known.find(({ server }) => server.name === name);
  await close();
  if (known === undefined) {
    say(cli.noSuch(escapeHidden(name)));
    return EXIT_FAILED;
  }
  const { server, standing } = known;
  if (server.transport !== 'http' || standing.kind !== 'usable' || standing.launch.kind !== 'http') {
    say(whyNoLogin(known, locale));
    return EXIT_FAILED;
  }
  const { url } = standing.launch;
  const { sdk } = await import('../connection/mcp-sdk.ts');
  const back = await listenForLogin(cli);
  try {
    const show = (page: URL): void => say(cli.openPage(page.href));
    const provider = logins.begin(server, url, { backTo: back.address, show });
    const fetchFn = guardedFetch(url);
    if ((await sdk.auth(provider, { serverUrl: url, fetchFn })) === 'AUTHORIZED') {
      say(cli.loggedIn(server.name));
      return 0;
    }
    const code = await whileAsked((signal) =>
      back.code(AbortSignal.any([signal, AbortSignal.timeout(LOGIN_TIMEOUT_MS)])),
    );
    await sdk.auth(provider, { serverUrl: url, fetchFn, authorizationCode: code });
    say(cli.loggedIn(server.name));
    return 0;
  } finally {
    back.close();
  }
}

function whyNoLogin({ server, standing }: KnownServer, locale: Locale): string {
  const { cli } = mcpTexts(texts(locale));
  if (server.transport !== 'http') return cli.noLogin(server.name);
  if (standing.kind === 'refused') return `${server.name}: ${escapeHidden(standing.why(locale))}`;
  return cli.notAllowed(server.name);
}

interface LoginListener {
  /** Where the browser comes back to. */
  readonly address: string;
  /** @throws Failure `stopped` when it did not come in time, `denied` when the server said no */
  code(signal: AbortSignal): Promise<string>;
  close(): void;
}

/** On loopback alone, under a path that nobody can guess. */
async function listenForLogin(words: McpTexts['cli']): Promise<LoginListener> {
  const path = `/${crypto.randomUUID()}`;
  let came: (answer: URLSearchParams) => void = () => undefined;
  const answer = new Promise<URLSearchParams>((resolve) => {
    came = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isBack = request.method === 'GET' && pathname === path;
    response.writeHead(isBack ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      connection: 'close',
    });
    if (!isBack) return void response.end();
    response.end(searchParams.has('code') ? words.pageDone : words.pageFailed);
    came(searchParams);
  });
  const port = await listenLocally(server);
  return {
    address: `http://127.0.0.1:${port}${path}`,
    async code(signal) {
      const given = await unlessAborted(answer, signal);
      if (given === undefined) throw new Failure('stopped', words.nobodyLoggedIn);
      const code = given.get('code');
      if (code !== null) return code;
      throw new Failure('denied', words.refused(escapeHidden(given.get('error') ?? '?')));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listenLocally(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
