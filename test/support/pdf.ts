// Reads documents that are sent as PDF.
import { inflateSync } from 'node:zlib';

/** The text of a document as this library writes it: streams of glyphs, and for each font the table of its characters. */
export function extractText(bytes: Buffer): string {
  const source = bytes.toString('latin1');
  const streams = new Map<string, string>();
  for (const { 1: id, 2: dictionary, index, 0: match } of source.matchAll(
    /(\d+) 0 obj\n(<<(?:(?!endobj)[\s\S])*?>>)\nstream\n/g,
  )) {
    const start = index + match.length;
    const data = bytes.subarray(start, start + Number(/\/Length (\d+)/.exec(dictionary!)![1]));
    streams.set(id!, (dictionary!.includes('FlateDecode') ? inflateSync(data) : data).toString('latin1'));
  }
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name, font] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = new RegExp(`\\n${font} 0 obj\\n[\\s\\S]*?/ToUnicode (\\d+) 0 R`).exec(source)![1]!;
    const characters = new Map<string, string>();
    const list = /beginbfrange\n([\s\S]*?)endbfrange/
      .exec(streams.get(table)!)![1]!
      .replace(/<[0-9a-f]+> <[0-9a-f]+> \[/g, '');
    for (const [i, [, code]] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      characters.set(
        i.toString(16).padStart(4, '0'),
        String.fromCharCode(...code!.match(/[0-9a-f]{4}/g)!.map((one) => Number.parseInt(one, 16))),
      );
    fonts.set(name!, characters);
  }
  let text = '';
  for (const content of streams.values()) {
    let characters = new Map<string, string>();
    for (const line of content.split('\n')) {
      const font = /^\/(F\d+) [\d.]+ Tf/.exec(line);
      if (font) characters = fonts.get(font[1]!)!;
      if (!line.endsWith(' TJ')) continue;
      for (const [, glyphs] of line.matchAll(/<([0-9a-f]+)>/g))
        text += glyphs!
          .match(/.{4}/g)!
          .map((glyph) => characters.get(glyph) ?? '?')
          .join('');
      text += '\n';
    }
  }
  return text;
}
