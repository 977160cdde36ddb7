/** What the build changes of libsignal, which WhatsApp's client encrypts with. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './files.mjs';

/**
 * libsignal prints session records, private keys included: in what is built, its files have a console that does
 * nothing. Reading and making keys takes most of its time: that becomes ours.
 * @type {import('esbuild').Plugin}
 */
export const libsignalOfOurs = {
  name: 'libsignal-of-ours',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]libsignal[\\/].*\.js$/ }, ({ path: file }) => {
      const quiet = `const console = new Proxy({}, { get: () => () => undefined });${readFileSync(file, 'utf8')}`;
      return { contents: path.basename(file) === 'curve.js' ? withOurKeys(quiet) : quiet, loader: 'js' };
    });
  },
};

/** @param {string} curve text of libsignal's `curve.js`, whose own checks of keys stay */
function withOurKeys(curve) {
  const its = ['generateKeyPair = ', 'calculateAgreement = '].map((name) => `exports.${name}`);
  const checks = ['prefixKeyInPublicKey', 'scrubPubKeyFormat', 'validatePrivKey'];
  for (const name of [...its, ...checks])
    if (!curve.includes(name)) throw new Error(`libsignal has no ${name} any more`);
  return `${curve}
const { keyAgreement, newKeyPair } = require(${JSON.stringify(path.join(ROOT, 'src/channels/whatsapp/curve-keys.ts'))});
exports.generateKeyPair = () => {
  const { publicKey, privateKey } = newKeyPair();
  return { pubKey: prefixKeyInPublicKey(publicKey), privKey: privateKey };
};
exports.calculateAgreement = (publicKey, privateKey) => {
  validatePrivKey(privateKey);
  return keyAgreement(scrubPubKeyFormat(publicKey), privateKey);
};`;
}
