// What the mobile app makes of the answers: a reader for each of its models, by the version that reads it.
import {
  also,
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
  orElse,
  type Reader,
  rfc1123OrNull,
  string,
} from './dart.js';

/** Of March and July; the later app also keeps the refresh token. */
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

/** `treatments` since July. */
export const beehive = object({
  id: also(asText, 'id', 'beehive_id'),
  apiary_id: asText,
  hive_number: also(nullableInt, 'hive_number', 'beehive_number'),
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
const questionShape = {
  apiary_id: asText,
  question_text: string,
  question_type: string,
  category: nullableString,
  is_required: bool,
  options: also(nullableListOf(string), 'options', 'opciones'),
  min_value: truncated,
  max_value: truncated,
  display_order: num,
  is_active: bool,
};
export const question = object({ id: asText, ...questionShape });
export type Question = ReturnType<typeof question>;

/** The same object as a client of the specification reads it. */
export const specQuestion = object({
  id: string,
  apiarioId: string,
  texto: string,
  tipoRespuesta: oneOf('texto', 'numero', 'opciones', 'si_no'),
  categoria: nullableString,
  obligatoria: bool,
  opciones: nullableListOf(string),
  min: nullableInt,
  max: nullableInt,
  orden: int,
  activa: bool,
});

export const marchTemplate = object({
  question_text: also(string, 'pregunta', 'question_text'),
  question_type: also(string, 'tipo', 'question_type'),
  category: also(nullableString, 'categoria', 'category'),
  is_required: also(bool, 'obligatoria', 'is_required'),
  options: also(nullableListOf(string), 'opciones', 'options'),
  min_value: also(truncated, 'min', 'min_value'),
  max_value: also(truncated, 'max', 'max_value'),
});
/** July reads a template as a question, and sends its id back when it makes one of it. */
export const julyTemplate = object({
  id: orElse(asText, ''),
  question_text: also(string, 'question_text', 'question', 'pregunta'),
  question_type: also(string, 'question_type', 'type', 'tipo'),
  category: also(nullableString, 'category', 'categoria'),
  is_required: also(bool, 'is_required', 'obligatoria'),
  options: also(nullableListOf(string), 'options', 'opciones'),
  min_value: also(truncated, 'min_value', 'min'),
  max_value: also(truncated, 'max_value', 'max'),
  display_order: also(orElse(num, 0), 'display_order', 'orden'),
  is_active: also(orElse(bool, true), 'is_active', 'activa'),
});
export type Template = ReturnType<typeof julyTemplate>;

export const hiveQuestion = object({
  id: asText,
  hive_id: asText,
  apiary_question_id: asText,
  display_order: num,
  is_active: bool,
  apiary_question: also(nullableObject({ id: asText, ...questionShape }), 'apiary_question', 'apiaryQuestion'),
});

export const monitoring = object({
  preguntas: listOf(
    object({
      id: asText,
      texto: also(string, 'texto', 'question_text', 'question'),
      tipo: string,
      opciones: nullableListOf(string),
      obligatoria: bool,
      min: nullableNum,
      max: nullableNum,
    }),
  ),
});
export type MonitoringQuestion = ReturnType<typeof monitoring>['preguntas'][number];

/** An answer without `answered_at` vanishes from the reports. */
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
      question_type: string,
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

export const profile = object({
  id: asText,
  email: string,
  username: string,
  full_name: also(nullableString, 'full_name', 'name'),
  phone: also(nullableString, 'phone', 'phone_number'),
  location: also(nullableString, 'location', 'address'),
  photo_url: also(nullableString, 'photo_url', 'avatar_url', 'photo'),
  role: string,
  created_at: iso,
});

/** Text for people: neither a status line nor the name of a code. */
const human: Reader<string> = (value, at) => {
  const text = string(value, at);
  const isHuman = /\p{L}+[ ,]+\S/u.test(text) && !/^(Bad Request|Not Found|Internal Server Error)$|[{<]|\n/.test(text);
  if (!isHuman) throw new TypeError(`${at} is no text for people: ${text}`);
  return text;
};
/** Two screens read only `error`, which is why it must be as good as `message`. */
export const refusal = object({ message: human, error: human, error_code: string });
export type Refusal = ReturnType<typeof refusal>;
