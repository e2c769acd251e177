import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const ApiaryMobility = defineEnum('ApiaryMobility', 'Whether the hives of an apiary stay where they are.', {
  STATIONARY: 'They stay all year.',
  MIGRATORY: 'They are moved from one bloom to the next.',
});
export type ApiaryMobility = EnumOf<typeof ApiaryMobility>;
