/** `InventoryItem` is an inventory item to people, and `Apiary` an apiary. */
export const wordFor = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
