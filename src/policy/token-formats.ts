/** Text without tokens and private keys, even those encoded in base64, in hexadecimal or for an address. */
export function withoutTokens(text: string, mask: string): string {
  return withoutEncoded(withoutKeyLines(withoutPlain(text, mask), mask, isKeyLine), mask);
}

/** Up to its end, or to the end of the text; another beginning in between starts a block of its own. */
const KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----((?:(?!-----BEGIN )[\s\S])*?)(?:-----END [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----|$)/g;

/**
 * Tokens of services with a format of their own: a word for the service, then many random characters. A shorter value
 * may as well name a thing: a customer, a message, a build.
 */
const PREFIXED = /(?<=(?<![\w+/-])[a-z]{2,12}(?:[_-][a-z\d]{1,8}){0,2}[_-])[A-Za-z\d_-]{32,256}(?![\w+/=-])/g;

/** Keys of web pages: everybody who opens the page has them. */
const PUBLISHED = /^(?:pk_(?:live|test)|phc)_/;

/** Under a name for secrets it is one; anywhere else it names a thing. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A value with a name for secrets: `"SecretAccessKey": "...`. */
const NAMED =
  /((?:\b_auth|"auth|secret_key_base|secret|token|passw(?:or)?d|passphrase|credential|(?:api|access|account|auth|client|encryption|master|private|secret|shared|signing)[_-]?key)s?["']?\s{0,4}(?::|=>?)\s{0,4}["'`]?)([\w+/=.~-]{16,256})/gi;

/**
 * Most texts have few long words: random or encoded data is one or a part of one. Examining all of a text costs more.
 */
const LONG_WORD = /(?<![\w+/-])[\w+/-]{24,}=*/g;

function withoutPlain(text: string, mask: string): string {
  const shown = FORMATS.filter(({ cue }) => text.includes(cue)).reduce(
    (rest, { pattern }) => rest.replace(pattern, mask),
    withoutBesideIds(
      withoutCookies(
        text.replace(KEY_BLOCK, (block, body: string) => (isKey(body) ? mask : block)),
        mask,
      ),
      mask,
    ),
  );
  return shown
    .replace(LONG_WORD, (word) => {
      if (PUBLISHED.test(word)) return word;
      return isOkta(word) ? mask : word.replace(PREFIXED, (drawn) => (isDrawn(drawn) ? mask : drawn));
    })
    .replace(NAMED, (whole, name: string, value: string) =>
      isDrawn(value) || isDrawnOfFew(value) || UUID.test(value) || isLogin(value) ? `${name}${mask}` : whole,
    );
}

function isOkta(word: string): boolean {
  return /^00[\w-]{40}$/.test(word) && isDrawn(word);
}

const AWS_ID = /(?<![A-Za-z\d+/-])A(?:KI|SI)A[\dA-Z]{16}(?![A-Za-z\d+/=])/g;
const AWS_SECRET = /(?<![\w+/=-])[A-Za-z\d+/]{40}(?![\w+/=-])/g;
/** Longest distance between an id and its secret, in UTF-16 code units. */
const MAX_DISTANCE = 300;

/** The secret of an AWS id is only recognisable by the id near it. */
function withoutBesideIds(text: string, mask: string): string {
  const ids = [...text.matchAll(AWS_ID)].map(({ index }) => index);
  if (ids.length === 0) return text;
  return text.replace(AWS_SECRET, (word, at: number) =>
    isDrawn(word) && ids.some((id) => Math.abs(id - at) <= MAX_DISTANCE) ? mask : word,
  );
}

const COOKIES =
  /((?:\b(?:set-)?cookie["']?\s{0,3}:\s{0,3}|\bcurl\b[^\n]{0,200}?\s(?:-b|--cookie)[ =])["']?)([^\n"'`]{8,4096})/gi;
const COOKIE = /([\w.%-]{1,64}=)(?![$<{%*[(])([^\s;,"'&]{8,})/g;
const SESSION_NAME = /sess|sid\b|auth|token|jwt|remember|login|csrf|xsrf/i;

/** A session cookie gives access to the account. */
function withoutCookies(text: string, mask: string): string {
  if (!text.includes('ookie') && !text.includes('curl')) return text;
  return text.replace(COOKIES, (_, before: string, list: string) => {
    const shown = list.replace(COOKIE, (whole, name: string, value: string) =>
      SESSION_NAME.test(name) || (value.length >= 20 && (isDrawn(value) || isDrawnOfFew(value)))
        ? `${name}${mask}`
        : whole,
    );
    return `${before}${shown}`;
  });
}

/** The first and last lines of keys also occur in source code, which is not a key. */
function isKey(body: string): boolean {
  const start = body.slice(0, 400).replace(/\\[nrt]/g, ' ');
  if (/^[A-Za-z\d+/=\s]*$/.test(start)) return /\S/.test(start);
  const lines = start.match(/[A-Za-z\d+/=]{32,}/g) ?? [];
  return lines.join('').length * 2 > start.replace(/\s/g, '').length;
}

/** How every RSA key in PKCS#8 begins (RFC 5208): so much of its first line is the same that it may not look drawn. */
const RSA_BEGIN = /^MII[A-Za-z\d+/]{3}IBADANBgkqhkiG9w0BAQEFAASC/;

/** The first line of every key begins alike. */
function isKeyLine(word: string): boolean {
  return RSA_BEGIN.test(word) || isDrawn(word, 0.33);
}

/** Upper and lower case and digits in random order: words in camel case change far less often. */
function isDrawn(word: string, fewestChanges = 0.42): boolean {
  if (!/[A-Z].*[A-Z]/.test(word) || !/[a-z].*[a-z]/.test(word) || !/\d.*\d/.test(word)) return false;
  return changesOfKind(word) >= fewestChanges;
}

/** The same for letters of one case alone. */
function isDrawnOfFew(word: string): boolean {
  return /^(?:[a-z\d]{20,}|[A-Z\d]{20,})$/.test(word) && changesOfKind(word) >= 0.25;
}

/** A name and a password in base64, as registries store them. */
function isLogin(word: string): boolean {
  return /^[\x21-\x39\x3b-\x7e]{1,64}:[\x20-\x7e]{6,}$/.test(Buffer.from(word, 'base64').toString('latin1'));
}

/** Share of characters, from 0 to 1, that differ in kind from the one before. */
function changesOfKind(word: string): number {
  const kinds = [...word].map(characterKind);
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length / (kinds.length - 1);
}

function characterKind(character: string): string {
  if (/\d/.test(character)) return 'digit';
  return /[A-Z]/.test(character) ? 'upper' : /[a-z]/.test(character) ? 'lower' : 'other';
}

const HEX = /(?<![A-Za-z\d])(?:[\dA-Fa-f]{2}){16,}(?![A-Za-z\d])/g;
const FOR_ADDRESSES = /(?:[\w.~+:@/?&=-]|%[\dA-Fa-f]{2}){20,}/g;

/** Decodes encoded text, and hides it as a whole if it holds a secret. */
function withoutEncoded(text: string, mask: string): string {
  const holdsToken = (read: string): boolean => withoutPlain(read, mask) !== read;
  const shown = text.replace(LONG_WORD, (word) => {
    if (decodeAtOffsets(word).some(holdsToken)) return mask;
    return word.replace(HEX, (run) => (readableIn(Buffer.from(run, 'hex')).some(holdsToken) ? mask : run));
  });
  if (!/%[\dA-Fa-f]{2}/.test(shown)) return shown;
  return shown.replace(FOR_ADDRESSES, (run) =>
    run.includes('%') && holdsToken(decodePercent(run)) ? mask : run,
  );
}

/** Text before the base64 may be letters as well, so it begins at one of four offsets. */
function decodeAtOffsets(run: string): readonly string[] {
  return [0, 1, 2, 3].flatMap((from) => {
    // A picture is recognised by its beginning.
    const start = Buffer.from(run.slice(from, from + 344), 'base64');
    return readableIn(start).length === 0 ? [] : [Buffer.from(run.slice(from), 'base64').toString('latin1')];
  });
}

/** Tab, line feed and carriage return. */
const LINES = new Set([0x09, 0x0a, 0x0d]);

function readableIn(bytes: Buffer): readonly string[] {
  const start = bytes.subarray(0, 256);
  let readable = 0;
  for (const byte of start) if ((byte >= 0x20 && byte <= 0x7e) || LINES.has(byte)) readable += 1;
  return readable * 10 > start.length * 7 ? [bytes.toString('latin1')] : [];
}

function decodePercent(run: string): string {
  return run.replace(/%([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A long word of base64, which every key line contains. */
const CUE = /(?<![A-Za-z\d+/=])[A-Za-z\d+/]{64}/;

/** Lines of a key, joined in one line of JSON. */
const ESCAPED_LINES = /(?<![A-Za-z\d+/=])(?:[A-Za-z\d+/]{64}\\n)+[A-Za-z\d+/]{1,64}={0,2}(?![A-Za-z\d+/=])/g;

/**
 * Hides single lines of private keys, as searches and ranges of lines show them. Lines in a block of another kind (a
 * certificate, a public key), or behind the beginning of a picture or an archive, stay.
 * @param isDrawn whether letters and digits are in random order
 */
function withoutKeyLines(text: string, mask: string, isDrawn: (word: string) => boolean): string {
  if (!CUE.test(text)) return text;
  let kind: KeyBlockState = 'none';
  return text
    .replace(ESCAPED_LINES, (run) => (isDrawn(run.slice(0, 64)) && !MEDIA.test(run) ? mask : run))
    .split('\n')
    .map((line) => {
      const { shown, next } = hideLine(line, kind, { mask, isDrawn });
      kind = next;
      return shown;
    })
    .join('\n');
}

/** `open`: the previous line was one of a key. `closed`: the lines are public. */
type KeyBlockState = 'none' | 'open' | 'closed' | 'media';

interface KeyMasking {
  readonly mask: string;
  readonly isDrawn: (word: string) => boolean;
}

const PUBLIC_BEGIN = /-----BEGIN (?!(?:[A-Z\d ]* )?PRIVATE KEY)[A-Z\d ]{1,60}-----/;

/**
 * One base64 line as in private keys: 64 characters, with OpenSSH 70; then anything that may end a string in code.
 */
const KEY_LINE = /^(.*?)(?<![A-Za-z\d/=])([A-Za-z\d+/]{70}|[A-Za-z\d+/]{64})((?:\\[nr])*["'`]?[\s,;+)\\]*)$/;
/** Shortest full line in base64 characters; a shorter one ends a block. */
const MIN_LINE_LENGTH = 64;
/** The last line of a block, which may be shorter. */
const LAST_LINE = /^(.*?)(?<![A-Za-z\d/=])([A-Za-z\d+/]{4,70}={0,2})((?:\\[nr])*["'`]?[\s,;+)\\]*)$/;

/** Permitted prefixes: signs of a diff or a quotation, `L12: `, or file and line of a search. */
const BEFORE = /^(?:[\s+<>|-]*|\s*L?\d{1,7}[:-]\s*|\S{1,300}[:-]\d{1,7}[:-]\s*|\S{1,300}:)["'`]?$/;

function hideLine(
  line: string,
  kind: KeyBlockState,
  how: KeyMasking,
): { readonly shown: string; readonly next: KeyBlockState } {
  if (line.includes('-----')) return { shown: line, next: PUBLIC_BEGIN.test(line) ? 'closed' : 'none' };
  if (kind === 'closed') return { shown: line, next: kind };
  const [, before = '', body = '', after = ''] = (kind === 'open' ? LAST_LINE : KEY_LINE).exec(line) ?? [];
  const next = BEFORE.test(before) ? nextBlock(body, kind, how) : 'none';
  if (next !== 'open') return { shown: line, next };
  return { shown: `${before}${how.mask}${after}`, next: body.length < MIN_LINE_LENGTH ? 'none' : 'open' };
}

/** The base64 beginnings of pictures, archives and documents. */
const MEDIA =
  /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|UEsDB|H4sI|JVBERi0|Qk0|AAABAA|d09G|T2dnUw|SUkq|PHN2Zy|PD94bWw)/;

function nextBlock(body: string, kind: KeyBlockState, { isDrawn }: KeyMasking): KeyBlockState {
  if (body === '') return 'none';
  if (kind === 'media' || MEDIA.test(body)) return 'media';
  return kind === 'open' || isDrawn(body) ? 'open' : 'none';
}

/** A format, and a piece of text that each of its tokens contains: only texts with that piece are searched. */
interface TokenFormat {
  readonly cue: string;
  readonly pattern: RegExp;
}

/** Tokens with a typical prefix. None begins inside a longer run of letters and digits. */
const BEGINNINGS: readonly (readonly [cue: string, rest: RegExp])[] = [
  ['sk-', /(?:(?:ant|proj|svcacct|admin|or|lf)-[\w-]{16,}|(?=[A-Za-z]{0,64}\d)[A-Za-z\d]{32,})/],
  ['sk_', /(?:(?:live|test|prod)_[A-Za-z\d]{16,}|[\da-f]{48}(?![\da-f]))/],
  ['pk_', /\d{6,}_[A-Z\d]{32}/],
  ['rk_', /(?:live|test|prod)_[A-Za-z\d]{16,}/],
  ['whsec_', /[A-Za-z\d+/]{24,}/],
  ['gh', /[pousr]_[A-Za-z\d]{20,}/],
  ['github_pat_', /\w{20,}/],
  ['gl', /(?:agent|cbt|dt|f?ft|ffct|imt|oas|pat|ptt|rt|rtr|soat|wt)-[\w-]{20,}(?:\.\w{2}\.\w{9})?/],
  ['npm_', /[A-Za-z\d]{36}(?![A-Za-z\d])/],
  ['pypi-AgE', /[\w-]{32,}/],
  ['rubygems_', /[\da-f]{48}/],
  ['dckr_', /[a-z]{3}_[\w-]{20,}/],
  ['xox', /[abeoprs][.-](?=[\w.-]{0,64}\d)[\w.-]{10,}/],
  ['xapp-', /\d-[\w-]{20,}/],
  ['GOCSPX-', /[\w-]{20,}/],
  ['ya29.', /[\w-]{20,}/],
  ['SG.', /[\w-]{16,}\.[\w-]{16,}/],

  ['shp', /(?:at|ca|pa|ss)_[\da-fA-F]{32}/],
  ['sbp_', /[\da-f]{40}/],
  ['sb_secret_', /[\w-]{20,}/],
  ['hvs.', /[\w-]{24,}/],
  ['hvb.', /[\w-]{24,}/],
  ['hvr.', /[\w-]{24,}/],
  ['sq0', /(?:atp|csp)-[\w-]{22,}/],
  ['ATATT', /[\w=-]{60,}/],
  ['ATCTT', /[\w=-]{60,}/],
  ['ATBB', /(?=[A-Za-z]*\d)[A-Za-z\d]{32}(?![A-Za-z\d])/],
  ['ATTA', /[\da-f]{64}/],
  ['PMAK-', /[\da-f]{24}-[\da-f]{34}/],
  ['NRAK-', /[A-Z\d]{27}/],
  ['AGE-SECRET-KEY-1', /[A-Z\d]{58}/],
  ['dp.', /(?:audit|ct|pt|sa|scim|st)\.(?:[\w-]{2,35}\.)?[A-Za-z\d]{40,}/],
  ['vc', /[aikpr]_[A-Za-z\d]{24,}/],
  ['EAAA', /[\w-]{60}(?![\w-])/],
  ['pat', /[A-Za-z\d]{14}\.[\da-f]{64}/],
  ['fm2_', /[\w+/=,-]{40,}/],
  ['1//0', /[\w-]{40,}/],
  ['r8_', /[A-Za-z\d]{37,}/],
  // Models and what is built with them
  ['csk-', /(?=[a-z]*\d)[a-z\d]{40,}/],
  ['e2b_', /[\da-f]{40}/],
  ['fc-', /[\da-f]{32}(?![\da-f])/],
  ['fw_', /(?=[A-Za-z]*\d)[A-Za-z\d]{22,}/],
  ['key_', /[\da-f]{64}/],
  ['lsv2_', /(?:pt|sk)_[\da-f]{32}_[\da-f]{10}/],
  ['rpa_', /[A-Z\d]{36,}/],
  ['AQ.', /Ab\w[\w-]{40,}/],
  ['ABSK', /[A-Za-z\d+/]{100,}={0,2}/],
  ['bedrock-api-key-', /[A-Za-z\d+/]{60,}={0,2}/],
  // Building, publishing, watching
  ['bkua_', /[\da-f]{40}/],
  ['CCI', /(?:PAT|PRJ)_[A-Za-z\d]{16,}_[\da-f]{40}/],
  ['CLOJARS_', /[\da-f]{60}/],
  ['dt0', /[a-z]\d\d\.[A-Z\d]{24}\.[A-Z\d]{64}/],
  ['hc', /[a-z]ik_[a-z\d]{58}/],
  ['mlsn.', /[\da-f]{64}/],
  ['NRII-', /[\w-]{32}/],
  ['pnu_', /[a-z\d]{36}/],
  ['pul-', /[\da-f]{40}/],
  ['rdme_', /[a-z\d]{70}/],
  ['sgp_', /(?:[\da-f]{16}_|local_)?[\da-f]{40}/],
  ['sntryu_', /[\da-f]{64}/],
  ['snyk_', /[su]at\.[\da-f]{8}\.[\w.-]{40,}/],
  ['sq', /[apu]_[\da-f]{40}/],
  // Places to run at
  ['AVNS_', /(?=[A-Za-z_-]{0,18}\d)[\w-]{19}/],
  ['fo1_', /[\w-]{43}/],
  ['GR1348941', /[\w-]{20,}/],
  ['HRKU-', /(?:AA[\w-]{40,}|[\da-f-]{36})/],
  ['K00', /\d[A-Za-z\d+/]{27}(?![A-Za-z\d+/=])/],
  ['napi_', /[a-z\d]{50,}/],
  ['ops_eyJ', /[\w+/=-]{100,}/],
  ['rnd_', /(?=[A-Za-z]*\d)[A-Za-z\d]{28,}/],
  ['sha256~', /[\w-]{43}/],
  ['st.', /[\da-f-]{24,36}\.[\da-f]{32}\.[\da-f]{32}/],
  ['t1.', /[\w-]{60,}={0,2}\.[\w-]{86}={0,2}/],
  ['token-', /[a-z\d]{5}:[a-z\d]{54}/],
  ['v1.0-', /[\da-f]{24}-[\da-f]{140,}/],
  // Shops, messages, people
  ['APP_USR-', /\d{12,16}-\d{6}-[\da-f]{32}-\d+/],
  ['TEST-', /\d{12,16}-\d{6}-[\da-f]{32}-\d+/],
  ['CFPAT-', /[\w-]{43}/],
  ['EZ', /[AT]K[A-Za-z\d]{54}/],
  ['FLWSECK', /(?:_TEST)?-[\da-f]{12,32}-X/],
  ['pat-', /(?:ap|eu|na)\d-[\da-f-]{36}/],
  ['shippo_', /(?:live|test)_[\da-f]{40}/],
  ['sk.eyJ', /[\w-]{20,}\.[\w-]{20,}/],
  ['sl.', /[A-Za-z][\w.-]{100,}/],
  ['access-', /(?:sandbox|development|production)-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/],
  ['sdk-', /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/],
];

/** Those without a separator do not begin inside base64 either: hashes and integrity strings stay readable. */
const OTHERS: readonly TokenFormat[] = [
  format('AKIA', /(?<![A-Za-z\d+/-])AKIA[\dA-Z]{16}(?![A-Za-z\d+/=])/),
  format('ASIA', /(?<![A-Za-z\d+/-])ASIA[\dA-Z]{16}(?![A-Za-z\d+/=])/),
  format('AIza', /(?<![A-Za-z\d+/-])AIza[\w-]{35}(?![\w+/=-])/),
  format('SK', /(?<![A-Za-z\d+/-])SK[\da-f]{32}(?![A-Za-z\d+/=])/),
  format('AC', /(?<![A-Za-z\d+/-])AC[\da-f]{32}(?![A-Za-z\d+/=])/),
  format('dapi', /(?<![A-Za-z\d+/-])dapi[\da-f]{32}(?![A-Za-z\d+/=])/),
  format('key-', /(?<![\w+/-])key-[\da-f]{32}(?![\w+/=-])/),
  format(':AA', /(?<![\d.+/-])\d{8,10}:AA[\w-]{33}(?![\w-])/),
  // A page of Facebook, or a number of WhatsApp.
  format('EAA', /(?<![A-Za-z\d+/-])EAA[A-Z][A-Za-z\d]{100,}(?![A-Za-z\d+/=])/),
  format('AAAAAAAA', /(?<![A-Za-z\d+/-])A{20,24}(?:[A-Za-z\d]|%[\dA-F]{2}){80,}/),
  format('cio', /(?<![\w+/-])cio(?=[A-Za-z]*\d)[A-Za-z\d]{32}(?![\w+/=-])/),
  format('oy2', /(?<![\w+/-])oy2[a-z\d]{43}(?![\w+/=-])/),
  format('AKCp', /(?<![A-Za-z\d+/-])AKCp[A-Za-z\d]{69}(?![A-Za-z\d+/=])/),
  format('cmVmdGtu', /(?<![A-Za-z\d+/-])cmVmdGtu[A-Za-z\d]{56}(?![A-Za-z\d+/=])/),
  format('AQVN', /(?<![A-Za-z\d+/-])AQVN[\w-]{35,38}(?![\w+/=-])/),
  format('cflt', /(?<![A-Za-z\d+/-])cflt[A-Za-z\d+/]{60}(?![A-Za-z\d+/=])/),
  format('NRAL', /(?<![A-Za-z\d])[\da-f]{36}NRAL(?![A-Za-z\d])/),
  format('-us', /(?<![A-Za-z\d+/-])[\da-f]{32}-us\d{1,2}(?![\w-])/),
  // Mailgun, which signs with a key of three parts.
  format('-', /(?<![\w+/-])[\da-f]{32}-[\da-f]{8}-[\da-f]{8}(?![\w-])/),
  format('A3-', /(?<![\w-])A3-[A-Z\d]{6}-(?:[A-Z\d]{11}|[A-Z\d]{6}-[A-Z\d]{5})(?:-[A-Z\d]{5}){3}(?![\w-])/),
  format('Q~', /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/),
  format('AZDO', /(?<![A-Za-z\d+/])[A-Za-z\d]{76}AZDO[A-Za-z\d]{4}(?![A-Za-z\d+/=])/),
  format('JQQJ99', /(?<![A-Za-z\d+/])[A-Za-z\d]{52}JQQJ99[A-Za-z\d]{26}(?![A-Za-z\d+/=])/),
  format('AzFu', /(?<![\w+/-])[\w-]{44,53}AzFu[\w-]{4,6}={0,2}/),
  // Asana: kind, person, then the secret.
  format('/', /(?<![\w/])[12]\/\d{13,16}(?:\/\d{13,16})?:[\da-f]{32}(?![\da-f])/),
  // Signatures in addresses open what they point at.
  format('sig=', /(?<=[?&]sig=)[\w%.+/-]{38,256}(?:=|%3[Dd])?/),
  format('-Signature=', /(?<=X-(?:Amz|Goog)-Signature=)[\da-f]{64,}/),
  format('/IncomingWebhook/', /(?<=\/IncomingWebhook\/)[\w/-]{32,}/),
  format('django-insecure-', /(?<=django-insecure-)[^\s"']{30,}/),
  // Hashes of passwords, which can be tried at leisure.
  format('$', /\$(?:2[abxy]\$\d\d|[156y]|apr1|argon2(?:id?|d))\$[\w./$=,+-]{22,}/),
  format('password', /(?<=\blogin\s{1,4}\S{1,100}\s{1,8}password\s{1,4})\S{6,256}/),
  format('eyJ', /(?<![A-Za-z\d+/-])eyJ[\w-]{8,2048}\.eyJ[\w-]{8,}\.[\w-]{8,}/),
  format('_v1_', /(?<![A-Za-z\d])do[oprt]_v1_[\da-f]{64}/),
  format('.atlasv1.', /(?<![A-Za-z\d])[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,}/),
  format('.', /(?<![\w.+/-])[MNO][\w-]{23,27}\.[\w-]{6}\.(?=[A-Za-z_-]{0,37}\d)[\w-]{27,40}(?![\w.-])/),
  format('hooks.slack.com/', /(?<=hooks\.slack\.com\/\w{1,16}\/)[\w/-]{20,}/),
  format('/api/webhooks/', /(?<=\/api\/webhooks\/\d{1,24}\/)[\w-]{40,}/),
  format('irtable', /(?<=[Aa]irtable[^\n]{0,40}?[^A-Za-z\d])key[A-Za-z\d]{14}(?![A-Za-z\d])/),
  format('SSWS', /(?<=SSWS\s{1,3})[\w-]{20,}/),
  // A token as the user of an address; where errors are sent to is public.
  format('://', /(?<=:\/\/)(?=[\w-]{0,60}\d)(?=[\w-]{0,60}[A-Za-z])[\w-]{30,256}(?=@(?!o\d+\.ingest\.))/),
  // The password in an address, except for those of examples.
  format(
    '://',
    /(?<=:\/\/([^\s/@:"']{0,64}):)(?!\1@|[$<{*[]|%s|(?:pass|password|passwd|secret|changeme|username)@)[^\s/@"':<>`]{6,256}(?=@)/,
  ),
  format(
    'uthorization',
    /(?<=[Aa]uthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,3})[\w.~+/=-]{8,}/,
  ),
];

const FORMATS: readonly TokenFormat[] = [
  ...BEGINNINGS.map(([cue, rest]) =>
    format(cue, new RegExp(`(?<![A-Za-z\\d])${cue.replace('.', '\\.')}${rest.source}`)),
  ),
  ...OTHERS,
];

function format(cue: string, { source }: RegExp): TokenFormat {
  return { cue, pattern: new RegExp(source, 'g') };
}
