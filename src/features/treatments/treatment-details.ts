import type { Opt } from '@mikro-orm/core';
import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { Decimal, LocalDate } from '../../shared/scalars.js';

/** What the keeper states about a treatment: what `recordTreatment` accepts and `correctTreatment` may change. */
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class TreatmentDetails extends OwnedEntity {
  @Field(() => String, { description: 'The kind of treatment, in free text, such as `Varroa` or `Químico`.' })
  @Property({ type: 'text' })
  kind!: string;

  @Field(() => String, { description: 'The name of the product. Art. 108 (2) (b).' })
  @Property({ type: 'text' })
  productName!: string;

  @Field(() => String, { nullable: true, description: 'The active ingredient.' })
  @Property({ type: 'text', nullable: true })
  activeIngredient: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The disease or pest that is treated.' })
  @Property({ type: 'text', nullable: true })
  target: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'How the product is applied: strips, trickling, sublimation, …' })
  @Property({ type: 'text', nullable: true })
  method: Opt<string> | null = null;

  @Field(() => Decimal, { nullable: true, description: 'The quantity that this hive got. Art. 108 (2) (c).' })
  @Property({ type: 'decimal', precision: 10, scale: 3, nullable: true })
  dose: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The unit of the dose, such as `ml` or `tiras`.' })
  @Property({ type: 'text', nullable: true })
  doseUnit: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The dose in the words of the client, such as `2 tiras`.' })
  @Property({ type: 'text', nullable: true })
  doseText: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The batch number of the product.' })
  @Property({ type: 'text', nullable: true })
  batchNumber: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The name of the supplier. Art. 108 (2) (d).' })
  @Property({ type: 'text', nullable: true })
  supplier: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The address of the supplier. Art. 108 (2) (d).' })
  @Property({ type: 'text', nullable: true })
  supplierAddress: Opt<string> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The proof of purchase: an invoice number, or where the invoice is kept. Art. 108 (2) (e).',
  })
  @Property({ type: 'text', nullable: true })
  purchaseProof: Opt<string> | null = null;

  @Field(() => LocalDate, { nullable: true, description: 'The expiry date of the product.' })
  @Property({ type: 'date', nullable: true })
  expiryDate: Opt<string> | null = null;

  @Field(() => LocalDate, { description: 'The day on which the product was administered first. Art. 108 (2) (a).' })
  @Property({ type: 'date' })
  startedOn!: string;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'The last day of the treatment, which may be announced; null if it is not known. Art. 108 (2) (i).',
  })
  @Property({ type: 'date', nullable: true })
  endedOn: Opt<string> | null = null;

  @Field(() => Int, { nullable: true, description: 'The planned duration in days. Art. 108 (2) (i).' })
  @Property({ type: 'integer', nullable: true })
  plannedDays: Opt<number> | null = null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The withdrawal period in days after the end of the treatment: 0 for none, null if it is not known (`Beehive.withdrawalUnknown`). Art. 108 (2) (h).',
  })
  @Property({ type: 'integer', nullable: true })
  withdrawalDays: Opt<number> | null = null;

  @Field(() => String, { nullable: true, description: 'The veterinarian who prescribed it. Art. 108 (2) (g).' })
  @Property({ type: 'text', nullable: true })
  prescriber: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'How to contact the veterinarian. Art. 108 (2) (g).' })
  @Property({ type: 'text', nullable: true })
  prescriberContact: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The person who applied it.' })
  @Property({ type: 'text', nullable: true })
  appliedBy: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether the treatment has to be repeated.' })
  @Property({ type: 'boolean', default: false })
  requiresRepeat: Opt<boolean> = false;

  @Field(() => String, { nullable: true, description: 'The result.' })
  @Property({ type: 'text', nullable: true })
  finalResult: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The condition of the hive after the treatment.' })
  @Property({ type: 'text', nullable: true })
  finalHiveCondition: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'What to do next time.' })
  @Property({ type: 'text', nullable: true })
  futureRecommendations: Opt<string> | null = null;
}
