// Arguments for every field of the schema: a set of the required ones, and for each further argument that set with several values of it. Ids
// are those of records that have been read before.
import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  print,
} from 'graphql';

/** The ids that have been found, by the name of the type. */
export type FoundIds = Map<string, Set<string>>;
type Values = unknown[];
export type ArgumentSet = Record<string, unknown>;

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const year = new Date().getUTCFullYear();

/** Samples by the name or the coordinate of an argument or a field of an input, where its type does not say enough. */
const SAMPLES: Record<string, Values> = {
  first: [1, 2],
  year: [year, year - 1, year - 2],
  search: ['a', 'e'],
  text: ['a', 'e'],
  unit: ['kg', 'pcs'],
  beehiveNumbers: [[1], [2, 3]],
  sheet: [1],
  country: ['ES', 'FR'],
  // Refused for other kinds than CUSTOM.
  quantity: [],
  customUnit: [],
  'Beehive.series.unit': ['KILOGRAMS', 'POUNDS'],
  'Beehive.series.kind': ['WEIGHT'],
  // Where the demo account has its apiaries, and elsewhere.
  latitude: [40.17, 41],
  longitude: [-5.26, 2],
  // Refused without `near`.
  withinKm: [],
  // After every first day.
  'Statistics.period.to': [day(2)],
  // Not all kinds of records.
  'Query.search.kinds': [['Beehive'], ['Treatment']],
  'Query.deletions.kinds': [['Apiary'], ['Task']],
  'Apiary.changeLog.kinds': [['Beehive'], ['Inspection']],
};
/** The type whose id an argument is, where its name does not say so. */
const TYPES: Record<string, string> = {
  'Query.node.id': 'Beehive',
  'Query.nodes.ids': 'Beehive',
  'Query.visit.id': 'visit',
  'Query.lotByCode.apiaryId': 'none',
  itemId: 'InventoryItem',
  importId: 'FileImport',
  subjectId: 'User',
};
/** The demo data have something in each of the times between. */
const DAYS = [day(75), day(40), day(15), day(2)];
const BY_TYPE: Record<string, Values> = {
  Boolean: [true, false],
  Int: [7, 30],
  LocalDate: DAYS,
  DateTime: DAYS.map((one) => `${one}T00:00:00.000Z`),
};
const MAX_VALUES = 2;

type Field = GraphQLField<unknown, unknown>;

/** An argument of which nothing is known: the test needs a sample of it. */
export class MissingSample extends Error {}

export class Arguments {
  constructor(
    private readonly ids: FoundIds,
    /** Values of arguments that only a client of this data can know: cursors and codes. */
    private readonly known: Record<string, Values> = {},
  ) {}

  /** The first set has nothing but the required arguments and a small page. */
  setsOf(parent: string, field: Field, cursors: string[]): ArgumentSet[] {
    const valuesOf = (argument: GraphQLArgument): Values =>
      argument.name === 'after'
        ? cursors
        : this.values(argument.type, argument.name, `${parent}.${field.name}`, returned(field));
    const base: ArgumentSet[] = [{}];
    for (const argument of field.args) {
      if (isRequiredArgument(argument)) {
        const values = valuesOf(argument);
        if (values.length === 0) return [];
        base.splice(
          0,
          base.length,
          ...values.flatMap((value) => base.map((set) => ({ ...set, [argument.name]: value }))),
        );
      } else if (argument.name === 'first') base[0]!.first = 4;
    }
    const optional = field.args.filter((argument) => !isRequiredArgument(argument));
    const further = optional.flatMap((argument) =>
      valuesOf(argument).map((value) => ({ ...base[0], [argument.name]: value })),
    );
    return [...base.slice(0, MAX_VALUES), ...further];
  }

  private values(type: GraphQLInputType, name: string, coordinate: string, returns: string): Values {
    const named = getNamedType(type);
    const isList = isListType(getNullableType(type));
    const wrap = (values: Values): Values => (isList ? values.map((value) => [value]) : values).slice(0, MAX_VALUES);
    const at = `${coordinate}.${name}`;
    const sample = this.known[at] ?? this.known[name] ?? SAMPLES[at] ?? SAMPLES[name];
    if (sample) return sample;
    if (isEnumType(named)) return wrap(named.getValues().map(({ value }) => value));
    if (isInputObjectType(named)) {
      const fields = Object.values(named.getFields());
      const of = (field: (typeof fields)[number]): Values => this.values(field.type, field.name, coordinate, returns);
      const required = Object.fromEntries(
        fields.filter(isRequiredInputField).map((field) => [field.name, of(field)[0]]),
      );
      // Two fields of a filter are as good as all.
      return fields.flatMap((field) => of(field).map((value) => ({ ...required, [field.name]: value }))).slice(0, 4);
    }
    if (named.name === 'ID') {
      const target = TYPES[`${coordinate}.${name}`] ?? TYPES[name] ?? targetOf(name, returns);
      return wrap([...(this.ids.get(target) ?? [])].slice(0, 2));
    }
    const values = BY_TYPE[named.name];
    if (!values) throw new MissingSample(`${coordinate}: no sample of the argument ${name}`);
    return isList ? wrap(values) : values;
  }
}

const returned = ({ type }: Field): string => getNamedType(type).name;
/** `beehiveId` is the id of a Beehive, `id` that of what the field returns. */
const targetOf = (name: string, returns: string): string =>
  /^ids?$/.test(name) ? returns : name.replace(/^./, (letter) => letter.toUpperCase()).replace(/Ids?$/, '');

export function writeArguments({ args }: Field, set: ArgumentSet): string {
  const given = args.filter(({ name }) => name in set);
  const texts = given.map(({ name, type }) => `${name}: ${print(astFromValue(set[name], type)!)}`);
  return texts.length > 0 ? `(${texts.join(', ')})` : '';
}
