import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeBlock, inlineCode } from '../../src/core/text.ts';
import { Prose } from '../../src/web-server/prose.tsx';

test.each([
  ['plain words', '<div class="prose"><p>plain words</p></div>'],
  ['run `npm test` **now**', '<div class="prose"><p>run <code>npm test</code> <b>now</b></p></div>'],
  ['<script>x</script>', '<div class="prose"><p>&lt;script&gt;x&lt;/script&gt;</p></div>'],
  ['`<img onerror=x>`', '<div class="prose"><p><code>&lt;img onerror=x&gt;</code></p></div>'],
])('%j is shown as it is', async (text, html) => {
  expect(String(await Prose({ text }))).toBe(html);
});

test('a block of code is one, whatever is in it', async () => {
  const html = String(await Prose({ text: 'see:\n```sh\n</code><b>\n```\nok' }));
  expect(html).toBe(
    '<div class="prose"><p>see:</p><pre tabindex="0"><code>&lt;/code&gt;&lt;b&gt;</code></pre><p>ok</p></div>',
  );
});

test.each([
  ['# Result', '<b>Result</b>'],
  ['**run `npm test`** first', '<b>run <code>npm test</code></b> first'],
  ['(**a**), **b c**.', '(<b>a</b>), <b>b c</b>.'],
  ['*a* and _b `c_d`_, **e**', '<i>a</i> and <i>b <code>c_d</code></i>, <b>e</b>'],
  ['snake_case_name and __init__', 'snake_case_name and __init__'],
  ['src/*.ts, *.js and *.md', 'src/*.ts, *.js and *.md'],
  ['2 * 3 * 4, _a and b', '2 * 3 * 4, _a and b'],
  ['def f(*args, **kwargs)', 'def f(*args, **kwargs)'],
  ['#1 runs', '#1 runs'],
  ['src/**/*.ts and test/**', 'src/**/*.ts and test/**'],
  ['2**3**2', '2**3**2'],
  ['`a ** b` and `c ** d`', '<code>a ** b</code> and <code>c ** d</code>'],
  ['a | b', 'a | b'],
])('%j', async (text, html) => {
  expect(String(await Prose({ text }))).toBe(`<div class="prose"><p>${html}</p></div>`);
});

test('a table is one, with what stands around it', async () => {
  const text = 'Costs:\n| file | **lines** |\n|---|--:|\n| `a\\|b` | 3 |\n| <b> | |\n\nThat is all.';
  expect(String(await Prose({ text }))).toBe(
    [
      '<div class="prose"><p>Costs:</p><div class="table" tabindex="0"><table class="figures">',
      '<thead><tr><th scope="col">file</th><th scope="col"><b>lines</b></th></tr></thead>',
      '<tbody><tr><td><code>a|b</code></td><td>3</td></tr><tr><td>&lt;b&gt;</td><td></td></tr></tbody>',
      '</table></div><p>That is all.</p></div>',
    ].join(''),
  );
});

/** What a browser shows of the only code in it. */
async function codeIn(text: string): Promise<string | undefined> {
  const [, shown, ...more] =
    /^<div class="prose"><(?:p|pre tabindex="0")>.*?<code>([\s\S]*)<\/code><\/p(?:re)?><\/div>$/.exec(
      String(await Prose({ text })),
    ) ?? [];
  expect(more).toEqual([]);
  return shown
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

test.each([
  'echo `date` > now.txt',
  '`id`',
  'echo **x** and ``y``',
  'open [x](https://a.example)',
  'curl https://a.example/x | sh',
  'printf "a```b"',
])('of the command %j every sign is shown', async (command) => {
  expect(await codeIn(`I want to run: ${inlineCode(command)}`)).toBe(command);
});

test.each(['a\n```\nb\n```', 'echo `x`\n- y', '  indented\n# no heading', 'a | b\n--|--'])(
  'of the lines %j every sign is shown',
  async (lines) => {
    expect(await codeIn(codeBlock(lines))).toBe(lines);
  },
);

test('whatever a command holds, it is shown as it is', async () => {
  const signs = fc.constantFrom(
    '`',
    '*',
    '[',
    ']',
    '(',
    ')',
    '<',
    '&',
    ' ',
    'a',
    'https://a.b',
    '- ',
    '#',
    '|',
  );
  const command = fc.array(signs, { minLength: 1, maxLength: 20 }).map((parts) => `x${parts.join('')}x`);
  await fc.assert(
    fc.asyncProperty(command, async (text) => {
      expect([await codeIn(inlineCode(text)), await codeIn(codeBlock(`${text}\n${text}`))]).toEqual([
        text,
        `${text}\n${text}`,
      ]);
    }),
  );
});

/** The blocks of a text, without what stands around all of them. */
async function blocksOf(text: string): Promise<string> {
  return String(await Prose({ text })).replace(/^<div class="prose">|<\/div>$/g, '');
}

test.each([
  ['- a\n- **b**', '<ul><li><p>a</p></li><li><p><b>b</b></p></li></ul>'],
  [
    'It has:\n* a\n\n* b\nThat is all.',
    '<p>It has:</p><ul><li><p>a</p></li><li><p>b</p></li></ul><p>That is all.</p>',
  ],
  ['1. a\n2) b', '<ol><li value="1"><p>a</p></li><li value="2"><p>b</p></li></ol>'],
  ['7. a\n9. b', '<ol><li value="7"><p>a</p></li><li value="9"><p>b</p></li></ol>'],
  ['- a\n1. b', '<ul><li><p>a</p></li></ul><ol><li value="1"><p>b</p></li></ol>'],
  [
    '1. a\n  - b\n  - c\n2. d',
    '<ol><li value="1"><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li><li value="2"><p>d</p></li></ol>',
  ],
  ['- a\n  goes on\n\n  and on', '<ul><li><p>a\ngoes on\n\nand on</p></li></ul>'],
  [
    '1. a\n   ```sh\n   if x\n     y\n   ```\n2. b',
    '<ol><li value="1"><p>a</p><pre tabindex="0"><code>if x\n  y</code></pre></li><li value="2"><p>b</p></li></ol>',
  ],
  ['- [x] a\n- [ ] b', '<ul><li class="task-item"><p>☑ a</p></li><li class="task-item"><p>☐ b</p></li></ul>'],
  ['-a\n-1 and * b\n2024. was', '<p>-a\n-1 and * b\n2024. was</p>'],
  ['see\n```\ncut', '<p>see</p><pre tabindex="0"><code>cut</code></pre>'],
])('the list %j', async (text, html) => {
  expect(await blocksOf(text)).toBe(html);
});

test.each([
  [
    'It says:\n> a **b**\n>\n> - c\nok',
    '<p>It says:</p><blockquote><p>a <b>b</b></p><ul><li><p>c</p></li></ul></blockquote><p>ok</p>',
  ],
  ['> > a', '<blockquote><blockquote><p>a</p></blockquote></blockquote>'],
  ['a > b\n>5 files\n>=3', '<p>a &gt; b\n&gt;5 files\n&gt;=3</p>'],
  ['a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
  ['Title\n---\nb', '<p>Title\n---\nb</p>'],
])('the quote or line across in %j', async (text, html) => {
  expect(await blocksOf(text)).toBe(html);
});

test('quotes in quotes end somewhere', async () => {
  const html = await blocksOf(`${'> '.repeat(5000)}x`);
  expect([html.match(/<blockquote>/g)?.length, html.includes('&gt; &gt; x')]).toEqual([8, true]);
});

test('lists in lists end somewhere', async () => {
  const html = await blocksOf(`${'- '.repeat(5000)}x`);
  expect([html.match(/<ul>/g)?.length, html.includes('- - x')]).toEqual([8, true]);
});

function link(to: string, words: string): string {
  return `<a href="${to}" title="${to}" target="_blank" rel="noopener noreferrer">${words}</a>`;
}

const PAGE = 'https://github.com/a/b/pull/1';

test.each([
  [`see [the PR](${PAGE}).`, `see ${link(PAGE, 'the PR')}.`],
  [`see ${PAGE}, please`, `see ${link(PAGE, PAGE)}, please`],
  [`(${PAGE})`, `(${link(PAGE, PAGE)})`],
  [`**[${PAGE}](${PAGE})**`, `<b>${link(PAGE, PAGE)}</b>`],
  [`[**a** \`b\`](${PAGE})`, link(PAGE, 'a b')],
  ['[mail](mailto:a@b.example)', link('mailto:a@b.example', 'mail')],
  ['[a@b.example](mailto:a@b.example)', link('mailto:a@b.example', 'a@b.example')],
  ['[w](https://a.example/W_(x))', link('https://a.example/W_(x)', 'w')],
  ['[x](https://a.example/"onclick=alert(1))', link('https://a.example/&quot;onclick=alert(1)', 'x')],
  ['`[x](https://a.example)`', '<code>[x](https://a.example)</code>'],
])('the link in %j', async (text, html) => {
  expect(await blocksOf(text)).toBe(`<p>${html}</p>`);
});

test.each([
  ['[github.com](https://github.com.evil.example/x)', ' (github.com.evil.example)'],
  ['[https://github.com/evil.example](https://evil.example)', ' (evil.example)'],
  ['[https://evil.example@github.com](https://github.com@evil.example)', ' (evil.example)'],
  ['https://github.com@evil.example/x', ' (evil.example)'],
  ['https://g\u0456thub.com/x', ' (xn--gthub-n2e.com)'],
  ['[me@bank.example](mailto:me@evil.example)', ' (me@evil.example)'],
  ['[GitHub.com/a](https://github.com/a/b)', ''],
])('%j does not hide where it leads', async (text, place) => {
  expect((await blocksOf(text)).replace(/^<p><a [^>]*>[^<]*<\/a>|<\/p>$/g, '')).toBe(place);
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JavaScript:alert(1))',
  '[x](data:text/html,x)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/tasks)',
  '[x](https://)',
  'handlers[name](event)',
  'https://',
])('%j is no link', async (text) => {
  expect(await blocksOf(text)).toBe(`<p>${text}</p>`);
});

test('no text makes a tag, an attribute or a link that is not of these', async () => {
  const parts = [
    '<script>',
    '[x](',
    'javascript:x',
    'https://a.b/',
    'mailto:',
    ')',
    '`',
    '```\n',
    '- ',
    '1. ',
    '> ',
    '*',
    '\n\n---\n\n',
    '\n',
  ];
  const signs = fc.constantFrom(...parts, '|', '|-|\n', '"', "'", '**', '# ', ' onclick=', '&', '[ ] ', '!');
  const ours =
    /<\/?(?:div|p|b|i|hr|blockquote|code|pre|ul|ol|li|table|thead|tbody|tr|th|td|a href="(?:https?:\/\/|mailto:)[^"<>]*"|a)(?: (?:class|tabindex|value|scope|title|target|rel)="[^"<>]*")*\/?>/g;
  await fc.assert(
    fc.asyncProperty(fc.array(signs, { maxLength: 30 }), async (text) => {
      expect(String(await Prose({ text: text.join('') })).replaceAll(ours, '')).not.toMatch(/[<>]/);
    }),
  );
});
