// The calls of the screens of each version of the mobile app, with the exact bodies that they send.
import { anything, listOf, nothing, object, type Reader } from './dart.js';
import type {
  Account,
  ApiaryForm,
  FollowUpForm,
  HiveForm,
  ItemForm,
  MovementForm,
  QuestionForm,
  TreatmentForm,
  VoiceAnswer,
} from './forms.js';
import { MobileClient, type Reply } from './mobile-client.js';
import {
  type Apiary,
  answer,
  apiary,
  apiaryFigures,
  type Beehive,
  beehive,
  type FollowUp,
  followUp,
  healthTrend,
  hiveQuestion,
  type Item,
  inventoryLevel,
  julyItem,
  julyTemplate,
  type MonitoringQuestion,
  marchItem,
  marchTemplate,
  monitoring,
  movement,
  profile,
  type Question,
  question,
  type Session,
  session,
  specQuestion,
  type Template,
  type Treatment,
  treatment,
  treatmentShare,
} from './models.js';

/** The app omits null fields from these bodies. */
const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
const bothNames: Reader<Question> = (value, at) => {
  specQuestion(value, at);
  return question(value, at);
};

export class MarchApp extends MobileClient {
  session!: Session;

  get userId(): string {
    return this.session.user_id;
  }

  /** Registers, and creates an apiary for each row of the form. */
  async register({ email, password }: Account, ...rows: ApiaryForm[]): Promise<void> {
    const body = { username: usernameFrom(email), email, phone: '3001234567', password, confirm_password: password };
    await this.authenticate('/auth/register', 201, body);
    for (const row of rows) await this.createApiary(row);
  }

  async logIn({ email, password }: Account): Promise<void> {
    await this.authenticate('/auth/login', 200, { email, password });
  }

  /** Restarts the app, which restores its session without a request. */
  restarted(): this {
    const next = new (this.constructor as new (...parts: unknown[]) => this)(this.url, this.record);
    next.open(this.session);
    next.afterStep = this.afterStep;
    return next;
  }

  /** Sends no token of an earlier session. */
  protected async authenticate(path: string, status: number, body: object): Promise<void> {
    this.token = undefined;
    this.open(await this.call('POST', path, { status, reads: session, body }));
    await this.afterStep?.(this);
  }
  private open(session: Session): void {
    this.session = session;
    this.token = session.access_token;
  }

  apiaries(): Promise<Apiary[]> {
    return this.call('GET', '/apiaries', { status: 200, reads: listOf(apiary) });
  }
  /** Sends an empty location as null, and the number of hives always as 0. */
  createApiary({ name, location, treatments }: ApiaryForm): Promise<Apiary> {
    const body = this.apiaryBody({
      name,
      location: location || null,
      beehives_count: 0,
      treatments: treatments ?? false,
    });
    return this.call('POST', '/apiaries', { status: 201, reads: apiary, body });
  }
  /** Sends the number of hives that the app has read last. */
  updateApiary({ id, beehives_count }: Apiary, changes: Partial<ApiaryForm>): Promise<Apiary> {
    const body = this.apiaryBody(withoutNulls({ ...changes, beehives_count }));
    return this.call('PUT', `/apiaries/${id}`, { status: 200, reads: apiary, body });
  }
  deleteApiary({ id }: Apiary): Promise<void> {
    return this.call('DELETE', `/apiaries/${id}`, { status: 204, reads: nothing, body: { user_id: this.userId } });
  }
  protected apiaryBody(fields: object): object {
    return { user_id: this.userId, ...fields };
  }

  beehives({ id }: Apiary): Promise<Beehive[]> {
    return this.call('GET', `/beehives/apiary/${id}`, { status: 200, reads: listOf(beehive) });
  }
  createBeehive({ id }: Apiary, form: HiveForm): Promise<Beehive> {
    const body = { apiary_id: id, ...this.emptyHive, ...form };
    return this.call('POST', '/beehives', { status: 201, reads: beehive, body });
  }
  updateBeehive({ id, apiary_id, hive_number }: Beehive, changes: HiveForm): Promise<Beehive> {
    const body = withoutNulls({ apiary_id, hive_number, ...changes });
    return this.call('PUT', `/beehives/${id}`, { status: 200, reads: beehive, body });
  }
  deleteBeehive({ id, apiary_id }: Beehive): Promise<void> {
    return this.call('DELETE', `/beehives/${id}`, { status: 204, reads: nothing, body: { apiary_id } });
  }
  protected get emptyHive(): object {
    return {
      hive_number: null,
      activity_level: null,
      bee_population: null,
      food_frames: null,
      brood_frames: null,
      hive_status: null,
      health_status: null,
      has_production_chamber: null,
      observations: null,
    };
  }

  questions({ id }: Apiary): Promise<Question[]> {
    return this.call('GET', `/questions/apiary/${id}`, { status: 200, reads: listOf(bothNames) });
  }
  createQuestion({ id }: Apiary, form: QuestionForm): Promise<Question> {
    const body = this.questionBody(id, form);
    return this.call('POST', '/questions', { status: [200, 201], reads: bothNames, body });
  }
  /** The dialog has no field for options, always activates the question, and sends the bounds that remain in their fields. */
  editQuestion(shown: Question, changes: Partial<QuestionForm>): Promise<Question> {
    const { options: _omitted, ...fields } = shown;
    const form = { ...fields, ...changes, is_active: true };
    const body = { id: shown.id, ...this.questionBody(shown.apiary_id, form), display_order: shown.display_order };
    return this.call('PUT', `/questions/${shown.id}`, { status: 200, reads: bothNames, body });
  }
  /** The switch of the list sends the whole question. */
  switchQuestion(shown: Question, is_active: boolean): Promise<Question> {
    const body = { id: shown.id, ...this.questionBody(shown.apiary_id, shown), is_active };
    return this.call('PUT', `/questions/${shown.id}`, { status: 200, reads: bothNames, body });
  }
  async deleteQuestion({ id }: Question): Promise<void> {
    await this.call('DELETE', `/questions/${id}`, { status: [200, 204], reads: anything });
  }
  async reorder({ id }: Apiary, shown: Question[]): Promise<void> {
    const body = { order: shown.map(({ id }) => id) };
    await this.call('PUT', `/questions/apiary/${id}/reorder`, { status: [200, 204], reads: anything, body });
  }
  protected questionBody(apiary_id: string, form: QuestionForm): object {
    const { question_text, question_type, is_required, category, options, min_value, max_value } = form;
    return {
      apiary_id,
      question_text,
      question_type,
      is_required: is_required ?? false,
      display_order: 0,
      is_active: form.is_active ?? true,
      ...(category && { category }),
      ...withoutNulls({ options, min_value, max_value }),
    };
  }
  async templates(): Promise<ReturnType<typeof marchTemplate>[]> {
    return this.call('GET', '/questions/templates', { status: 200, reads: listOf(marchTemplate) });
  }

  protected readonly readsItem: Reader<Item> = marchItem;
  items({ id }: Apiary): Promise<Item[]> {
    return this.call('GET', `/inventory/${id}`, { status: 200, reads: listOf(this.readsItem) });
  }
  item({ id }: Item): Promise<Item> {
    return this.call('GET', `/inventory/${id}`, { status: 200, reads: this.readsItem });
  }
  createItem({ id }: Apiary, form: ItemForm): Promise<Item> {
    const body = { apiary_id: id, ...this.itemBody(form) };
    return this.call('POST', '/inventory/', { status: 201, reads: this.readsItem, body });
  }
  async updateItem({ id }: Item, form: ItemForm): Promise<void> {
    await this.call('PUT', `/inventory/${id}`, { status: 200, reads: anything, body: this.itemBody(form) });
  }
  async adjust({ id }: Item, adjustment_amount: number): Promise<void> {
    await this.call('PUT', `/inventory/${id}/adjust`, { status: 200, reads: anything, body: { adjustment_amount } });
  }
  async deleteItem({ id }: Item): Promise<void> {
    await this.call('DELETE', `/inventory/${id}`, { status: [200, 204], reads: anything });
  }
  /** The field of the minimum stock is hidden, but sent. */
  protected itemBody({ name, quantity, unit, description }: ItemForm): object {
    return { name, quantity, unit, description: description ?? '', minimum_stock: 0 };
  }
}

const usernameFrom = (email: string): string => email.trim().split('@')[0]!.replaceAll(/[.-]/g, '_');

export class JulyApp extends MarchApp {
  /** Since July, treatments belong to the hive. */
  protected override apiaryBody(fields: { treatments?: unknown }): object {
    const { treatments: _omitted, ...rest } = fields;
    return super.apiaryBody(rest);
  }
  protected override get emptyHive(): object {
    return { ...super.emptyHive, treatments: false };
  }
  /** Options are sent as one comma-separated text, or null. */
  protected override questionBody(apiary_id: string, form: QuestionForm): object {
    return { ...super.questionBody(apiary_id, form), options: form.options?.join(',') ?? null };
  }
  override async templates(): Promise<Template[]> {
    return this.call('GET', '/questions/templates', { status: 200, reads: listOf(julyTemplate) });
  }
  /** @param id the id that the app has for the template, and sends */
  importTemplate({ id: apiary_id }: Apiary, template: Template, id: string): Promise<Question> {
    const body = { id, ...this.questionBody(apiary_id, template) };
    return this.call('POST', '/questions', { status: [200, 201], reads: bothNames, body });
  }
  async loadDefaults({ id }: Apiary): Promise<void> {
    await this.call('POST', `/questions/load_defaults/${id}`, { status: [200, 201, 204], reads: anything });
  }

  hiveQuestions({ id }: Beehive): Promise<ReturnType<typeof hiveQuestion>[]> {
    return this.call('GET', `/questions/hive/${id}`, { status: 200, reads: listOf(hiveQuestion) });
  }
  assign({ id: hive_id }: Beehive, { id }: Question, display_order = 0): Promise<ReturnType<typeof hiveQuestion>> {
    const body = { hive_id, apiary_question_id: id, display_order };
    return this.call('POST', '/questions/hive', { status: [200, 201], reads: hiveQuestion, body });
  }
  async unassign({ id }: { id: string }): Promise<void> {
    await this.call('DELETE', `/questions/hive/${id}`, { status: [200, 204], reads: anything });
  }

  async startMonitoring({ id: hive_id }: Beehive): Promise<MonitoringQuestion[]> {
    const { preguntas } = await this.call('POST', '/maya/iniciar-monitoreo', {
      status: [200, 201],
      reads: monitoring,
      body: { hive_id },
    });
    return preguntas;
  }
  /** @param key builds before 17 March 2026 sent `respuestas` */
  async saveAnswers({ id: hive_id }: Beehive, answers: VoiceAnswer[], key: 'answers' | 'respuestas' = 'answers') {
    const body = { hive_id, [key]: answers };
    await this.call('POST', '/maya/guardar-respuestas', { status: [200, 201, 204], reads: anything, body });
  }
  async postBatch(answers: VoiceAnswer[]): Promise<ReturnType<typeof answer>[]> {
    const reads = object({ answers: listOf(answer) });
    return (await this.call('POST', '/answers/batch', { status: [200, 201], reads, body: { answers } })).answers;
  }
  postAnswer(body: VoiceAnswer & { hive_id?: string }): Promise<ReturnType<typeof answer>> {
    return this.call('POST', '/answers', { status: [200, 201], reads: answer, body });
  }
  answers({ id }: Beehive): Promise<ReturnType<typeof answer>[]> {
    return this.call('GET', `/answers/hive/${id}`, { status: 200, reads: listOf(answer) });
  }

  protected override readonly readsItem = julyItem;
  /** Sends all keys: empty texts as an empty string, empty dates as null. */
  protected override itemBody(form: ItemForm): object {
    return {
      ...super.itemBody(form),
      category: 'General',
      batch_number: '',
      expiry_date: null,
      purchase_date: null,
      supplier: '',
      storage_location: '',
      ...form,
    };
  }
  async move({ id }: Item, form: MovementForm): Promise<void> {
    const body = { inventory_id: id, ...form };
    await this.call('POST', '/inventory/movement', { status: 201, reads: anything, body });
  }
  movements({ id }: Item): Promise<ReturnType<typeof movement>[]> {
    return this.call('GET', `/inventory/${id}/movements`, { status: 200, reads: listOf(movement) });
  }

  /** The released version of July sends the next three without a token, and gets 401; an interceptor of the later one adds it. */
  treatments({ id }: Beehive): Promise<Treatment[]> {
    return this.call('GET', `/treatments/hive/${id}`, { status: 200, reads: listOf(treatment) });
  }
  /** Sends every key; what is not filled in is null. */
  recordTreatment({ id: hive_id }: Beehive, form: TreatmentForm): Promise<Treatment> {
    const body = { hive_id, ...EMPTY_TREATMENT, ...form };
    return this.call('POST', '/treatments', { status: [200, 201], reads: treatment, body });
  }
  recordTreatmentFollowUp({ id: treatment_id }: Treatment, form: FollowUpForm): Promise<FollowUp> {
    const body = { treatment_id, ...EMPTY_FOLLOW_UP, ...form };
    return this.call('POST', '/treatments/followup', { status: [200, 201], reads: followUp, body });
  }
  /** The page requests everything at once; one failure fails it. */
  async insights({ id }: Apiary): Promise<Insights> {
    const path = `/statistics/apiary/${id}`;
    const [figures, healthTrends, treatmentShares, inventoryLevels] = await Promise.all([
      this.call('GET', path, { status: 200, reads: apiaryFigures }),
      this.call('GET', `${path}/health-trends`, { status: 200, reads: listOf(healthTrend) }),
      this.call('GET', `${path}/treatment-distribution`, { status: 200, reads: listOf(treatmentShare) }),
      this.call('GET', `${path}/inventory-levels`, { status: 200, reads: listOf(inventoryLevel) }),
    ]);
    return { figures, healthTrends, treatmentShares, inventoryLevels };
  }
}

export interface Insights {
  figures: ReturnType<typeof apiaryFigures>;
  healthTrends: ReturnType<typeof healthTrend>[];
  treatmentShares: ReturnType<typeof treatmentShare>[];
  inventoryLevels: ReturnType<typeof inventoryLevel>[];
}

const EMPTY_TREATMENT = {
  active_ingredient: null,
  target_disease: null,
  estimated_duration_days: null,
  end_date: null,
  application_method: null,
  dosage_applied: null,
  dosage_unit: null,
  batch_number: null,
  supplier: null,
  expiry_date: null,
  applied_by: null,
};
const EMPTY_FOLLOW_UP = {
  hive_condition: null,
  observed_changes: null,
  partial_results: null,
  infestation_level: null,
  notes: null,
  reviewer: null,
};

export interface ProfileForm {
  username: string;
  full_name: string;
  phone: string;
  location: string;
  photo_url: string;
}

/** Stores a refresh token, and refreshes the session on a 401. */
export class LaterApp extends JulyApp {
  override async send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Reply> {
    const reply = await super.send(method, path, body, headers);
    if (reply.status !== 401 || path.startsWith('/auth/') || !this.session) return reply;
    await this.refresh();
    return super.send(method, path, body, headers);
  }
  async refresh(): Promise<void> {
    await this.authenticate('/auth/refresh', 200, { refresh_token: this.session.refresh_token });
  }

  profile(): Promise<ReturnType<typeof profile>> {
    return this.call('GET', `/users/${this.userId}`, { status: 200, reads: profile });
  }
  saveProfile(body: ProfileForm): Promise<ReturnType<typeof profile>> {
    return this.call('PUT', `/users/${this.userId}`, { status: 200, reads: profile, body });
  }

  treatment(id: string): Promise<Treatment> {
    return this.call('GET', `/treatments/${id}`, { status: 200, reads: treatment });
  }
  editTreatment({ id }: Treatment, changes: object): Promise<Treatment> {
    return this.call('PUT', `/treatments/${id}`, { status: 200, reads: treatment, body: changes });
  }
  async deleteTreatment({ id }: Treatment): Promise<void> {
    await this.call('DELETE', `/treatments/${id}`, { status: [200, 204], reads: anything });
  }
  editFollowUp({ followup_id }: FollowUp, changes: object): Promise<FollowUp> {
    return this.call('PUT', `/treatments/followup/${followup_id}`, { status: 200, reads: followUp, body: changes });
  }
  async deleteTreatmentFollowUp({ followup_id }: FollowUp): Promise<void> {
    await this.call('DELETE', `/treatments/followup/${followup_id}`, { status: [200, 204], reads: anything });
  }
}
