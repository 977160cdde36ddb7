import { isWorkspaceName } from './workspace-name.ts';

/**
 * Why an address is refused. `credentials`: it holds a name or a password, which git would store in the project.
 * `protocol`: neither https nor ssh.
 */
export type NoCloneUrl = 'credentials' | 'protocol' | 'malformed';

export type CloneUrl =
  | { readonly kind: 'url'; readonly url: string; readonly name: string | undefined }
  | { readonly kind: 'refused'; readonly why: NoCloneUrl };

/** In UTF-16 code units. */
const MAX_URL_LENGTH = 500;

const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?';
const PORT = '(?::[0-9]{1,5})?';
const USER = '[A-Za-z0-9_][A-Za-z0-9_.-]*@';
const PATH = '(?:/[A-Za-z0-9._~+%@-]+)+/?';
const HTTPS = new RegExp(`^https://${HOST}${PORT}${PATH}$`);
const SSH = new RegExp(`^ssh://(?:${USER})?${HOST}${PORT}${PATH}$`);
/** `git@host:owner/name.git`. A user name is required, so that a Windows drive or a typing error does not match. */
const SHORT_SSH = new RegExp(
  `^${USER}${HOST}:/?[A-Za-z0-9._~+%@][A-Za-z0-9._~+%@-]*(?:/[A-Za-z0-9._~+%@-]+)*/?$`,
);

/**
 * Parses a typed address to clone from: nothing that git could read as an option, a program, or a folder of this
 * machine.
 */
export function readCloneUrl(text: string): CloneUrl {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  if (text.length > MAX_URL_LENGTH) return refuseUrl('malformed');
  if (hasCredentials(text, scheme)) return refuseUrl('credentials');
  const known = scheme === 'https' || scheme === 'ssh' || (scheme === undefined && SHORT_SSH.test(text));
  if (!known) return refuseUrl('protocol');
  const url = scheme === undefined ? text : text.replace(/^[^:]*/, scheme);
  if (![HTTPS, SSH, SHORT_SSH].some((form) => form.test(url))) return refuseUrl('malformed');
  const segments = text.replace(/\/+$/, '').split(/[/:]/);
  if (segments.some((segment) => segment === '.' || segment === '..')) return refuseUrl('malformed');
  const name = segments.at(-1)?.replace(/\.git$/i, '') ?? '';
  return { kind: 'url', url, name: isWorkspaceName(name) ? name : undefined };
}

/** The user of an ssh address is not a secret; with https it may be a token. */
function hasCredentials(text: string, scheme: string | undefined): boolean {
  const authority = /^[^/]*\/\/([^/?#]*)@/.exec(text)?.[1];
  if (authority === undefined) return false;
  return scheme === 'ssh' ? authority.includes(':') : true;
}

function refuseUrl(why: NoCloneUrl): CloneUrl {
  return { kind: 'refused', why };
}
