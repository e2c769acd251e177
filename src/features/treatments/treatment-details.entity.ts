import type { Opt } from '@mikro-orm/core';
import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { OwnedEntity, ShowsUpdatedAt } from '../../base.entity.js';
import { number } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  DayColumn,
  LineColumn,
  NameColumn,
  OptionalColumn,
  OptionalDayColumn,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalNameColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Decimal } from '../../shared/scalars.js';

const MAX_DAYS = 3650;

/** What the keeper states about a treatment: what `recordTreatment` accepts and `correctTreatment` may change. */
@ShowsUpdatedAt
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class TreatmentDetails extends OwnedEntity {
  @LineColumn(100, 'The kind of treatment, in free text, such as `Varroa` or `Químico`.')
  kind!: string;

  @NameColumn(200, 'The name of the product. Art. 108 (2) (b).')
  productName!: string;

  @OptionalLineColumn(100, 'The number of the marketing authorisation of the product.')
  authorisationNumber: Opt<string> | null = null;

  @OptionalLineColumn(200, 'The active ingredient.')
  activeIngredient: Opt<string> | null = null;

  @OptionalLineColumn(200, 'The disease or pest that is treated.')
  target: Opt<string> | null = null;

  @OptionalLineColumn(200, 'How the product is applied: strips, trickling, sublimation, …')
  method: Opt<string> | null = null;

  @OptionalColumn(
    () => Decimal,
    'The quantity that this hive got. Art. 108 (2) (c).',
    {
      type: 'decimal',
      precision: 10,
      scale: 3,
    },
    number(0, 10_000_000),
  )
  dose: Opt<string> | null = null;

  @OptionalLineColumn(50, 'The unit of the dose, such as `ml` or `tiras`.')
  doseUnit: Opt<string> | null = null;

  @OptionalLineColumn(200, 'The dose in the words of the client, such as `2 tiras`.')
  doseText: Opt<string> | null = null;

  @OptionalLineColumn(100, 'The batch number of the product.')
  batchNumber: Opt<string> | null = null;

  @OptionalNameColumn(200, 'The name of the supplier. Art. 108 (2) (d).')
  supplier: Opt<string> | null = null;

  @OptionalTextColumn(500, 'The address of the supplier. Art. 108 (2) (d).')
  supplierAddress: Opt<string> | null = null;

  @OptionalTextColumn(500, 'The proof of purchase: an invoice number, or where the invoice is kept. Art. 108 (2) (e).')
  purchaseProof: Opt<string> | null = null;

  @OptionalDayColumn('The expiry date of the product.')
  expiryDate: Opt<string> | null = null;

  @DayColumn('The day on which the product was administered first. Art. 108 (2) (a).')
  startedOn!: string;

  @OptionalDayColumn(
    'The last day of the treatment, which may be announced; null if it is not known. Art. 108 (2) (i).',
  )
  endedOn: Opt<string> | null = null;

  @OptionalIntColumn(0, MAX_DAYS, 'The planned duration in days: 0 ends on the first day. Art. 108 (2) (i).')
  plannedDays: Opt<number> | null = null;

  @OptionalIntColumn(
    0,
    MAX_DAYS,
    'The withdrawal period in days after its end: 0 for none, null if unknown (`Beehive.withdrawalUnknown`). Art. 108 (2) (h).',
  )
  withdrawalDays: Opt<number> | null = null;

  @OptionalNameColumn(200, 'The veterinarian who prescribed it. Art. 108 (2) (g).')
  prescriber: Opt<string> | null = null;

  @OptionalTextColumn(500, 'How to contact the veterinarian. Art. 108 (2) (g).')
  prescriberContact: Opt<string> | null = null;

  @OptionalNameColumn(200, 'The person who applied it.')
  appliedBy: Opt<string> | null = null;

  @BooleanColumn('Whether the treatment has to be repeated.', { default: false })
  requiresRepeat: Opt<boolean> = false;

  @OptionalTextColumn(2000, 'The result.')
  finalResult: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'The condition of the hive after the treatment.')
  finalHiveCondition: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'What to do next time.')
  futureRecommendations: Opt<string> | null = null;
}
