// Writes a document of headings, lines and tables as PDF. Each page says how many there are, so the document is laid out twice: first to
// count the pages, which are not held in memory, because they take 100 times as much there as in the file.
import { BOLD, REGULAR, registerFonts, shownIn } from './pdf-fonts.js';
import {
  CELL_SIZE,
  type PdfColumn,
  type PdfRow,
  PdfTable,
  type PdfTableHead,
  type Placed,
  type Sheet,
} from './pdf-table.js';

export type { PdfColumn, PdfRow } from './pdf-table.js';

type Pdf = PDFKit.PDFDocument;

export interface PdfTexts {
  title: string;
  /** Below the title on the first page: the keeper, the place, the period, the day. */
  lines: string[];
  /** The language of the document, for programs that read it aloud. */
  language: string;
  numberOf: (page: number, pages: number) => string;
}

const MARGIN = 36;
const SIZE = { title: 15, heading: 11, text: 9, small: CELL_SIZE } as const;

/** What has been measured, for the document that is written then. */
interface Measured {
  pages: number;
  /** The rows of all tables, in their order. */
  rows: Placed[];
}
export interface PdfOptions {
  texts: PdfTexts;
  layout: 'portrait' | 'landscape';
  /** Resolves when others have had their turn, and rejects when nobody reads the document. */
  nextTurn: () => Promise<void>;
  /** Called when the whole document is written, of which much may not have been read. */
  whenLaidOut: () => void;
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
    () => {
      pdf.end();
      options.whenLaidOut();
    },
    (error: unknown) => void pdf.destroy(error as Error),
  );
  try {
    yield* pdf as object as AsyncIterable<Buffer>;
  } finally {
    await written;
  }
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
  /** At the top of every page but the first. */
  private running: string;
  private readonly top = MARGIN;
  private readonly width: number;
  private readonly bottom: number;
  private pages = 1;
  private rows = 0;
  private readonly placed: Placed[] = [];
  /** Undefined while it is only measured, with nothing on its first page. */
  private measured: Measured | undefined;

  constructor(
    private readonly pdf: Pdf,
    private readonly options: PdfOptions,
  ) {
    this.width = pdf.page.width - 2 * MARGIN;
    this.bottom = pdf.page.height - MARGIN - 14;
    this.running = options.texts.title;
  }

  /** After it has been measured. */
  startAgain(): void {
    this.measured = { pages: this.pages, rows: this.placed };
    this.running = this.options.texts.title;
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

  /** Begins a part of the document. @param title what its pages say at their top, from the next one on @param isOnNewPage whether it begins on one */
  part(title: string, isOnNewPage: boolean): void {
    this.running = this.options.texts.title;
    if (isOnNewPage) this.continuePage();
    this.running = title;
  }

  space(): void {
    this.pdf.y += 6;
  }

  /** Its headings are repeated on every page. @param head lines above them, which are repeated, too @returns the number of rows */
  table(columns: PdfColumn[], rows: Iterable<PdfRow>, head?: PdfTableHead): Promise<number> {
    return new PdfTable(this.sheet, columns, head).write(rows);
  }

  private get sheet(): Sheet {
    const { pdf, left, width, bottom, measured, options } = this;
    return {
      ...{ pdf, left, width, bottom },
      isWritten: measured !== undefined,
      nextTurn: options.nextTurn,
      remember: (measure) => this.remember(measure),
      continuePage: () => this.continuePage(),
      shown: this.shown,
    };
  }

  private remember(measure: () => Placed): Placed {
    const placed = this.measured?.rows[this.rows] ?? measure();
    if (!this.measured) this.placed.push(placed);
    this.rows += 1;
    return placed;
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
    this.put(this.running);
    this.pdf.moveDown(0.4);
  }
}
