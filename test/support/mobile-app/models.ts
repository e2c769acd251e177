// A reader for each model of the mobile app, by the version that reads it.
import {
  aliased,
  anything,
  asText,
  bool,
  int,
  iso,
  isoOrNull,
  listOf,
  nullableInt,
  nullableListOf,
  nullableNum,
  nullableObject,
  nullableString,
  num,
  object,
  oneOf,
  type Reader,
  rfc1123OrNull,
  string,
  withDefault,
} from './dart.js';

/** The versions of March and July ignore the refresh token; the later one stores it. */
export const session = object({
  access_token: string,
  user_id: string,
  email: string,
  username: string,
  is_verified: bool,
  is_active: bool,
  refresh_token: string,
});
export type Session = ReturnType<typeof session>;

export const apiary = object({
  id: asText,
  user_id: string,
  name: string,
  location: nullableString,
  beehives_count: nullableInt,
  treatments: bool,
  created_at: rfc1123OrNull,
});
export type Apiary = ReturnType<typeof apiary>;

/** `treatments` is read since July. */
export const beehive = object({
  id: aliased(asText, 'id', 'beehive_id'),
  apiary_id: asText,
  hive_number: aliased(nullableInt, 'hive_number', 'beehive_number'),
  activity_level: nullableString,
  bee_population: nullableString,
  food_frames: nullableInt,
  brood_frames: nullableInt,
  hive_status: nullableString,
  health_status: nullableString,
  has_production_chamber: nullableString,
  observations: nullableString,
  treatments: bool,
  created_at: isoOrNull,
  updated_at: isoOrNull,
});
export type Beehive = ReturnType<typeof beehive>;

const truncated: Reader<number | null> = (value, at) => {
  const read = nullableNum(value, at);
  return read === null ? null : Math.trunc(read);
};
/** The values of the dropdown of March: its form breaks on another. */
const formType = oneOf('texto', 'numero', 'opciones');
const questionShape = {
  apiary_id: asText,
  question_text: string,
  question_type: formType,
  category: nullableString,
  is_required: bool,
  options: aliased(nullableListOf(string), 'options', 'opciones'),
  min_value: truncated,
  max_value: truncated,
  display_order: num,
  is_active: bool,
};
export const question = object({ id: asText, ...questionShape });
export type Question = ReturnType<typeof question>;

/** The same object, as a client of the specification reads it. */
export const specQuestion = object({
  id: string,
  apiarioId: string,
  texto: string,
  tipoRespuesta: formType,
  categoria: nullableString,
  obligatoria: bool,
  opciones: nullableListOf(string),
  min: nullableInt,
  max: nullableInt,
  orden: int,
  activa: bool,
});

export const marchTemplate = object({
  question_text: aliased(string, 'pregunta', 'question_text'),
  question_type: aliased(formType, 'tipo', 'question_type'),
  category: aliased(nullableString, 'categoria', 'category'),
  is_required: aliased(bool, 'obligatoria', 'is_required'),
  options: aliased(nullableListOf(string), 'opciones', 'options'),
  min_value: aliased(truncated, 'min', 'min_value'),
  max_value: aliased(truncated, 'max', 'max_value'),
});
/** The version of July reads a template as a question, and sends its id when it creates a question from it. */
export const julyTemplate = object({
  id: withDefault(asText, ''),
  question_text: aliased(string, 'question_text', 'question', 'pregunta'),
  question_type: aliased(formType, 'question_type', 'type', 'tipo'),
  category: aliased(nullableString, 'category', 'categoria'),
  is_required: aliased(bool, 'is_required', 'obligatoria'),
  options: aliased(nullableListOf(string), 'options', 'opciones'),
  min_value: aliased(truncated, 'min_value', 'min'),
  max_value: aliased(truncated, 'max_value', 'max'),
  display_order: aliased(withDefault(num, 0), 'display_order', 'orden'),
  is_active: aliased(withDefault(bool, true), 'is_active', 'activa'),
});
export type Template = ReturnType<typeof julyTemplate>;

export const hiveQuestion = object({
  id: asText,
  hive_id: asText,
  apiary_question_id: asText,
  display_order: num,
  is_active: bool,
  apiary_question: aliased(nullableObject({ id: asText, ...questionShape }), 'apiary_question', 'apiaryQuestion'),
});

export const monitoring = object({
  preguntas: listOf(
    object({
      id: asText,
      texto: aliased(string, 'texto', 'question_text', 'question'),
      tipo: formType,
      opciones: nullableListOf(string),
      obligatoria: bool,
      min: nullableNum,
      max: nullableNum,
    }),
  ),
});
export type MonitoringQuestion = ReturnType<typeof monitoring>['preguntas'][number];

/** The reports omit an answer without `answered_at`. */
export const answer = object({
  id: asText,
  hive_question_id: asText,
  answer: string,
  score: num,
  answered_by: anything,
  answered_at: iso,
  hive_question: nullableObject({
    id: asText,
    apiary_question: nullableObject({
      id: asText,
      question_text: string,
      question_type: formType,
      category: nullableString,
    }),
  }),
});

const itemShape = {
  id: asText,
  name: asText,
  quantity: int,
  unit: asText,
  apiary_id: asText,
  description: nullableString,
  minimum_stock: int,
  created_at: iso,
  updated_at: iso,
};
export const marchItem = object(itemShape);
export const julyItem = object({
  ...itemShape,
  category: nullableString,
  batch_number: nullableString,
  expiry_date: isoOrNull,
  purchase_date: isoOrNull,
  supplier: nullableString,
  storage_location: nullableString,
});
export type Item = ReturnType<typeof marchItem>;

export const movement = object({
  movement_type: oneOf('entry', 'exit', 'create', 'update', 'delete'),
  quantity: int,
  stock_before: int,
  stock_after: int,
  reason: nullableString,
  notes: nullableString,
  date: iso,
});

export const followUp = object({
  followup_id: aliased(string, 'followup_id', 'id'),
  treatment_id: string,
  review_date: iso,
  hive_condition: nullableString,
  observed_changes: nullableString,
  partial_results: nullableString,
  infestation_level: nullableString,
  notes: nullableString,
  reviewer: nullableString,
});
export type FollowUp = ReturnType<typeof followUp>;

/** The ids are read as texts, every date as ISO 8601. */
export const treatment = object({
  id: string,
  hive_id: string,
  treatment_type: string,
  product_name: string,
  active_ingredient: nullableString,
  target_disease: nullableString,
  start_date: iso,
  estimated_duration_days: nullableInt,
  end_date: isoOrNull,
  application_method: nullableString,
  dosage_applied: nullableString,
  dosage_unit: nullableString,
  batch_number: nullableString,
  supplier: nullableString,
  expiry_date: isoOrNull,
  applied_by: nullableString,
  status: string,
  requires_repeat: bool,
  final_result: nullableString,
  final_hive_condition: nullableString,
  future_recommendations: nullableString,
  registration_date: isoOrNull,
  update_date: isoOrNull,
  followups: listOf(followUp),
});
export type Treatment = ReturnType<typeof treatment>;
/** The page of an apiary's figures. It crashes if a number is null. */
export const apiaryFigures = object({
  apiary_id: asText,
  total_beehives: int,
  active_treatments: int,
  avg_health_score: num,
  total_inventory_items: int,
  low_stock_items: int,
  last_updated: iso,
});
export const healthTrend = object({
  hive_id: asText,
  hive_number: nullableInt,
  data_points: listOf(object({ date: iso, score: num, count: int })),
});
export const treatmentShare = object({ treatment_type: string, count: int, percentage: num });
export const inventoryLevel = object({
  item_name: string,
  current_quantity: num,
  minimum_stock: num,
  status: oneOf('ok', 'low', 'critical'),
});

export const profile = object({
  id: asText,
  email: string,
  username: string,
  full_name: aliased(nullableString, 'full_name', 'name'),
  phone: aliased(nullableString, 'phone', 'phone_number'),
  location: aliased(nullableString, 'location', 'address'),
  photo_url: aliased(nullableString, 'photo_url', 'avatar_url', 'photo'),
  role: string,
  created_at: iso,
});

/** A readable sentence: neither a status line nor a code. */
const readableText: Reader<string> = (value, at) => {
  const text = string(value, at);
  const isReadable =
    /\p{L}+[ ,]+\S/u.test(text) && !/^(Bad Request|Not Found|Internal Server Error)$|[{<]|\n/.test(text);
  if (!isReadable) throw new TypeError(`${at} must be a readable text: ${text}`);
  return text;
};
/** Two screens read only `error`, so it must be readable like `message`. */
export const refusal = object({ message: readableText, error: readableText, error_code: string });
export type Refusal = ReturnType<typeof refusal>;
