// Writes a document of headings, lines and tables as PDF. Pages are numbered, so that they are held until the last one is known; rows are
// limited by the callers (ADR 0056).
import { createRequire } from 'node:module';

type Pdf = PDFKit.PDFDocument;

export interface PdfColumn {
  heading: string;
  /** The share of the width of the page. */
  weight: number;
  isNumber?: boolean;
}
export interface PdfTexts {
  title: string;
  /** Below the title on the first page: the keeper, the place, the period, the day. */
  lines: string[];
  /** The language of the document, for programs that read it aloud. */
  language: string;
  numberOf: (page: number, pages: number) => string;
}
export interface PdfRow {
  cells: string[];
  /** What no longer counts. */
  isStruck?: boolean;
}

const MARGIN = 36;
const SIZE = { title: 15, heading: 11, text: 9, cell: 7, small: 7 } as const;
const PADDING = 2.5;
const [REGULAR, BOLD] = ['regular', 'bold'];
/** Further lines of a cell would leave no room for others. */
const MAX_CELL_LENGTH = 1200;

/** The standard fonts of PDF know the characters of western Europe alone; what this one does not have is shown as a box. */
function registerFonts(pdf: Pdf): void {
  const { resolve } = createRequire(import.meta.url);
  const font = (name: string): string => resolve(`@expo-google-fonts/noto-sans/${name}`);
  pdf.registerFont(REGULAR!, font('400Regular/NotoSans_400Regular.ttf'));
  pdf.registerFont(BOLD!, font('700Bold/NotoSans_700Bold.ttf'));
}

/** Control characters have no shape, and would be boxes. */
const shown = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ');
const cut = (text: string): string => (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text);

export class PdfDocument {
  private readonly left = MARGIN;
  private readonly width: number;
  private readonly bottom: number;

  private constructor(
    private readonly pdf: Pdf,
    private readonly texts: PdfTexts,
    /** Resolves when others have had their turn. */
    private readonly nextTurn: () => Promise<void>,
  ) {
    this.width = pdf.page.width - 2 * MARGIN;
    this.bottom = pdf.page.height - MARGIN - 14;
  }

  static async open(
    texts: PdfTexts,
    layout: 'portrait' | 'landscape',
    nextTurn: () => Promise<void>,
  ): Promise<PdfDocument> {
    const { default: PDFKit } = await import('pdfkit');
    const { title, language } = texts;
    const pdf = new PDFKit({
      size: 'A4',
      layout,
      margin: MARGIN,
      bufferPages: true,
      lang: language,
      displayTitle: true,
      // The same records make the same document: no time of writing.
      info: { Title: title, Producer: 'beekeeping-backend', Creator: 'beekeeping-backend', CreationDate: new Date(0) },
    });
    registerFonts(pdf);
    const document = new PdfDocument(pdf, texts, nextTurn);
    document.writeHeader();
    return document;
  }

  private writeHeader(): void {
    const { title, lines } = this.texts;
    this.pdf.font(BOLD!).fontSize(SIZE.title).text(shown(title), this.left, MARGIN, { width: this.width });
    this.pdf.font(REGULAR!).fontSize(SIZE.text);
    for (const line of lines) this.pdf.text(shown(line), { width: this.width });
    this.pdf.moveDown(0.5);
  }

  /** @param below the room that must be left for what follows */
  heading(text: string, below = 40): void {
    this.pdf.font(BOLD!).fontSize(SIZE.heading);
    if (this.pdf.y + below > this.bottom) this.addPage();
    else this.pdf.moveDown(0.6);
    this.pdf.text(shown(text), this.left, this.pdf.y, { width: this.width });
    this.pdf.moveDown(0.2);
  }

  line(text: string): void {
    this.pdf.font(REGULAR!).fontSize(SIZE.text);
    if (this.pdf.y + this.pdf.heightOfString(shown(text), { width: this.width }) > this.bottom) this.addPage();
    this.pdf.text(shown(text), this.left, this.pdf.y, { width: this.width });
  }

  /** Its headings are repeated on every page. @returns the number of rows */
  async table(columns: PdfColumn[], rows: AsyncIterable<PdfRow> | Iterable<PdfRow>): Promise<number> {
    const sum = columns.reduce((all, { weight }) => all + weight, 0);
    const widths = columns.map(({ weight }) => (this.width * weight) / sum);
    const headings = columns.map(({ heading }) => heading);
    let count = 0;
    for await (const { cells, isStruck } of rows) {
      await this.nextTurn();
      if (count === 0) this.writeRow(headings, columns, widths, { isHeading: true });
      count += 1;
      this.pdf.font(REGULAR!).fontSize(SIZE.cell);
      const height = this.heightOf(cells, widths);
      if (this.pdf.y + height > this.bottom) {
        this.addPage();
        this.writeRow(headings, columns, widths, { isHeading: true });
      }
      this.writeRow(cells, columns, widths, { isStruck: isStruck === true });
    }
    if (count > 0) this.pdf.y += 4;
    return count;
  }

  private heightOf(cells: string[], widths: number[]): number {
    const heights = cells.map((cell, i) => this.pdf.heightOfString(shown(cut(cell)) || ' ', this.inside(widths[i]!)));
    return Math.max(...heights) + 2 * PADDING;
  }
  private inside = (width: number): { width: number; lineGap: number } => ({ width: width - 2 * PADDING, lineGap: 0 });

  private writeRow(
    cells: string[],
    columns: PdfColumn[],
    widths: number[],
    { isHeading = false, isStruck = false },
  ): void {
    const { pdf } = this;
    pdf.font(isHeading ? BOLD! : REGULAR!).fontSize(SIZE.cell);
    const height = this.heightOf(cells, widths);
    const top = pdf.y;
    if (isHeading) pdf.rect(this.left, top, this.width, height).fill('#eeeeee').fillColor('black');
    let x = this.left;
    for (const [i, cell] of cells.entries()) {
      const align = columns[i]!.isNumber ? 'right' : 'left';
      const room = { ...this.inside(widths[i]!), height: this.bottom - top, align, strike: isStruck } as const;
      pdf.text(shown(cut(cell)), x + PADDING, top + PADDING, room);
      pdf.rect(x, top, widths[i]!, height).lineWidth(0.5).stroke('#999999');
      x += widths[i]!;
    }
    pdf.x = this.left;
    pdf.y = top + height;
  }

  private addPage(): void {
    this.pdf.addPage();
    this.pdf
      .font(REGULAR!)
      .fontSize(SIZE.small)
      .text(shown(this.texts.title), this.left, MARGIN, { width: this.width });
    this.pdf.moveDown(0.4);
  }

  /** Numbers the pages. @returns the bytes */
  async *end(): AsyncGenerator<Buffer> {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let i = 0; i < count; i++) {
      await this.nextTurn();
      this.pdf.switchToPage(start + i);
      const text = this.texts.numberOf(i + 1, count);
      // Below the margin, where the library would begin another page.
      this.pdf.page.margins.bottom = 0;
      this.pdf.font(REGULAR!).fontSize(SIZE.small);
      this.pdf.text(text, this.left, this.pdf.page.height - MARGIN, {
        width: this.width,
        align: 'center',
        lineBreak: false,
      });
    }
    this.pdf.end();
    for await (const piece of this.pdf as object as AsyncIterable<Buffer>) yield piece;
  }
}
