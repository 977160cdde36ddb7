import { realpathSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../core/failure.ts';
import { SECRET_FOLDERS } from './file-classes.ts';
import { endOfFlags, type FlagTable } from './flags.ts';
import { MULTI_CALL } from './starters.ts';

/**
 * Names of files with secrets, as patterns that grep and ripgrep both know: the common ones of the secret list. None
 * fits a template such as `.env.example`. What they miss is read, with the values that are known hidden.
 */
export const SECRET_FILE_GLOBS: readonly string[] = [
  '.env .env.[!dest]* .env.d[!i]* .env.e[!x]* .env.s[!a]* .env.t[!e]* .env.te[!m]*',
  '.envrc .flaskenv *.env env.local env.production env.development .dev.vars .dev.vars.*',
  '.npmrc .yarnrc.yml .pypirc .netrc _netrc .pgpass .my.cnf .htpasswd .terraformrc',
  '.git-credentials .vault-token .vault_pass .sentryclirc .*_history .authinfo',
  '*.pem *.key *.p8 *.p12 *.pfx *.jks *.keystore *.ppk *.kdbx *.ovpn',
  'id_rsa id_dsa id_ecdsa id_ed25519 *.tfstate *.tfstate.backup *.tfvars *.tfvars.json',
  'credentials *credentials.json *credentials.yml *credentials.yaml *credentials.ini',
  'creds.json *-creds.json *_creds.json auth.json *service-account*.json *service_account*.json',
  '*firebase-adminsdk*.json client_secret*.json .secrets secrets.json secrets.toml',
  'secret.yml secret.yaml secrets.yml secrets.yaml secrets.*.yml secrets.*.yaml',
  'kubeconfig *.kubeconfig gradle.properties local.properties key.properties signing.properties',
  'local.settings.json appsettings.*.json google-services.json wp-config.php',
].flatMap((names) => names.split(' '));

/** Git's own folder is closed to all that reads by name, too. */
const FOLDERS: readonly string[] = ['.git', ...SECRET_FOLDERS];

const NO_FILES = [
  ...SECRET_FILE_GLOBS.map((name) => `--exclude=${name}`),
  ...FOLDERS.map((name) => `--exclude-dir=${name}`),
];
const NO_GLOBS = [...SECRET_FILE_GLOBS, ...FOLDERS].map((name) => `--iglob=!${name}`);

/**
 * The arguments of a search of whole folders, which leaves out files with secrets: by their names they are asked about,
 * and a search must not read them unasked. Behind all other options, because the last pattern that fits decides.
 */
export function withoutSecretFiles(
  program: string,
  args: readonly string[],
  flags: FlagTable,
): readonly string[] {
  const end = endOfFlags(args, flags);
  const added = exclusionOptions(program, args.slice(0, end));
  return added.length === 0 ? args : [...args.slice(0, end), ...added, ...args.slice(end)];
}

function exclusionOptions(program: string, options: readonly string[]): readonly string[] {
  switch (path.basename(program)) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return options.some((option) => /^-\w*r|^--recursive$/.test(option)) && !isMultiCall(program)
        ? NO_FILES
        : [];
    case 'rg':
      // Names are no secrets.
      return options.includes('--files') ? [] : NO_GLOBS;
    default:
      return [];
  }
}

/** The grep of BusyBox would refuse these options. */
function isMultiCall(program: string): boolean {
  try {
    return MULTI_CALL.test(path.basename(realpathSync(program)));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}
