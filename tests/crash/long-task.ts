import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';

const CART = `export class Cart {
  #lines = [];

  add(product, count = 1) {
    this.#lines.push({ product, count });
  }

  total() {
    return this.#lines.reduce((sum, line) => sum + line.product.price * line.count, 0);
  }
}
`;

const PRICES = `export function netto(cents) {
  return cents;
}

export function brutto(cents) {
  return cents * 1.19;
}
`;

const TEST = `import { Cart } from '../src/shop/cart.js';

const cart = new Cart();
cart.add({ name: 'tea', price: 350 }, 2);
if (cart.total() !== 700) throw new Error('wrong total');
`;

const GUARDED = `    if (count < 1) throw new RangeError('nothing to add');
    this.#lines.push({ product, count });`;

type Call = readonly [string, Readonly<Record<string, unknown>>];

const write = (path: string, content: string): Call => ['write_source_file', { path, content }];
const patch = (path: string, search: string, replace: string): Call => [
  'apply_patch',
  { path, search, replace },
];
const read = (path: string): Call => ['read_source_file', { path }];
const done = (step: number): Call => ['update_task_status', { step, status: 'done' }];
const count = (name: string): Call => ['run_command', { command: `mocha ${name}` }];

/** A task of 40 calls on the counting project: a shop beside the login, built, mended, moved about and committed. */
export const LONG_TASK: readonly MessageReply[] = [
  calls(['list_source_files', {}], read('src/login.js'), read('package.json'), ['git_status', {}]),
  calls(
    ['create_task_plan', { steps: ['Cart', 'Prices', 'Stock', 'Commit'] }],
    ['git_create_branch', { name: 'feat/shop' }],
    count('before'),
  ),
  calls(write('src/shop/cart.js', CART), write('test/cart.js', TEST), count('cart'), done(1)),
  calls(['search_source_code', { pattern: 'total' }], read('src/shop/cart.js')),
  calls(
    patch('src/shop/cart.js', '    this.#lines.push({ product, count });', GUARDED),
    write('src/shop/prices.js', PRICES),
    ['read_lines', { path: 'src/shop/cart.js', start: 1, end: 8 }],
  ),
  calls(
    patch('src/shop/prices.js', 'cents * 1.19', 'Math.round(cents * (1 + VAT))'),
    patch('src/shop/prices.js', 'export function netto', 'const VAT = 0.19;\n\nexport function netto'),
    count('prices'),
    done(2),
  ),
  calls(['git_commit', { message: 'feat: a cart and its prices' }], ['git_diff', {}], ['git_status', {}]),
  calls(
    write('src/shop/stock.js', "export const stock = new Map([['tea', 12]]);\n"),
    patch('src/shop/stock.js', "['tea', 12]", "['tea', 12], ['mate', 4]"),
    read('src/shop/prices.js'),
  ),
  calls(
    patch(
      'src/shop/cart.js',
      'export class Cart {',
      "import { stock } from './stock.js';\n\nexport class Cart {",
    ),
    patch('src/shop/cart.js', 'count < 1', 'count < 1 || count > (stock.get(product.name) ?? 0)'),
    count('stock'),
  ),
  calls(
    patch('src/login.js', '/** Finds the user', '/** For the shop, too: finds the user'),
    ['preview_patch', { path: 'src/shop/prices.js', search: 'netto', replace: 'net', occurrence: 'all' }],
    patch('src/shop/prices.js', 'brutto', 'gross'),
    patch('src/shop/prices.js', 'netto', 'net'),
  ),
  calls(
    ['search_source_code', { pattern: 'netto' }],
    ['get_task_plan', {}],
    read('src/shop/stock.js'),
    done(3),
  ),
  calls(['git_commit', { message: 'feat: what is in stock' }], count('after'), done(4)),
  says('The shop has a cart, prices and a stock, in two commits.'),
];
