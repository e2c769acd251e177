import { Language } from '../../shared/language.js';
import type { FeedKind, IngredientUnit, ProductKind } from './product.enums.js';

/** The same in both languages, or one for each. */
export type Words = string | Record<Language, string>;

/** A country that authorised a medicine. What its label does not state, or states otherwise, is absent. */
interface Authorisation {
  country: string;
  number?: string;
  withdrawalDays?: number;
}

/**
 * What public lists and labels state (docs/products.md names them). What a label makes depend on the size of a colony, on brood or on the
 * season is absent, and so is what was found in no source: the package says it.
 */
export interface BankEntry {
  key: string;
  kind: ProductKind;
  name: Words;
  target?: string;
  ingredients?: readonly { name: Words; amount: string; unit: IngredientUnit }[];
  authorisations?: readonly Authorisation[];
  doseUnit?: Words;
  dose?: string;
  method?: Words;
  plannedDays?: number;
  feedKind?: FeedKind;
  sugarPercent?: string;
  density?: string;
}

const words = (en: string, es: string): Words => ({ [Language.EN]: en, [Language.ES]: es }) as Words;
const [AMITRAZ, THYMOL, FLUMETHRIN] = ['amitraz', words('thymol', 'timol'), words('flumethrin', 'flumetrina')];
const OXALIC = words('oxalic acid dihydrate', 'ácido oxálico dihidrato');
const FORMIC = words('formic acid', 'ácido fórmico');
const [STRIP, TABLET, TRAY, WAFER] = [
  words('strip', 'tira'),
  words('tablet', 'tableta'),
  words('tray', 'bandeja'),
  words('wafer', 'lámina'),
];
const [STRIPS, EVAPORATION, TRICKLING, SUBLIMATION, SPRAYING] = [
  words('strips', 'tiras'),
  words('evaporation', 'evaporación'),
  words('trickling', 'goteo'),
  words('sublimation', 'sublimación'),
  words('spraying', 'pulverización'),
];
/** Numbers by country, of countries whose labels state no withdrawal period for honey. */
const authorised = (countries: Record<string, string | undefined>, withdrawalDays?: number): Authorisation[] =>
  Object.entries(countries).map(([country, number]) => ({
    country,
    ...(number !== undefined && { number }),
    ...(withdrawalDays !== undefined && { withdrawalDays }),
  }));
const NO_NUMBER = undefined;

const varroa = (entry: Omit<BankEntry, 'kind' | 'target'>): BankEntry => ({
  ...entry,
  kind: 'MEDICINE',
  target: 'Varroa',
});
const feed = (entry: Omit<BankEntry, 'kind'>): BankEntry => ({ ...entry, kind: 'FEED' });

export const BANK: readonly BankEntry[] = [
  varroa({
    key: 'apivar',
    name: 'Apivar',
    ingredients: [{ name: AMITRAZ, amount: '500', unit: 'MILLIGRAMS' }],
    authorisations: [
      ...authorised({ ES: NO_NUMBER, PT: NO_NUMBER, FR: NO_NUMBER, IT: NO_NUMBER, GB: 'Vm 48004/4000' }),
      ...authorised({ US: 'EPA Reg. No. 87243-1' }),
    ],
    doseUnit: STRIP,
    dose: '2',
    method: STRIPS,
  }),
  varroa({
    key: 'apitraz',
    name: 'Apitraz',
    ingredients: [{ name: AMITRAZ, amount: '500', unit: 'MILLIGRAMS' }],
    authorisations: authorised({ PT: NO_NUMBER, FR: NO_NUMBER, DE: NO_NUMBER, GB: 'Vm 20634/4009' }, 0),
    doseUnit: STRIP,
    dose: '2',
    method: STRIPS,
  }),
  varroa({
    key: 'apiguard',
    name: 'Apiguard',
    ingredients: [{ name: THYMOL, amount: '12.5', unit: 'GRAMS' }],
    authorisations: [
      ...authorised(
        { ES: NO_NUMBER, PT: NO_NUMBER, FR: NO_NUMBER, DE: NO_NUMBER, IT: NO_NUMBER, GB: 'Vm 17017/4002' },
        0,
      ),
      ...authorised({ US: NO_NUMBER }),
    ],
    doseUnit: TRAY,
    dose: '1',
    method: EVAPORATION,
  }),
  varroa({
    key: 'thymovar',
    name: 'Thymovar',
    ingredients: [{ name: THYMOL, amount: '15', unit: 'GRAMS' }],
    authorisations: authorised({ PT: NO_NUMBER, FR: NO_NUMBER, DE: NO_NUMBER, IT: NO_NUMBER, GB: NO_NUMBER }, 0),
    doseUnit: WAFER,
    method: EVAPORATION,
  }),
  varroa({
    key: 'apilife_var',
    name: 'ApiLife Var',
    ingredients: [
      { name: THYMOL, amount: '8', unit: 'GRAMS' },
      { name: words('eucalyptus oil', 'aceite de eucalipto'), amount: '1.72', unit: 'GRAMS' },
      { name: words('racemic camphor', 'alcanfor racémico'), amount: '0.39', unit: 'GRAMS' },
      { name: words('levomenthol', 'levomentol'), amount: '0.39', unit: 'GRAMS' },
    ],
    authorisations: [
      ...authorised({ PT: NO_NUMBER, DE: NO_NUMBER, IT: NO_NUMBER, GB: 'Vm 23101/4000' }, 0),
      ...authorised({ US: NO_NUMBER }),
    ],
    doseUnit: TABLET,
    dose: '1',
    method: EVAPORATION,
  }),
  varroa({
    key: 'maqs',
    name: 'MAQS',
    ingredients: [{ name: FORMIC, amount: '68.2', unit: 'GRAMS' }],
    authorisations: [
      ...authorised(
        { ES: NO_NUMBER, PT: NO_NUMBER, FR: NO_NUMBER, DE: NO_NUMBER, IT: NO_NUMBER, GB: 'Vm 40476/4000' },
        0,
      ),
      ...authorised({ US: NO_NUMBER }),
    ],
    doseUnit: STRIP,
    dose: '2',
    method: STRIPS,
    plannedDays: 7,
  }),
  varroa({
    key: 'formicpro',
    name: 'Formicpro',
    ingredients: [{ name: FORMIC, amount: '68.2', unit: 'GRAMS' }],
    authorisations: authorised({ FR: NO_NUMBER, DE: NO_NUMBER }, 0),
    doseUnit: STRIP,
    dose: '2',
    method: STRIPS,
    plannedDays: 7,
  }),
  varroa({
    key: 'formic_pro_us',
    name: 'Formic Pro',
    ingredients: [{ name: FORMIC, amount: '68.2', unit: 'GRAMS' }],
    authorisations: authorised({ US: NO_NUMBER }),
    doseUnit: STRIP,
    method: STRIPS,
  }),
  varroa({
    key: 'varromed',
    name: 'VarroMed',
    ingredients: [
      { name: FORMIC, amount: '5', unit: 'MILLIGRAMS' },
      { name: OXALIC, amount: '44', unit: 'MILLIGRAMS' },
    ],
    authorisations: authorised({ ES: NO_NUMBER, PT: NO_NUMBER, FR: NO_NUMBER, DE: NO_NUMBER, IT: NO_NUMBER }),
    doseUnit: 'ml',
    method: TRICKLING,
  }),
  varroa({
    key: 'api_bioxal',
    name: 'Api-Bioxal',
    ingredients: [{ name: OXALIC, amount: '886', unit: 'MILLIGRAMS' }],
    authorisations: authorised({ PT: NO_NUMBER, FR: NO_NUMBER, IT: NO_NUMBER, GB: 'Vm 23101/4001' }, 0),
    doseUnit: 'g',
    dose: '2.3',
    method: SUBLIMATION,
  }),
  varroa({
    key: 'api_bioxal_us',
    name: 'Api-Bioxal',
    ingredients: [{ name: OXALIC, amount: '886', unit: 'MILLIGRAMS' }],
    authorisations: authorised({ US: 'EPA Reg. No. 73291-2' }),
    doseUnit: 'g',
    method: SUBLIMATION,
  }),
  varroa({
    key: 'oxybee',
    name: 'Oxybee',
    ingredients: [{ name: OXALIC, amount: '39.4', unit: 'MILLIGRAMS' }],
    authorisations: authorised({ ES: NO_NUMBER, PT: NO_NUMBER, FR: NO_NUMBER, DE: NO_NUMBER, IT: NO_NUMBER }),
    doseUnit: 'ml',
    method: TRICKLING,
  }),
  varroa({
    key: 'danys_bienenwohl',
    name: "Dany's BienenWohl",
    ingredients: [{ name: OXALIC, amount: '39.4', unit: 'MILLIGRAMS' }],
    authorisations: authorised({
      ES: 'EU/2/18/225',
      PT: 'EU/2/18/225',
      FR: 'EU/2/18/225',
      DE: 'EU/2/18/225',
      IT: 'EU/2/18/225',
    }),
    doseUnit: 'ml',
    method: TRICKLING,
  }),
  varroa({
    key: 'oxuvar',
    name: 'Oxuvar 5.7 %',
    ingredients: [{ name: OXALIC, amount: '3.5', unit: 'PERCENT' }],
    authorisations: authorised({ DE: NO_NUMBER, IT: NO_NUMBER }, 0),
    doseUnit: 'ml',
    method: TRICKLING,
  }),
  varroa({
    key: 'varroxal',
    name: 'Varroxal',
    ingredients: [{ name: OXALIC, amount: '1', unit: 'GRAMS' }],
    authorisations: authorised({ FR: NO_NUMBER, DE: 'V7013210.00.00' }),
    doseUnit: 'g',
    method: SUBLIMATION,
  }),
  varroa({
    key: 'bayvarol',
    name: 'Bayvarol',
    ingredients: [{ name: FLUMETHRIN, amount: '3.6', unit: 'MILLIGRAMS' }],
    authorisations: authorised({ PT: NO_NUMBER, DE: NO_NUMBER, GB: 'Vm 00010/4090' }),
    doseUnit: STRIP,
    dose: '4',
    method: STRIPS,
    plannedDays: 42,
  }),
  varroa({
    key: 'polyvar_yellow',
    name: 'PolyVar Yellow',
    ingredients: [{ name: FLUMETHRIN, amount: '275', unit: 'MILLIGRAMS' }],
    authorisations: authorised({ PT: NO_NUMBER, FR: NO_NUMBER, DE: NO_NUMBER, IT: NO_NUMBER }, 0),
    doseUnit: STRIP,
    method: STRIPS,
  }),
  varroa({
    key: 'apistan',
    name: 'Apistan',
    ingredients: [{ name: words('tau-fluvalinate', 'tau-fluvalinato'), amount: '824', unit: 'MILLIGRAMS' }],
    authorisations: [
      ...authorised({ PT: NO_NUMBER, FR: NO_NUMBER, GB: 'Vm 17017/4000' }),
      ...authorised({ US: NO_NUMBER }),
    ],
    doseUnit: STRIP,
    dose: '2',
    method: STRIPS,
  }),
  varroa({
    key: 'formic_acid_60_de',
    name: 'Ameisensäure 60 % ad us. vet.',
    ingredients: [{ name: FORMIC, amount: '60', unit: 'PERCENT' }],
    authorisations: authorised({ DE: '2469.99.99' }),
    doseUnit: 'g',
    method: EVAPORATION,
  }),
  varroa({
    key: 'oxalic_acid_35_de',
    name: 'Oxalsäuredihydrat-Lösung 3,5 % ad us. vet.',
    ingredients: [{ name: OXALIC, amount: '3.5', unit: 'PERCENT' }],
    authorisations: authorised({ DE: '2669.99.99' }),
    doseUnit: 'ml',
    method: TRICKLING,
  }),
  varroa({
    key: 'lactic_acid_15_de',
    name: 'Milchsäure 15 % ad us. vet.',
    ingredients: [{ name: words('lactic acid', 'ácido láctico'), amount: '15', unit: 'PERCENT' }],
    authorisations: authorised({ DE: NO_NUMBER }, 0),
    doseUnit: 'ml',
    method: SPRAYING,
  }),
  feed({
    key: 'syrup_1_1',
    name: words('Sugar syrup 1:1', 'Jarabe de azúcar 1:1'),
    feedKind: 'SYRUP',
    sugarPercent: '50',
    density: '1.23',
  }),
  feed({
    key: 'syrup_3_2',
    name: words('Sugar syrup 3:2', 'Jarabe de azúcar 3:2'),
    feedKind: 'SYRUP',
    sugarPercent: '60',
    density: '1.287',
  }),
  feed({
    key: 'syrup_2_1',
    name: words('Sugar syrup 2:1', 'Jarabe de azúcar 2:1'),
    feedKind: 'SYRUP',
    sugarPercent: '66.667',
    density: '1.327',
  }),
  feed({
    key: 'invert_syrup',
    name: words('Inverted sugar syrup', 'Jarabe de azúcar invertido'),
    feedKind: 'SYRUP',
    sugarPercent: '72.5',
    density: '1.365',
  }),
  feed({
    key: 'starch_syrup',
    name: words('Glucose-fructose syrup', 'Jarabe de glucosa y fructosa'),
    feedKind: 'SYRUP',
    sugarPercent: '75',
  }),
  feed({ key: 'dry_sugar', name: words('Dry sugar', 'Azúcar seco'), feedKind: 'CANDY', sugarPercent: '100' }),
  feed({ key: 'fondant', name: words('Fondant', 'Fondant'), feedKind: 'FONDANT' }),
  feed({ key: 'candy', name: words('Candy board', 'Plancha de azúcar'), feedKind: 'CANDY' }),
  feed({ key: 'protein_patty', name: words('Protein patty', 'Torta proteica'), feedKind: 'PROTEIN' }),
];
