import { DELETED_EXAMPLE, EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

/** Every date is ISO 8601: the app reads no other here. */
const followUp = `
  fragment followUp on TreatmentFollowUp {
    id followup_id: id treatment_id: treatmentId review_date: reviewedOn hive_condition: hiveCondition
    observed_changes: observedChanges partial_results: partialResults infestation_level: infestationLevel notes reviewer
    registration_date: createdAt update_date: updatedAt
  }`;
/** `hive_id` is a text for the app, also after the hive has been deleted. */
const treatment = `
  fragment treatment on Treatment {
    id hive_id: beehiveId hive_label: beehiveLabel apiary_id: apiaryId apiary_name: apiaryLabel treatment_type: kind
    product_name: productName active_ingredient: activeIngredient target_disease: target application_method: method
    dosage_applied: dosage dosage_unit: doseUnit batch_number: batchNumber supplier supplier_address: supplierAddress
    purchase_proof: purchaseProof expiry_date: expiryDate start_date: startedOn end_date: endedOn
    estimated_duration_days: plannedDays withdrawal_days: withdrawalDays prescriber prescriber_contact: prescriberContact
    applied_by: appliedBy status: statusWord requires_repeat: requiresRepeat final_result: finalResult
    final_hive_condition: finalHiveCondition future_recommendations: futureRecommendations item_id: itemId
    stock_quantity: stockQuantity revision reason registration_date: createdAt update_date: updatedAt retain_until: retainUntil
    followups: followUps { ...followUp }
  } ${followUp}`;
const aliases = { hive_id: ['beehive_id'] };

const variables = `
  $active_ingredient: String, $target_disease: String, $application_method: String, $dosage_applied: String, $dosage_unit: String,
  $batch_number: String, $supplier: String, $supplier_address: String, $purchase_proof: String, $expiry_date: LocalDate,
  $end_date: LocalDate, $estimated_duration_days: Int, $withdrawal_days: Int, $prescriber: String, $prescriber_contact: String,
  $applied_by: String, $requires_repeat: Boolean, $final_result: String, $final_hive_condition: String,
  $future_recommendations: String`;
const input = `
  activeIngredient: $active_ingredient, target: $target_disease, method: $application_method, doseText: $dosage_applied,
  doseUnit: $dosage_unit, batchNumber: $batch_number, supplier: $supplier, supplierAddress: $supplier_address,
  purchaseProof: $purchase_proof, expiryDate: $expiry_date, endedOn: $end_date, plannedDays: $estimated_duration_days,
  withdrawalDays: $withdrawal_days, prescriber: $prescriber, prescriberContact: $prescriber_contact, appliedBy: $applied_by,
  requiresRepeat: $requires_repeat, finalResult: $final_result, finalHiveCondition: $final_hive_condition,
  futureRecommendations: $future_recommendations`;
const reviewVariables = `
  $hive_condition: String, $observed_changes: String, $partial_results: String, $infestation_level: String, $notes: String,
  $reviewer: String`;
const review = `
  hiveCondition: $hive_condition, observedChanges: $observed_changes, partialResults: $partial_results,
  infestationLevel: $infestation_level, notes: $notes, reviewer: $reviewer`;

/** The app writes the status as text. */
const STATUS_WORDS = {
  activo: 'ACTIVE',
  'en curso': 'ACTIVE',
  'en progreso': 'ACTIVE',
  completado: 'COMPLETED',
  finalizado: 'COMPLETED',
  anulado: 'VOIDED',
};

export const treatmentRoutes: Route[] = [
  {
    method: 'get',
    path: '/treatments/hive/:hiveId',
    status: 200,
    description: 'The treatments of a hive, newest first, without those that were voided.',
    example: { hiveId: EXAMPLE.beehive },
    document: `
      query listHiveTreatments($hiveId: ID!, $first: Int, $after: String) {
        treatments(beehiveId: $hiveId, first: $first, after: $after) {
          nodes { ...treatment }
          pageInfo { hasNextPage endCursor }
        }
      } ${treatment}`,
  },
  {
    method: 'post',
    path: '/treatments',
    status: 201,
    description: 'Records a treatment of a hive. If there is not enough stock of the item, nothing is recorded.',
    example: {
      hive_id: EXAMPLE.beehive,
      treatment_type: 'Varroa',
      product_name: 'Ácido oxálico',
      start_date: '2026-05-01',
      end_date: '2026-05-01',
      dosage_applied: '50',
      dosage_unit: 'ml',
      withdrawal_days: 0,
    },
    aliases,
    document: `
      mutation recordTreatment(
        $hive_id: ID!, $treatment_type: String!, $product_name: String!, $start_date: LocalDate!, $item_id: ID, $stock_quantity: Int,
        ${variables}
      ) {
        recordBeehiveTreatment(input: {
          beehiveId: $hive_id, kind: $treatment_type, productName: $product_name, startedOn: $start_date,
          stock: { itemId: $item_id, quantityPerHive: $stock_quantity }, ${input}
        }) { ...treatment }
      } ${treatment}`,
  },
  // Before `/treatments/{id}`: the example of each operation succeeds after those above it, and a voided treatment keeps its follow-ups.
  {
    method: 'post',
    path: '/treatments/followup',
    status: 201,
    example: { treatment_id: EXAMPLE.treatment, review_date: '2026-05-15', infestation_level: 'Baja' },
    aliases,
    document: `
      mutation recordFollowUp($treatment_id: ID!, $review_date: LocalDate!, ${reviewVariables}) {
        recordTreatmentFollowUp(input: { treatmentId: $treatment_id, reviewedOn: $review_date, ${review} }) { treatmentFollowUp { ...followUp } }
      } ${followUp}`,
  },
  {
    method: 'put',
    path: '/treatments/followup/:id',
    status: 200,
    example: { id: EXAMPLE.followUp, notes: 'Sin crías afectadas.' },
    document: `
      mutation updateFollowUp($id: ID!, $if_match: Int, $review_date: LocalDate, ${reviewVariables}) {
        updateTreatmentFollowUp(input: { id: $id, expectedVersion: $if_match, reviewedOn: $review_date, ${review} }) { treatmentFollowUp { ...followUp } }
      } ${followUp}`,
  },
  {
    method: 'delete',
    path: '/treatments/followup/:id',
    status: 204,
    example: { id: DELETED_EXAMPLE.followUp },
    document:
      'mutation deleteFollowUp($id: ID!, $if_match: Int) { deleteTreatmentFollowUp(input: { id: $id, expectedVersion: $if_match }) { deletedId } }',
  },
  {
    method: 'get',
    path: '/treatments/:id',
    status: 200,
    example: { id: EXAMPLE.treatment },
    document: `query getTreatment($id: ID!) { treatment(id: $id) { ...treatment } } ${treatment}`,
  },
  {
    method: 'put',
    path: '/treatments/:id',
    status: 200,
    example: { id: EXAMPLE.treatment, final_result: 'Caída de ácaros normal.' },
    valueAliases: { status: STATUS_WORDS },
    document: `
      mutation correctTreatment(
        $id: ID!, $if_match: Int, $treatment_type: String, $product_name: String, $start_date: LocalDate,
        $status: TreatmentStatus, ${variables}
      ) {
        correctTreatment(input: {
          id: $id, expectedVersion: $if_match, kind: $treatment_type, productName: $product_name,
          startedOn: $start_date, status: $status, ${input}, reason: "Corregido con la aplicación"
        }) { treatment { ...treatment } }
      } ${treatment}`,
  },
  {
    method: 'delete',
    path: '/treatments/:id',
    status: 204,
    description:
      'Voids a treatment: it leaves the lists and counts for nothing; the record is kept in the register. Succeeds also if it has been voided already.',
    example: { id: DELETED_EXAMPLE.treatment },
    document: `
      mutation voidTreatment($id: ID!, $if_match: Int) {
        voidTreatment(input: { id: $id, reason: "Anulado con la aplicación", expectedVersion: $if_match }) { treatment { id } }
      }`,
  },
];
