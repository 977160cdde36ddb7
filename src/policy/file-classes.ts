/**
 * Which files of a workspace hold secrets, and which decide what other tools execute. Judged by name; nothing is
 * opened.
 */

const SOURCE =
  /\.(ts|tsx|js|jsx|mjs|cjs|py|pyi|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|hpp|swift|md|html|css|scss|vue|svelte)$/;
const EXAMPLE = /[._-](example|sample|template|dist)(\.(json|ya?ml|php|properties|txt|toml|ini))?$/;

export const SECRET_FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.aws',
  '.gnupg',
  '.kube',
  '.azure',
  '.gcloud',
  '.docker',
  '.password-store',
  'wa-auth',
  'auth_info',
  'auth_info_baileys',
  '.aliyun',
  '.anthropic',
  '.bluemix',
  '.jfrog',
  '.kaggle',
  '.ngrok2',
  '.oci',
  '.openai',
  '.railway',
  '.snowflake',
  '.tccli',
  '.twilio-cli',
]);

const SECRET_NAMES = [
  /^#?\.(env|flaskenv)/,
  /\.env(~|\.[\w-]+)?$/,
  /^env\.(local|dev|development|prod|production|stag(e|ing)|test|ci|live)([.-][\w-]+)*$/,
  /^\.(npmrc|yarnrc\.yml|dev\.vars|sentryclirc|pypirc|netrc|pgpass|my\.cnf|htpasswd|git-credentials|vault-token|terraformrc)$/,
  /^\.dev\.vars\./,
  /^_netrc$/,
  /^\.?(ansible[-_])?vault[-_.]?pass(w(or)?d)?(\.txt)?$/,
  /\.(pem|key|p8|p12|pfx|jks|keystore|ppk|kdbx)(~|\.(bak|old|orig|save))?$/,
  /^id_[^.]*$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/,
  /^(ssh_host|ansible|aws|azure|backup|bitbucket|deploy|gcp|github|gitlab|host|jenkins|prod|production|server|staging)_(rsa|dsa|ecdsa|ed25519)(_key)?$/,
  /^private[\w-]*\.(asc|der|jwk)$|^secring\.gpg$|\.(ovpn|keytab|bcfks)$|^wg\d+\.conf$|^age[-_]key\.txt$/,
  /^(wallet\.dat|utc--\d{4}-\d\d-\d\d.*|(mnemonic|seed[-_]phrase)s?\.txt)$/,
  /\.tfstate(\.backup)?$|\.tfvars(\.json)?$/,
  /^([\w-]+[-_])?creds[\w-]*\.json$/,
  /^\.?secrets?(\.[\w-]+)?\.(ya?ml|json|toml|ini|conf|env)$/,
  /^(\.secrets?|passwords?\.txt|local\.settings\.json|auth\.json|wp-config[\w.-]*\.php)$/,
  /^((gradle|key|local|keystore|signing)\.properties|appsettings\.[\w.-]+\.json|google-?services?(-info)?\.(json|plist))$/,
  /^client[-_]secrets?[\w.@-]*\.json$/,
  // A key or a token alone in a file; but `tokens.json` holds colours and sizes of a design.
  /^([\w.-]*[._-])?(api|access|auth|bearer|bot|deploy|encryption|master|private|refresh|secret|service|session|signing)[-_]?(key|token|secret|password)s?(\.(txt|json|ya?ml|ini|conf|b64|enc|bak))?$/,
  /^(([\w-]+)?\.(token|secret|passwd|password)|(\w+[-_])?token(\.(txt|json))?|\.pass|\.?([a-z\d]+[-_])*password(\.txt)?|\w+_bag_secret|[\w.]+\.secret)$/,
  /^cookies?([-_.]jar|\.(txt|json|sqlite))$/,
  /credentials?\.(json|ya?ml|ini|csv)$|^\.[\w-]*credentials?$/,
  /(service[-_]?account|firebase-adminsdk)[\w.-]*\.json$/,
  /^([\w.-]+[._-])?kubeconfig([._-][\w.-]+)?$/,
  /^\.?(dockercfg|s3cfg|boto|rclone\.conf|mylogin\.cnf|pip\.conf|terraform\.rc|kaggle\.json|winscp\.ini|proftpdpasswd)$/,
  // Settings files of tools that keep a password or a token in them.
  /^\.(authinfo|bugsnag|clasprc\.json|claude\.json|condarc|curlrc|databrickscfg|erlang\.cookie|fetchmailrc|ftpconfig|hgrc|lftprc|mailrc|msmtprc|muttrc|ovh\.conf|passwd-s3fs|pg_service\.conf|remote-sync\.json|rediscli_auth|transifexrc|wgetrc)$/,
  /^(sftp(-config)?\.json|sitemanager\.xml|recentservers\.xml)$/,
  /^\.(\w+_history|zhistory|zsh_sessions)$/,
];

const SECRET_PATHS = [
  /(^|\/)\.m2\/settings(-security)?\.xml$/,
  /(^|\/)\.config\/(configstore|doctl|filezilla|gcloud|gh|github-copilot|glab-cli|hcloud|heroku|hub|linode-cli|netlify|op|openai|railway|scw|solana|sops|stripe)(\/|$)/,
  /(^|\/)(\.dbt\/profiles\.yml|\.fly\/config\.yml|\.netlify\/config\.json|\.cf\/config\.json|\.circleci\/cli\.yml|\.travis\/config\.yml|\.influxdbv2\/configs|\.wrangler\/config\/[\w.-]+|\.(mc|minio)\/config\.json|\.subversion\/auth\/.*|\.purple\/accounts\.xml|config\/parameters\.ya?ml)$/,
  /(^|\/)proc\/[^/]+\/(environ|mem)$/,
];

const PROTECTED_FOLDERS: ReadonlySet<string> = new Set(
  '.git .github .gitlab .circleci .buildkite .woodpecker .husky .vscode .idea .devcontainer .claude .cargo'.split(
    ' ',
  ),
);

const PROTECTED_NAMES = [
  /^\.git(attributes|modules|-blame-ignore-revs)$/,
  /^(\.gitlab-ci|\.travis|appveyor|\.drone|\.woodpecker|azure-pipelines|bitbucket-pipelines)\.ya?ml$/,
  /^jenkinsfile$/,
  /^package\.json$/,
  /^(\.yarnrc|\.yarnrc\.yml|\.npmrc|\.pnpmfile\.cjs|pnpm-workspace\.yaml)$/,
  /^(gnu)?makefile$|\.mk$/,
  /^(conftest\.py|pytest\.ini|setup\.cfg|setup\.py|tox\.ini|noxfile\.py|pyproject\.toml|sitecustomize\.py)$/,
  /^(\.pre-commit-config\.ya?ml|\.?lefthook\.ya?ml|\.envrc|\.mcp\.json|build\.rs)$/,
  /^tool-commands\.ya?ml$/,
];

/** Programs of the project: people and editors start them by bare name, outside the sandbox. */
const PROGRAM_FOLDERS = /(^|\/)(node_modules\/\.bin|\.?venv\/(bin|scripts)|vendor\/bin)(\/|$)/;

/**
 * True for `.git` in any spelling that a file system accepts: any case, `git~1`, trailing dots, look-alike
 * characters.
 */
export function isGitName(component: string): boolean {
  return /^(\.git|git~\d+)$/.test(foldName(component));
}

/** True for a file on the secret list, or inside a folder on it. `relative` uses `/`. */
export function isSecretPath(relative: string): boolean {
  const components = relative.split('/').map(foldName);
  return (
    components.some((name) => SECRET_FOLDERS.has(name) || isSecretName(name)) ||
    SECRET_PATHS.some((pattern) => pattern.test(components.join('/')))
  );
}

/** True for a file whose change alters what other tools execute. `relative` uses `/`. */
export function isProtectedPath(relative: string): boolean {
  const components = relative.split('/').map(foldName);
  const name = components.at(-1) ?? '';
  return (
    components.some((component) => isGitName(component) || PROTECTED_FOLDERS.has(component)) ||
    PROGRAM_FOLDERS.test(components.join('/')) ||
    PROTECTED_NAMES.some((pattern) => pattern.test(name))
  );
}

function isSecretName(name: string): boolean {
  if (EXAMPLE.test(name)) return false;
  if (name.startsWith('credentials')) return !SOURCE.test(name);
  return SECRET_NAMES.some((pattern) => pattern.test(name));
}

/**
 * One name as the most forgiving file system sees it: compatibility characters folded, invisible ones removed, lower
 * case, without NTFS stream, trailing dots and spaces.
 */
function foldName(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return visible
    .toLowerCase()
    .replace(/(?<=.):.*$/s, '')
    .replace(/(?<=[^. ])[. ]+$/, '');
}
