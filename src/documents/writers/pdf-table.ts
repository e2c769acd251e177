// Tables of a document as PDF: rows of cells, a line below a row over the whole width, and headings that are repeated on every page.
import { BOLD, REGULAR } from './pdf-fonts.js';

export interface PdfColumn {
  heading: string;
  /** The share of the width of the page. */
  weight: number;
  isNumber?: boolean;
}
export interface PdfRow {
  cells: string[];
  /** What no longer counts. */
  isStruck?: boolean;
  /** What no column has. With it, nothing is cut: a long cell is written here, too, and a line that fits on no page goes on on the next one. */
  below?: string;
}
export interface PdfTableHead {
  /** Above the headings of the columns, on every page; the first line is bold. */
  lines: string[];
  /** After the first line, on every page but the first. */
  continued: string;
  /** What a cell says whose text is below. */
  seeBelow: string;
}

/** The part of a document that a table writes on. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  /** Where a page has no more room. */
  readonly bottom: number;
  /** False while the document is only measured. */
  readonly isWritten: boolean;
  nextTurn: () => Promise<void>;
  /** What has been measured of a row is remembered for the document that is written then. */
  remember: (measure: () => Placed) => Placed;
  continuePage: () => void;
  shown: (text: string) => string;
}

/** The heights of a row. */
export interface Placed {
  cells: number;
  below: number;
  /** The columns whose texts are below. */
  moved: readonly number[];
}

export const CELL_SIZE = 7;
const PADDING = 2.5;
const GREY = { line: '#999999', heading: '#eeeeee', group: '#dddddd', below: '#f7f7f7' } as const;
/** More does not fit on a page: the rest is cut, visibly, where there is no line below. */
const MAX_CELL_LENGTH = 1200;
/** A row of cells with a line below is no higher: longer texts are below. */
const MAX_CELL_HEIGHT = 86;
/** A page of nothing but headings would go on for ever. */
const MIN_ROOM = 60;

const cut = (text: string): string => (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text);

export class PdfTable {
  private readonly widths: number[];

  constructor(
    private readonly sheet: Sheet,
    private readonly columns: PdfColumn[],
    private readonly head?: PdfTableHead,
  ) {
    const sum = columns.reduce((all, { weight }) => all + weight, 0);
    this.widths = columns.map(({ weight }) => (sheet.width * weight) / sum);
  }

  /** @returns the number of rows */
  async write(rows: Iterable<PdfRow>): Promise<number> {
    const { sheet } = this;
    const { pdf } = sheet;
    const headHeight = this.heightOfHead();
    let count = 0;
    for (const row of rows) {
      await sheet.nextTurn();
      this.setFont();
      const placed = sheet.remember(() => this.place(row));
      const height = placed.cells + placed.below;
      if (count === 0) {
        if (this.head && pdf.y + headHeight + Math.min(height, MIN_ROOM) > sheet.bottom) sheet.continuePage();
        this.writeHead(false);
      }
      count += 1;
      if (pdf.y + (row.below === undefined ? height : Math.min(height, this.fullPage(headHeight))) > sheet.bottom)
        this.turnPage();
      this.writeRow(row, placed);
    }
    if (count > 0) pdf.y += 4;
    return count;
  }

  private setFont(font = REGULAR): void {
    this.sheet.pdf.font(font).fontSize(CELL_SIZE);
  }

  /** The room for rows on a page of their own. */
  private fullPage(headHeight: number): number {
    return this.sheet.bottom - this.sheet.pdf.page.margins.top - headHeight - 30;
  }

  private turnPage(): void {
    this.sheet.continuePage();
    this.writeHead(true);
  }

  private heightOf(text: string, width: number): number {
    return this.sheet.pdf.heightOfString(this.sheet.shown(text) || ' ', { width: width - 2 * PADDING });
  }

  private place({ cells, below }: PdfRow): Placed {
    const heights = cells.map((cell, i) => this.heightOf(below === undefined ? cut(cell) : cell, this.widths[i]!));
    if (below === undefined) {
      const room = this.sheet.bottom - this.sheet.pdf.page.margins.top - MIN_ROOM;
      return { cells: Math.min(room, Math.max(...heights) + 2 * PADDING), below: 0, moved: [] };
    }
    const moved = heights.flatMap((height, i) => (height > MAX_CELL_HEIGHT ? [i] : []));
    const shown = heights.map((height, i) =>
      moved.includes(i) ? this.heightOf(this.head!.seeBelow, this.widths[i]!) : height,
    );
    const text = this.textBelow(cells, below, moved);
    const heightBelow = text === '' ? 0 : this.heightOf(text, this.sheet.width) + 2 * PADDING;
    return { cells: Math.max(...shown) + 2 * PADDING, below: heightBelow, moved };
  }

  private textBelow(cells: string[], below: string, moved: readonly number[]): string {
    const long = moved.map((i) => `${this.columns[i]!.heading}: ${cells[i]!.replace(/\s*\n\s*/g, ' / ')}`);
    return [...long, below].filter((text) => text !== '').join(' · ');
  }

  private heightOfHead(): number {
    this.setFont(BOLD);
    const lines = this.head?.lines ?? [];
    const headings = this.columns.map(({ heading }, i) => this.heightOf(heading, this.widths[i]!));
    const group = lines.reduce((sum, line) => sum + this.heightOf(line, this.sheet.width), 0);
    return Math.max(...headings) + 2 * PADDING + (group > 0 ? group + 2 * PADDING : 0);
  }

  private writeHead(isContinued: boolean): void {
    const { sheet, head } = this;
    this.setFont(BOLD);
    if (head) {
      const [first = '', ...others] = head.lines;
      const title = isContinued ? `${first} (${head.continued})` : first;
      this.writeBox([[title, BOLD], ...others.map((line): [string, string] => [line, REGULAR])], GREY.group);
      this.setFont(BOLD);
    }
    const headings = this.columns.map(({ heading }) => heading);
    const height = Math.max(...headings.map((heading, i) => this.heightOf(heading, this.widths[i]!))) + 2 * PADDING;
    if (sheet.isWritten)
      sheet.pdf.rect(sheet.left, sheet.pdf.y, sheet.width, height).fill(GREY.heading).fillColor('black');
    this.writeCells(headings, height, false);
    this.setFont();
  }

  private writeRow(row: PdfRow, { cells, below, moved }: Placed): void {
    const { sheet } = this;
    const shown = row.cells.map((cell, i) => (moved.includes(i) ? this.head!.seeBelow : cell));
    this.setFont();
    this.writeCells(row.below === undefined ? shown.map(cut) : shown, cells, row.isStruck === true);
    if (below === 0) return;
    let rest = this.textBelow(row.cells, row.below!, moved);
    while (rest !== '') {
      const room = sheet.bottom - sheet.pdf.y - 2 * PADDING;
      const length = this.heightOf(rest, sheet.width) <= room ? rest.length : this.fitting(rest, room);
      if (length > 0) this.writeBox([[rest.slice(0, length), REGULAR]], GREY.below);
      rest = rest.slice(length).trimStart();
      if (rest !== '') this.turnPage();
    }
  }

  /** The number of characters at the beginning of a text that fit, up to a space. */
  private fitting(text: string, room: number): number {
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.heightOf(text.slice(0, middle), this.sheet.width) <= room) low = middle;
      else high = middle - 1;
    }
    const space = text.lastIndexOf(' ', low);
    return space > 0 ? space : low;
  }

  /** Lines over the whole width. */
  private writeBox(lines: [text: string, font: string][], fill?: string): void {
    const { pdf, left, width, isWritten, shown } = this.sheet;
    const heights = lines.map(([text, font]) => {
      this.setFont(font);
      return this.heightOf(text, width);
    });
    const height = heights.reduce((all, one) => all + one, 0) + 2 * PADDING;
    const top = pdf.y;
    if (isWritten) {
      if (fill) pdf.rect(left, top, width, height).fill(fill).fillColor('black');
      let y = top + PADDING;
      for (const [i, [text, font]] of lines.entries()) {
        this.setFont(font);
        pdf.text(shown(text), left + PADDING, y, { width: width - 2 * PADDING, align: 'left', strike: false });
        y += heights[i]!;
      }
      pdf.rect(left, top, width, height).lineWidth(0.5).stroke(GREY.line);
    }
    this.setFont();
    pdf.x = left;
    pdf.y = top + height;
  }

  private writeCells(cells: string[], height: number, strike: boolean): void {
    const { pdf, left, isWritten, shown } = this.sheet;
    const top = pdf.y;
    if (isWritten) {
      let x = left;
      for (const [i, cell] of cells.entries()) {
        const width = this.widths[i]!;
        const align = this.columns[i]!.isNumber ? 'right' : 'left';
        const room = { width: width - 2 * PADDING, height: height - PADDING, ellipsis: true } as const;
        if (cell !== '') pdf.text(shown(cell), x + PADDING, top + PADDING, { ...room, align, strike });
        pdf.rect(x, top, width, height).lineWidth(0.5).stroke(GREY.line);
        x += width;
      }
    }
    pdf.x = left;
    pdf.y = top + height;
  }
}
