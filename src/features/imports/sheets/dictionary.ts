// What sheets are called, and headings that mean a field only where something else says what the sheet is.
import type { SheetKind } from './kinds.js';
import { type Names, splitNames } from './split-names.js';

/** The names of a sheet of each kind. */
export const SHEET_NAMES = splitNames({
  APIARIES: [
    'apiaries, apiary list, yards, bee yards',
    'apiarios, colmenares, asentamientos',
    'bienenstände, stände',
    'ruchers',
    'apiari',
    'apiários',
  ],
  HIVES: [
    'hives, hive list, beehives, colonies',
    'colmenas, colonias, censo, cajas',
    'völker, bienenvölker, völkerliste',
    'ruches, colonies',
    'arnie, alveari',
    'colmeias',
  ],
  QUEENS: ['queens, queen list', 'reinas, genealogía', 'königinnen', 'reines', 'regine', 'rainhas'],
  INSPECTIONS: [
    'inspections, visits, hive checks, inspection log',
    'inspecciones, revisiones, visitas, registro de visitas',
    'durchsichten, kontrollen, stockkarte',
    'visites, inspections',
    'visite, ispezioni',
    'visitas, inspeções',
  ],
  TREATMENTS: [
    'treatments, medications, treatment register',
    'tratamientos, medicamentos, libro de tratamientos, registro de tratamientos',
    'behandlungen, bestandsbuch',
    'traitements, registre d élevage',
    'trattamenti',
    'tratamentos',
  ],
  MITE_COUNTS: [
    'mite counts, varroa counts, mite washes',
    'conteos, conteos de varroa, muestreos, conteo de ácaros, conteos de ácaros',
    'milbenzählung, varroazählung',
    'comptages varroa',
    'conta varroe',
    'contagens de varroa',
  ],
  HARVESTS: [
    'harvests, honey, yields, extractions, honey harvests',
    'cosechas, castras, miel, producción, extracciones',
    'ernte, honigernte, honig',
    'récoltes, miel',
    'raccolti, smielature, miele',
    'colheitas, crestas, mel',
  ],
  INVENTORY: [
    'inventory, stock, equipment, supplies',
    'inventario, existencias, material, almacén, insumos',
    'inventar, lager, material',
    'inventaire, matériel',
    'inventario, magazzino',
    'inventário, armazém',
  ],
  FEEDINGS: [
    'feedings, feeding log, feeding',
    'alimentación, alimentaciones',
    'fütterungen, fütterung',
    'nourrissements, nourrissement',
    'nutrizioni',
    'alimentações',
  ],
  WEIGHTS: ['weights, scale, hive weights', 'pesos, báscula', 'gewichte, waage', 'pesées', 'pesate', 'pesagens'],
  MOVES: [
    'movements, moves, movement book',
    'movimientos, libro de movimientos, trashumancia',
    'wanderungen',
    'transhumances',
    'spostamenti',
    'movimentos, transumância',
  ],
});

/** In a sheet of one kind, a heading may mean a field that other headings mean elsewhere. */
export const FIELD_NAMES_BY_KIND: Partial<Record<SheetKind, Names>> = {
  APIARIES: splitNames({ apiary: ['name, nombre, nom, nome'] }),
  HIVES: splitNames({ hive: ['name, nombre, nom, nome'] }),
  QUEENS: splitNames({
    queenName: ['name, nombre, number, número, nom, nome'],
    installedOn: ['date, fecha, datum, data'],
  }),
  TREATMENTS: splitNames({ dose: ['quantity, cantidad, menge, quantité'] }),
  INSPECTIONS: splitNames({ beePopulation: ['bees, abejas'] }),
};

/** Names of no matter what: an amount is honey, a year is that of a queen, where another column or the name of the sheet says so. */
export const VAGUE_NAMES = splitNames({
  product: ['treatment, treatments', 'tratamiento', 'behandlung', 'traitement', 'trattamento', 'tratamento'],
  honeyKind: ['kind, variety', 'variedad, floración, tipo', 'sorte', 'variété', 'varietà', 'variedade'],
  queenYear: ['year, born', 'año', 'jahr', 'année', 'anno', 'ano'],
  queenColor: ['color, colour', 'color', 'farbe', 'couleur', 'colore', 'cor'],
  origin: ['origin, source', 'origen, procedencia', 'herkunft', 'origine, provenance', 'provenienza', 'origem'],
  honey: [
    'kilograms, kilos, kg, weight, yield, amount, quantity, grams, pounds, lbs, harvest, harvested',
    'kilogramos, peso, producción, rendimiento, cantidad, gramos, cosecha',
    'menge, ertrag, gewicht, ernte',
    'poids, quantité, rendement, récolte',
    'peso, quantità, resa, raccolto',
    'peso, quantidade, produção, colheita',
  ],
});

/** What people write of a queen that has no name. */
export const NO_NAMES = new Set(
  splitNames({
    all: [
      'yes, no, y, n, x, ok, seen, not seen, unseen, eggs, queenright, queenless, virgin, laying, mated, present, absent, missing, good, poor, old, new, young, marked, unmarked, qr, ql, q+, q-, q, none, true, false, right, failing, drone layer, drone laying, superseded, unknown, cell, cells',
      'sí, si, s, vista, no vista, huérfana, con reina, sin reina, virgen, poniendo, fecundada, presente, ausente, buena, mala, vieja, nueva, joven, marcada, zanganera',
      'ja, nein, gesehen, nicht gesehen, weiselrichtig, weisellos, stifte, vorhanden, gut, jung, alt',
      'oui, non, vue, pas vue, orpheline, présente, vierge, en ponte, bonne',
      'sì, vista, orfana, presente, vergine, feconda, buona',
      'sim, não, vista, órfã, virgem, boa',
    ],
  }).all!,
);

/** What treatments against Varroa are made of, and what they are called. */
export const AGAINST_VARROA =
  /oxal|form(?:ic|ico|ique|iato)|ameisen|thymol|timol|amitraz|apivar|apitraz|apistan|apiguard|api-?life|api-?bioxal|bayvarol|checkmite|coumaphos|cumafos|flumethrin|flumetrina|fluvalinat|hopguard|lupul|maqs|varromed|varterminator|tymovar|thymovar|polyvar|amicel|oxuvar|oxybee|ecoxal|varroxal|lactic|láctico|milchsäure/i;
export const OTHER_MEDICINES = /fumagil|terramycin|oxitetra|tylosin|tylan|lincomycin|antibiotic|nosevit|hive ?alive/i;
