// The texts of the movement book and of the annual declaration as PDF.
import { Language } from '../../shared/language.js';

interface Sums {
  placed: number;
  moved: number;
  ended: number;
}
interface State {
  day: string;
  hives: number;
  apiaries: number;
}
interface Period {
  from: string;
  to: string;
}

export const MOVEMENT_TEXTS = {
  [Language.EN]: {
    book: 'Movement book of hives',
    bookLaw: 'As Real Decreto 209/2002 (Spain) and Resolución ICA 8390 (Colombia) ask for it.',
    day: 'Day',
    movement: 'Movement',
    origin: 'Origin',
    destination: 'Destination',
    count: 'Hives',
    hives: 'Identification of the hives',
    vehicle: 'Vehicle',
    document: 'Health document',
    recordedBy: 'Recorded by',
    unknown: 'Not known',
    zone: 'Left a restricted zone',
    continued: '(continued)',
    sums: ({ placed, moved, ended }: Sums) => `Hives that came: ${placed}. Moved: ${moved}. Ended: ${ended}.`,
    declaration: 'Annual declaration of hives',
    declarationLaw: 'Living hives at the end of the day, by country, municipality and apiary.',
    registerNumber: 'Register number',
    apiary: 'Apiary',
    municipality: 'Municipality',
    mobility: 'Mobility',
    living: 'Living hives',
    noCountry: 'Without a country',
    state: ({ day, hives, apiaries }: State) => `On ${day}. Hives: ${hives}. Apiaries: ${apiaries}.`,
    period: ({ from, to }: Period) => `To be declared from ${from} to ${to}.`,
    sum: 'Sum',
    signature: 'Date and signature of the keeper:',
  },
  [Language.ES]: {
    book: 'Libro de movimientos de colmenas',
    bookLaw: 'Según el Real Decreto 209/2002 (España) y la Resolución ICA 8390 (Colombia).',
    day: 'Fecha',
    movement: 'Movimiento',
    origin: 'Origen',
    destination: 'Destino',
    count: 'N.º de colmenas',
    hives: 'Identificación de las colmenas',
    vehicle: 'Vehículo (matrícula)',
    document: 'Documento sanitario',
    recordedBy: 'Registrado por',
    unknown: 'No consta',
    zone: 'Salida de una zona restringida',
    continued: '(continuación)',
    sums: ({ placed, moved, ended }: Sums) => `Colmenas de alta: ${placed}. Trasladadas: ${moved}. De baja: ${ended}.`,
    declaration: 'Declaración anual de colmenas (censo)',
    declarationLaw: 'Colmenas vivas al final del día, por país, municipio y apiario.',
    registerNumber: 'Código de registro',
    apiary: 'Apiario',
    municipality: 'Municipio',
    mobility: 'Movilidad',
    living: 'Colmenas vivas',
    noCountry: 'Sin país',
    state: ({ day, hives, apiaries }: State) => `A fecha ${day}. Colmenas: ${hives}. Apiarios: ${apiaries}.`,
    period: ({ from, to }: Period) => `Se declara del ${from} al ${to}.`,
    sum: 'Total',
    signature: 'Fecha y firma del titular:',
  },
};
export type MovementTexts = (typeof MOVEMENT_TEXTS)[Language];
