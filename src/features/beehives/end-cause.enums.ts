import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const EndCause = defineEnum('EndCause', 'Why a hive ended.', {
  STARVED: 'It had no food left.',
  WEATHER: 'Cold, heat, wind or rain.',
  MITES: 'Varroa mites, and the viruses that they carry.',
  DISEASE: 'A disease of the brood or the bees.',
  QUEEN_LOST: 'It had no queen, or a failing one.',
  ABSCONDED: 'The bees have left.',
  ROBBED: 'Other colonies have robbed it.',
  PREDATORS: 'Hornets, ants, bears or other animals.',
  PESTICIDES: 'It was poisoned.',
  DISASTER: 'A fire, a flood, a fallen tree.',
  DESTROYED: 'It was killed on purpose, for example because of a notifiable disease.',
  STOLEN: 'It was stolen.',
  SOLD: 'It was sold or given away. To an account of this service, move it instead: its records go along.',
  OTHER: 'Another cause: see the notes.',
  UNKNOWN: 'The cause is not known.',
  UNITED: 'Its colony was united with that of another hive.',
});
export type EndCause = EnumOf<typeof EndCause>;

/** Why a colony was lost. */
export const { UNITED: _, ...LOSS_CAUSES } = EndCause;
