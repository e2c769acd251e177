/**
 * What a treatment keeps of who kept the bees on its first day, when it gets another owner. The names are null if the
 * previous owner had recorded no keeper for that day. The tax id stays with its account.
 */
export interface FormerKeeper {
  legalName: string | null;
  address: string | null;
  registerNumber: string | null;
}
