import { registerEnumType } from 'type-graphql';

/** Why a colony was lost. */
export enum LossCause {
  STARVED = 'STARVED',
  WEATHER = 'WEATHER',
  MITES = 'MITES',
  DISEASE = 'DISEASE',
  QUEEN_LOST = 'QUEEN_LOST',
  ABSCONDED = 'ABSCONDED',
  ROBBED = 'ROBBED',
  PREDATORS = 'PREDATORS',
  PESTICIDES = 'PESTICIDES',
  DISASTER = 'DISASTER',
  DESTROYED = 'DESTROYED',
  STOLEN = 'STOLEN',
  SOLD = 'SOLD',
  OTHER = 'OTHER',
  UNKNOWN = 'UNKNOWN',
}

const LOSSES = {
  STARVED: { description: 'It had no food left.' },
  WEATHER: { description: 'Cold, heat, wind or rain.' },
  MITES: { description: 'Varroa mites, and the viruses that they carry.' },
  DISEASE: { description: 'A disease of the brood or the bees.' },
  QUEEN_LOST: { description: 'It had no queen, or a failing one.' },
  ABSCONDED: { description: 'The bees have left.' },
  ROBBED: { description: 'Other colonies have robbed it.' },
  PREDATORS: { description: 'Hornets, ants, bears or other animals.' },
  PESTICIDES: { description: 'It was poisoned.' },
  DISASTER: { description: 'A fire, a flood, a fallen tree.' },
  DESTROYED: { description: 'It was killed on purpose, for example because of a notifiable disease.' },
  STOLEN: { description: 'It was stolen.' },
  SOLD: {
    description: 'It was sold or given away. To an account of this service, move it instead: its records go along.',
  },
  OTHER: { description: 'Another cause: see the notes.' },
  UNKNOWN: { description: 'The cause is not known.' },
};
registerEnumType(LossCause, { name: 'LossCause', description: 'Why a colony was lost.', valuesConfig: LOSSES });

const UNITED = 'UNITED';
export type EndCause = LossCause | typeof UNITED;
export const EndCause = { ...LossCause, UNITED } as const;
registerEnumType(EndCause, {
  name: 'EndCause',
  description: 'Why a hive ended.',
  valuesConfig: { ...LOSSES, UNITED: { description: 'Its colony was united with that of another hive.' } },
});
