// The fonts of documents, and what of a text they can show.
import { createRequire } from 'node:module';

type Pdf = PDFKit.PDFDocument;
export const REGULAR = 'regular';
export const BOLD = 'bold';

/** The standard fonts of PDF know the characters of western Europe alone. */
export function registerFonts(pdf: Pdf): void {
  const { resolve } = createRequire(import.meta.url);
  const font = (name: string): string => resolve(`@expo-google-fonts/open-sans/${name}`);
  pdf.registerFont(REGULAR, font('400Regular/OpenSans_400Regular.ttf'));
  pdf.registerFont(BOLD, font('700Bold/OpenSans_700Bold.ttf'));
}

/** A character that the font does not have would leave nothing but a gap: it is shown as a question mark. */
const UNKNOWN = '?';
/** Tells which characters the fonts have. The types of the library omit the font. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } };
}
const hasGlyph = (pdf: Pdf, character: string): boolean =>
  (pdf as object as WithFont)._font.font.hasGlyphForCodePoint(character.codePointAt(0)!);

/** Control characters have no shape, either. */
export function shownIn(pdf: Pdf, text: string): string {
  const visible = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ');
  return visible.replace(/[^\x20-\x7e\n]/gu, (one) => (hasGlyph(pdf, one) ? one : UNKNOWN));
}
