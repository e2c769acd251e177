import { ID, InputType, Int } from 'type-graphql';
import {
  DefaultedBoolean,
  OmittableBoolean,
  OmittableField,
  OmittableValue,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { Demanded } from '../../graphql/legacy.js';
import { DayNotInFuture, NotNull, States } from '../../graphql/validators.js';
import { Decimal } from '../../shared/scalars.js';
import { Treatment } from './treatment.entity.js';
import { TreatmentStatus } from './treatment-status.enums.js';

export const MAX_TREATED_BEEHIVES = 500;

@InputType()
abstract class ResultFields {
  @OptionalValue(Treatment, 'The result, {bounds}.')
  finalResult?: string | null;

  @OptionalValue(Treatment, 'The condition of the hive after the treatment, {bounds}.')
  finalHiveCondition?: string | null;

  @OptionalValue(Treatment, 'What to do next time, {bounds}.')
  futureRecommendations?: string | null;

  @OptionalValue(
    Treatment,
    'The withdrawal period in days after its end: 0 for none, null if unknown. Art. 108 (2) (h).',
  )
  withdrawalDays?: number | null;
}

@InputType()
abstract class TreatmentFields extends ResultFields {
  @OptionalValue(Treatment, 'The number of the marketing authorisation of the product.')
  authorisationNumber?: string | null;

  @OptionalValue(Treatment, 'The active ingredient.')
  activeIngredient?: string | null;

  @OptionalValue(Treatment, 'The disease or pest that is treated.')
  target?: string | null;

  @OptionalValue(Treatment, 'How the product is applied.')
  method?: string | null;

  @OptionalField(() => Decimal, 'The quantity that each hive gets. Art. 108 (2) (c).')
  dose?: string | null;

  @OptionalValue(Treatment, 'The unit of the dose, such as `ml`.')
  doseUnit?: string | null;

  @OptionalValue(Treatment, 'The dose in words; a number is stored as `dose` too.')
  doseText?: string | null;

  @OptionalValue(Treatment, 'The batch number of the product.')
  batchNumber?: string | null;

  @OptionalValue(Treatment, 'The name of the supplier. Art. 108 (2) (d).')
  supplier?: string | null;

  @OptionalValue(Treatment, 'The address of the supplier. Art. 108 (2) (d).')
  supplierAddress?: string | null;

  @OptionalValue(Treatment, 'The proof of purchase: an invoice number, or where the invoice is kept. Art. 108 (2) (e).')
  purchaseProof?: string | null;

  @OptionalValue(Treatment, 'The expiry date of the product.')
  expiryDate?: string | null;

  @OptionalValue(
    Treatment,
    'The last day of the treatment, not before the first. A day in the future announces the end. Art. 108 (2) (i).',
  )
  endedOn?: string | null;

  @OptionalValue(Treatment, 'The planned duration in days. Art. 108 (2) (i).')
  plannedDays?: number | null;

  @OptionalValue(Treatment, 'The veterinarian who prescribed it. Art. 108 (2) (g).')
  prescriber?: string | null;

  @OptionalValue(Treatment, 'How to contact the veterinarian. Art. 108 (2) (g).')
  prescriberContact?: string | null;

  @OptionalValue(Treatment, 'The person who applied it.')
  appliedBy?: string | null;
}

@InputType({ description: 'What a treatment takes from the inventory.' })
export class StockUseInput {
  @Demanded()
  @OptionalField(
    () => ID,
    'The inventory item from which the product is taken, given together with the quantity. Its batch, expiry date and supplier apply if they are omitted.',
  )
  itemId?: string | null;

  @OptionalField(
    () => ID,
    'The movement by which it came into the stock. What it states of batch, expiry date, supplier and receipt applies if that is omitted; batch and expiry date, or the supplier, that it does not state are those of the item. Without it, what is the same of all deliveries that may be in stock.',
  )
  deliveryId?: string | null;

  @Demanded()
  @OptionalValue(
    Treatment,
    'The quantity that is taken from the stock for each hive, given together with the item.',
    'stockQuantity',
  )
  quantityPerHive?: number | null;
}

const STARTED_ON = 'The day on which the product was administered first, not in the future. Art. 108 (2) (a).';

@InputType()
export abstract class NewTreatmentFields extends TreatmentFields {
  @DayNotInFuture()
  @RequiredValue(Treatment, STARTED_ON)
  startedOn!: string;

  @DefaultedBoolean(false, 'Whether the treatment has to be repeated.')
  requiresRepeat?: boolean | null;

  @OptionalField(() => StockUseInput, 'What is taken from the inventory. If omitted, nothing.')
  stock?: StockUseInput | null;
}

@InputType({
  description:
    'A treatment of one hive or of several. What is omitted or null is filled from the product that is named, or that of the item in stock.',
})
export class RecordTreatmentInput extends NewTreatmentFields {
  @OptionalField(
    () => ID,
    'The id of a product, of which a copy is kept. If it and `productName` are omitted, the product of the item in stock.',
  )
  productId?: string | null;

  @OptionalValue(
    Treatment,
    'The kind of treatment, in free text, such as `Varroa`: required, unless the product has a `target`.',
  )
  kind?: string | null;

  @OptionalValue(Treatment, 'The name of the product: required without a product. Art. 108 (2) (b).')
  productName?: string | null;

  @States({ minItems: 1, maxItems: MAX_TREATED_BEEHIVES })
  @RequiredField(() => [ID], 'The ids of the hives, 1 to 500.')
  beehiveIds!: string[];

  @States({ minItems: 1, maxItems: MAX_TREATED_BEEHIVES })
  @OptionalField(
    () => [ID],
    'UUIDs that you choose as the ids of the treatments, one for each hive and in the same order.',
  )
  newIds?: string[] | null;
}

@InputType({ description: 'A treatment of one hive.' })
export class RecordBeehiveTreatmentInput extends NewTreatmentFields {
  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @RequiredValue(Treatment, 'The kind of treatment, in free text, such as `Varroa`.')
  kind!: string;

  @RequiredValue(Treatment, 'The name of the product. Art. 108 (2) (b).')
  productName!: string;
}

/** As `ExpectedVersion`: a treatment has revisions, whose content is kept. */
export const ExpectedRevision = (): PropertyDecorator =>
  OptionalField(() => Int, 'The `revision` that the treatment must still have (VERSION_CONFLICT).');

@InputType({ description: 'The end of a treatment.' })
export class EndTreatmentInput extends ResultFields {
  @RequiredField(() => ID, 'The id of the treatment.')
  id!: string;

  @ExpectedRevision()
  expectedVersion?: number | null;

  @DayNotInFuture()
  @OptionalValue(
    Treatment,
    'The last day, neither in the future nor before the first. If omitted, today, also if another day was announced.',
  )
  endedOn?: string | null;

  @OmittableBoolean('Whether the treatment has to be repeated.')
  requiresRepeat?: boolean;
}

@InputType({
  description:
    'Corrections of a treatment, whose previous revision is kept. Omitted fields are unchanged; null clears a field. `dose` without `doseText` clears `doseText` (`doseUnit`, too, if there is a `dose`); `doseText` without `dose` sets `dose`, to null if it is no number.',
})
export class CorrectTreatmentInput extends TreatmentFields {
  @RequiredField(() => ID, 'The id of the treatment.')
  id!: string;

  @ExpectedRevision()
  expectedVersion?: number | null;

  @OmittableField(
    () => ID,
    'The id of the product that was given: its name and what it says of itself replace those of the treatment, unless they are given. That of the treatment already changes nothing.',
    NotNull('is required'),
  )
  productId?: string;

  @OmittableValue(Treatment, 'The kind of treatment.')
  kind?: string;

  @OmittableValue(
    Treatment,
    'The name of the product. Art. 108 (2) (b). Another name is that of another product: unless that is named, too, the treatment then names none.',
  )
  productName?: string;

  @DayNotInFuture()
  @OmittableValue(Treatment, STARTED_ON)
  startedOn?: string;

  @OmittableBoolean('Whether the treatment has to be repeated.')
  requiresRepeat?: boolean;

  @OmittableField(
    () => TreatmentStatus,
    'Its status. If omitted, it follows from `endedOn`. COMPLETED requires an end that is not in the future; without `endedOn`, an active treatment ends today.',
    NotNull('is required'),
  )
  status?: TreatmentStatus;

  @RequiredValue(Treatment, 'The reason for the correction, {min} to {max} characters.')
  reason!: string;
}
