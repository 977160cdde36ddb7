/** Stanzas: building them and looking into them. The binary form is the client library's codec. */
import type { BinaryNode } from '@whiskeysockets/baileys';

export type Attributes = Readonly<Record<string, string | undefined>>;

/** Attributes that are undefined are left out. */
export function node(tag: string, attrs: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) present[name] = value;
  return content === undefined ? { tag, attrs: present } : { tag, attrs: present, content };
}

export function children(of: BinaryNode | undefined, tag?: string): readonly BinaryNode[] {
  if (of === undefined || !Array.isArray(of.content)) return [];
  return tag === undefined ? of.content : of.content.filter((each) => each.tag === tag);
}

export function child(of: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return children(of, tag)[0];
}

/** Content may come as bytes or as text; empty when there is none. */
export function bytesOf(of: BinaryNode | undefined): Buffer {
  const content = of?.content;
  if (content === undefined || Array.isArray(content)) return Buffer.alloc(0);
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
}

/** @throws Error naming the child, when it is missing or not as long as it must be */
export function requiredBytes(of: BinaryNode | undefined, tag: string, length?: number): Buffer {
  const found = bytesOf(child(of, tag));
  if (found.length === 0) throw new Error(`<${of?.tag ?? 'nothing'}> has no <${tag}>`);
  if (length !== undefined && found.length !== length) {
    throw new Error(`<${tag}> has ${found.length} bytes, not ${length}`);
  }
  return found;
}

export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** One line for a problem report, without the bytes. */
export function outline(of: BinaryNode): string {
  const attrs = Object.entries(of.attrs).map(([name, value]) => ` ${name}="${value}"`);
  const inner = children(of).map((each) => outline(each));
  return `<${of.tag}${attrs.join('')}${inner.length === 0 ? '/>' : `>${inner.join('')}</${of.tag}>`}`;
}
