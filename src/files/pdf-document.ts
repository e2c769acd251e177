// Writes a document of headings, lines and tables as PDF. Each page says how many there are, so the document is laid out twice: first to
// count the pages, which are not held in memory, because they take 100 times as much there as in the file (ADR 0056).
import { BOLD, REGULAR, registerFonts, shownIn } from './pdf-fonts.js';

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
/** More does not fit on a page: the rest is cut, visibly. */
const MAX_CELL_LENGTH = 1200;

const cut = (text: string): string => (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text);

/** What has been measured, for the document that is written then. */
interface Measured {
  pages: number;
  /** Of the rows of all tables, in their order. */
  heights: number[];
}
export interface PdfOptions {
  texts: PdfTexts;
  layout: 'portrait' | 'landscape';
  /** Resolves when others have had their turn. */
  nextTurn: () => Promise<void>;
  /** Called twice. */
  write: (document: PdfDocument) => Promise<void>;
}

/** @returns the bytes of the document */
export async function* writePdf(options: PdfOptions): AsyncGenerator<Buffer> {
  const pdf = await createPdf(options);
  const document = new PdfDocument(pdf, options);
  await document.run();
  document.startAgain();
  const written = document.run().then(
    () => void pdf.end(),
    (error: unknown) => void pdf.destroy(error as Error),
  );
  yield* pdf as object as AsyncIterable<Buffer>;
  await written;
}

async function createPdf({ texts, layout }: PdfOptions): Promise<Pdf> {
  const { default: PDFKit } = await import('pdfkit');
  const pdf = new PDFKit({
    size: 'A4',
    layout,
    // Pages end where this module says.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    lang: texts.language,
    displayTitle: true,
    // The same records make the same document: no time of writing.
    info: {
      Title: texts.title,
      Producer: 'beekeeping-backend',
      Creator: 'beekeeping-backend',
      CreationDate: new Date(0),
    },
  });
  registerFonts(pdf);
  return pdf;
}

export class PdfDocument {
  private readonly left = MARGIN;
  private readonly top = MARGIN;
  private readonly width: number;
  private readonly bottom: number;
  private pages = 1;
  private rows = 0;
  private readonly heights: number[] = [];
  /** Undefined while it is only measured, with nothing on its first page. */
  private measured: Measured | undefined;

  constructor(
    private readonly pdf: Pdf,
    private readonly options: PdfOptions,
  ) {
    this.width = pdf.page.width - 2 * MARGIN;
    this.bottom = pdf.page.height - MARGIN - 14;
  }

  /** After it has been measured. */
  startAgain(): void {
    this.measured = { pages: this.pages, heights: this.heights };
    this.pages = 1;
    this.rows = 0;
    this.beginPage();
  }

  async run(): Promise<void> {
    this.writeTop();
    await this.options.write(this);
  }

  private writeTop(): void {
    const { title, lines } = this.options.texts;
    this.pdf.font(BOLD).fontSize(SIZE.title);
    this.put(title);
    this.pdf.font(REGULAR).fontSize(SIZE.text);
    for (const line of lines) this.put(line);
    this.pdf.moveDown(0.5);
  }

  /** @param below the room that must be left for what follows */
  heading(text: string, below = 40): void {
    this.pdf.font(BOLD).fontSize(SIZE.heading);
    if (this.pdf.y + below > this.bottom) this.continuePage();
    else this.pdf.moveDown(0.6);
    this.pdf.font(BOLD).fontSize(SIZE.heading);
    this.put(text);
    this.pdf.moveDown(0.2);
  }

  line(text: string): void {
    this.pdf.font(REGULAR).fontSize(SIZE.text);
    if (this.pdf.y + this.pdf.heightOfString(this.shown(text), { width: this.width }) > this.bottom)
      this.continuePage();
    this.pdf.font(REGULAR).fontSize(SIZE.text);
    this.put(text);
  }

  /** Its headings are repeated on every page. @returns the number of rows */
  async table(columns: PdfColumn[], rows: Iterable<PdfRow>): Promise<number> {
    const sum = columns.reduce((all, { weight }) => all + weight, 0);
    const widths = columns.map(({ weight }) => (this.width * weight) / sum);
    const headings = { cells: columns.map(({ heading }) => heading) };
    const writeHeadings = (): void => {
      this.pdf.font(BOLD).fontSize(SIZE.cell);
      this.writeRow(headings, columns, widths, this.heightOf(headings.cells, widths), true);
      this.pdf.font(REGULAR).fontSize(SIZE.cell);
    };
    let count = 0;
    for (const row of rows) {
      await this.options.nextTurn();
      if (this.pdf.destroyed) return count;
      if (count === 0) writeHeadings();
      count += 1;
      const height = this.measured?.heights[this.rows] ?? this.heightOf(row.cells, widths);
      if (!this.measured) this.heights.push(height);
      this.rows += 1;
      if (this.pdf.y + height > this.bottom) {
        this.continuePage();
        writeHeadings();
      }
      this.writeRow(row, columns, widths, height);
    }
    if (count > 0) this.pdf.y += 4;
    return count;
  }

  private heightOf(cells: string[], widths: number[]): number {
    const heights = cells.map((cell, i) =>
      this.pdf.heightOfString(this.shown(cut(cell)) || ' ', { width: widths[i]! - 2 * PADDING }),
    );
    const room = this.bottom - this.top - 60;
    return Math.min(room, Math.max(...heights) + 2 * PADDING);
  }

  private writeRow(
    { cells, isStruck = false }: PdfRow,
    columns: PdfColumn[],
    widths: number[],
    height: number,
    isHeading = false,
  ): void {
    const { pdf } = this;
    const top = pdf.y;
    if (this.measured) {
      if (isHeading) pdf.rect(this.left, top, this.width, height).fill('#eeeeee').fillColor('black');
      let x = this.left;
      for (const [i, cell] of cells.entries()) {
        const align = columns[i]!.isNumber ? 'right' : 'left';
        const room = { width: widths[i]! - 2 * PADDING, height: height - PADDING, ellipsis: true } as const;
        if (cell !== '')
          pdf.text(this.shown(cut(cell)), x + PADDING, top + PADDING, { ...room, align, strike: isStruck });
        pdf.rect(x, top, widths[i]!, height).lineWidth(0.5).stroke('#999999');
        x += widths[i]!;
      }
    }
    pdf.x = this.left;
    pdf.y = top + height;
  }

  private shown = (text: string): string => shownIn(this.pdf, text);

  /** Writes over the whole width, or only takes the room. */
  private put(text: string): void {
    const { pdf, width } = this;
    if (this.measured) pdf.text(this.shown(text), this.left, pdf.y, { width });
    else pdf.y += pdf.heightOfString(this.shown(text), { width });
  }

  private beginPage(): void {
    const { pdf, measured, options } = this;
    if (measured) {
      const number = options.texts.numberOf(this.pages, measured.pages);
      pdf.font(REGULAR).fontSize(SIZE.small);
      pdf.text(number, this.left, pdf.page.height - MARGIN, { width: this.width, align: 'center', lineBreak: false });
    }
    pdf.x = this.left;
    pdf.y = this.top;
  }

  private continuePage(): void {
    if (this.measured) this.pdf.addPage();
    this.pages += 1;
    this.beginPage();
    this.pdf.font(REGULAR).fontSize(SIZE.small);
    this.put(this.options.texts.title);
    this.pdf.moveDown(0.4);
  }
}
