export interface Frames {
  foodFrames: number;
  broodFrames: number;
}
interface Pack {
  /** What it took from the stock, and whether voiding it returns that. */
  taken: { item: string; isReturned: boolean }[];
  jars: number;
}

/** What acknowledged operations have put into the hives and the stock, and taken out. */
export class Ledger {
  readonly stock = new Map<string, number>();
  private readonly creations: { apiary: string; frames: Frames }[] = [];
  private readonly changes: Frames[] = [];
  private readonly deletedHives = new Map<string, Frames>();
  private readonly deletedApiaries = new Set<string>();
  private readonly packs = new Map<string, Pack>();
  private readonly voided = new Set<string>();

  created(apiary: string, frames: Frames): void {
    this.creations.push({ apiary, frames });
  }
  changed(by: Frames): void {
    this.changes.push(by);
  }
  deletedHive(id: string, frames: Frames): void {
    this.deletedHives.set(id, frames);
  }
  /** With the hives that were created in it. */
  deletedApiary(id: string): void {
    this.deletedApiaries.add(id);
  }
  packed(id: string, pack: Pack): void {
    this.packs.set(id, pack);
  }
  unpacked(id: string): void {
    this.voided.add(id);
  }

  /** All frames of all hives. */
  frames(): Frames {
    const kept = this.creations.filter(({ apiary }) => !this.deletedApiaries.has(apiary)).map(({ frames }) => frames);
    const sum = (name: keyof Frames, list: Iterable<Frames>): number =>
      [...list].reduce((total, frames) => total + frames[name], 0);
    const total = (name: keyof Frames): number =>
      sum(name, [...kept, ...this.changes]) - sum(name, this.deletedHives.values());
    return { foodFrames: total('foodFrames'), broodFrames: total('broodFrames') };
  }

  /** What is left of each item. */
  left(): Map<string, number> {
    const left = new Map(this.stock);
    for (const [id, { taken, jars }] of this.packs)
      for (const { item, isReturned } of taken)
        if (!(isReturned && this.voided.has(id))) left.set(item, left.get(item)! - jars);
    return left;
  }
}
