// What the forms of the mobile app send.
import type { Beehive, Question } from './models.js';

export interface Account {
  email: string;
  password: string;
}
export interface ApiaryForm {
  name: string;
  location?: string;
  treatments?: boolean;
}
export type HiveForm = Partial<Omit<Beehive, 'id' | 'apiary_id' | 'created_at' | 'updated_at'>>;
export type QuestionForm = Pick<Question, 'question_text' | 'question_type'> &
  Partial<Pick<Question, 'category' | 'is_required' | 'options' | 'min_value' | 'max_value' | 'is_active'>>;
export interface ItemForm {
  name: string;
  quantity: number;
  unit: string;
  description?: string;
}
export interface MovementForm {
  movement_type: 'entry' | 'exit';
  quantity: number;
  reason: string;
  notes: string;
}
export interface TreatmentForm {
  treatment_type: string;
  product_name: string;
  start_date: string;
  dosage_applied?: string;
  dosage_unit?: string;
  end_date?: string;
  estimated_duration_days?: number;
}
export interface FollowUpForm {
  review_date: string;
  hive_condition?: string;
  infestation_level?: string;
}
export interface VoiceAnswer {
  hive_question_id: string;
  answer: string;
  score: number;
}
