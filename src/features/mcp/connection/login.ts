import { join } from 'node:path';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import * as z from 'zod';
import { Failure } from '../../../core/failure.ts';
import { jsonInFile } from '../../../files/look-at-path.ts';
import { replaceFile } from '../../../files/replace-file.ts';
import type { HttpServer } from '../server.ts';
import { mcpFault } from '../texts/texts.ts';

/** The result of a login. The library reads its parts with schemas of its own. */
const StoredLogin = z.object({
  /** Address of the server that it belongs to: a server of the same name elsewhere gets none of it. */
  url: z.string(),
  client: z.custom<OAuthClientInformationMixed>((value) => typeof value === 'object').optional(),
  tokens: z
    .custom<OAuthTokens>((value) => typeof value === 'object' && value !== null && 'access_token' in value)
    .optional(),
});
type StoredLogin = z.infer<typeof StoredLogin>;

export interface Logins {
  /** Undefined when nobody has logged in there. */
  of(server: HttpServer, address: URL): OAuthClientProvider | undefined;
  /** For a person who logs in now, and is shown the page by `show`. */
  begin(server: HttpServer, address: URL, page: LoginPage): OAuthClientProvider;
}

export interface LoginPage {
  /** Where the page sends the person back to: on this machine. */
  readonly backTo: string;
  show(address: URL): void;
}

/** @param folder DATA_DIR; @param learn teaches the redactor */
export function createLogins(folder: string, learn: (secrets: readonly string[]) => void): Logins {
  const fileOf = ({ hash }: HttpServer): string => join(folder, 'mcp', `${hash}.json`);
  const keptFor = (server: HttpServer, { href }: URL): StoredLogin => {
    const kept = StoredLogin.safeParse(jsonInFile(fileOf(server))).data;
    const known = kept?.url === href ? kept : { url: href };
    learn(secretsIn(known));
    return known;
  };
  const provider = (server: HttpServer, address: URL, page: LoginPage): OAuthClientProvider => {
    let verifier = '';
    const change = (changed: Partial<StoredLogin>): void => {
      const next = { ...keptFor(server, address), ...changed };
      learn(secretsIn(next));
      replaceFile(fileOf(server), `${JSON.stringify(next)}\n`);
    };
    return {
      redirectUrl: page.backTo,
      clientMetadata: {
        client_name: 'wasap-agent',
        redirect_uris: [page.backTo],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      clientInformation: () => keptFor(server, address).client,
      saveClientInformation: (client) => change({ client }),
      tokens: () => keptFor(server, address).tokens,
      saveTokens: (tokens) => change({ tokens }),
      redirectToAuthorization: (at) => page.show(at),
      saveCodeVerifier: (text) => {
        verifier = text;
      },
      codeVerifier: () => verifier,
      invalidateCredentials(scope) {
        if (scope === 'all' || scope === 'tokens') change({ tokens: undefined });
        if (scope === 'all' || scope === 'client') change({ client: undefined });
      },
    };
  };
  return {
    of(server, address) {
      if (keptFor(server, address).tokens === undefined) return undefined;
      return provider(server, address, {
        backTo: NOWHERE,
        show() {
          throw loginNeeded(server);
        },
      });
    },
    begin: provider,
  };
}

const NOWHERE = 'http://127.0.0.1/';

export function loginNeeded({ name }: Pick<HttpServer, 'name'>): Failure {
  return new Failure('denied', mcpFault('wants-login', name));
}

function secretsIn({ client, tokens }: StoredLogin): readonly string[] {
  const secrets = [tokens?.access_token, tokens?.refresh_token, client?.client_secret];
  return secrets.filter((secret) => secret !== undefined);
}
