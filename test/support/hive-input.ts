const STATE = new Set(
  `activityLevel beePopulation foodFrames broodFrames hiveStatus healthStatus hasProductionChamber activity population status health
  productionChamber observations`.split(/\s+/),
);

/** The input of a mutation of a hive, of fields that are its own and of those of its state. */
export function hiveInput(fields: object): object {
  const of = (isState: boolean) => Object.entries(fields).filter(([name]) => STATE.has(name) === isState);
  const state = of(true);
  return Object.fromEntries([...of(false), ...(state.length > 0 ? [['state', Object.fromEntries(state)]] : [])]);
}
