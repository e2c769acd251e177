import type { Opt } from '@mikro-orm/core';
import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { OwnedEntity, ShowsUpdatedAt } from '../../base.entity.js';
import {
  BooleanColumn,
  DayColumn,
  OptionalColumn,
  OptionalDayColumn,
  OptionalIntColumn,
  OptionalTextColumn,
  TextColumn,
} from '../../graphql/entity-fields.js';
import { Decimal } from '../../shared/scalars.js';

/** What the keeper states about a treatment: what `recordTreatment` accepts and `correctTreatment` may change. */
@ShowsUpdatedAt
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class TreatmentDetails extends OwnedEntity {
  @TextColumn('The kind of treatment, in free text, such as `Varroa` or `Químico`.')
  kind!: string;

  @TextColumn('The name of the product. Art. 108 (2) (b).')
  productName!: string;

  @OptionalTextColumn('The active ingredient.')
  activeIngredient: Opt<string> | null = null;

  @OptionalTextColumn('The disease or pest that is treated.')
  target: Opt<string> | null = null;

  @OptionalTextColumn('How the product is applied: strips, trickling, sublimation, …')
  method: Opt<string> | null = null;

  @OptionalColumn(() => Decimal, 'The quantity that this hive got. Art. 108 (2) (c).', {
    type: 'decimal',
    precision: 10,
    scale: 3,
  })
  dose: Opt<string> | null = null;

  @OptionalTextColumn('The unit of the dose, such as `ml` or `tiras`.')
  doseUnit: Opt<string> | null = null;

  @OptionalTextColumn('The dose in the words of the client, such as `2 tiras`.')
  doseText: Opt<string> | null = null;

  @OptionalTextColumn('The batch number of the product.')
  batchNumber: Opt<string> | null = null;

  @OptionalTextColumn('The name of the supplier. Art. 108 (2) (d).')
  supplier: Opt<string> | null = null;

  @OptionalTextColumn('The address of the supplier. Art. 108 (2) (d).')
  supplierAddress: Opt<string> | null = null;

  @OptionalTextColumn('The proof of purchase: an invoice number, or where the invoice is kept. Art. 108 (2) (e).')
  purchaseProof: Opt<string> | null = null;

  @OptionalDayColumn('The expiry date of the product.')
  expiryDate: Opt<string> | null = null;

  @DayColumn('The day on which the product was administered first. Art. 108 (2) (a).')
  startedOn!: string;

  @OptionalDayColumn(
    'The last day of the treatment, which may be announced; null if it is not known. Art. 108 (2) (i).',
  )
  endedOn: Opt<string> | null = null;

  @OptionalIntColumn('The planned duration in days: 0 ends on the first day. Art. 108 (2) (i).')
  plannedDays: Opt<number> | null = null;

  @OptionalIntColumn(
    'The withdrawal period in days after its end: 0 for none, null if unknown (`Beehive.withdrawalUnknown`). Art. 108 (2) (h).',
  )
  withdrawalDays: Opt<number> | null = null;

  @OptionalTextColumn('The veterinarian who prescribed it. Art. 108 (2) (g).')
  prescriber: Opt<string> | null = null;

  @OptionalTextColumn('How to contact the veterinarian. Art. 108 (2) (g).')
  prescriberContact: Opt<string> | null = null;

  @OptionalTextColumn('The person who applied it.')
  appliedBy: Opt<string> | null = null;

  @BooleanColumn('Whether the treatment has to be repeated.', { default: false })
  requiresRepeat: Opt<boolean> = false;

  @OptionalTextColumn('The result.')
  finalResult: Opt<string> | null = null;

  @OptionalTextColumn('The condition of the hive after the treatment.')
  finalHiveCondition: Opt<string> | null = null;

  @OptionalTextColumn('What to do next time.')
  futureRecommendations: Opt<string> | null = null;
}
