// What sheets are called, and headings that mean a field only where something else says what the sheet is.
import { normalizeWord } from '../../../shared/text.js';
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
    hive: ['name, nombre, nom, nome'],
    queenName: ['name, nombre, number, número, nom, nome'],
    installedOn: ['date, fecha, datum, data, from, desde, von, dal, depuis'],
    removedOn: ['to, until, hasta, bis, al, fino al, jusqu au, até, killed, killed on, matada, getötet, tuée'],
  }),
  TREATMENTS: splitNames({
    dose: ['quantity, qty, cantidad, cant, menge, quantité, qté, quantità, quantidade'],
    date: [
      'start, start date, started, date in, in, put in, inserted, placed, date applied, application date, date of treatment, date treatment started, treatment start, date on',
      'fecha colocación, fecha de colocación, colocación, colocado, colocada, puesta, fecha de inicio, fecha inicio tratamiento, fecha inicio de tratamiento, fecha inicio del tratamiento, comienzo',
      'von, beginn, anfang, eingelegt, behandlungsbeginn, startdatum',
      'date de pose, pose, posé le, début, date de début, du',
      'data inizio, data di inizio, inizio, inizio trattamento, data inizio trattamento, dal',
      'data de início, data início, início, data de colocação, início do tratamento',
    ],
    endDate: [
      'removed, removed on, removal, removal date, date out, out, taken out, pulled, finish date, treatment end',
      'fecha retirada, fecha de retirada, retirada, retirado, retiro, fecha de retiro',
      'entfernt, entfernt am, entnommen, ende',
      'date de retrait, retrait, retiré le, date fin, au',
      'data di fine, data fine trattamento, data rimozione, rimozione, rimosso, fine, fine trattamento, al',
      'data fim, data de retirada, data de remoção, remoção, fim',
    ],
  }),
  FEEDINGS: splitNames({
    feedAmount: [
      'amount, quantity, qty, grams, kilograms, kg, millilitres, litres, liters, volume, dose',
      'cantidad, gramos, kilogramos, mililitros, litros, volumen, dosis, quantité, grammes, quantità, grammi, litri, quantidade, gramas',
      'menge, gramm, liter',
    ],
  }),
  WEIGHTS: splitNames({
    date: [
      'epoch, epoch time, unix, unix time, unix timestamp, unixtime, time, ts, created at, recorded at, weighed on, date weighed, utc time, fecha y hora, fecha hora, fecha de pesaje, marca de tiempo',
      'zeitstempel, zeitpunkt, datum uhrzeit, datum und uhrzeit, messzeit, zeit, date heure, date et heure, horodatage, data ora, data e ora, data hora, data e hora',
    ],
  }),
  // Elsewhere, `Kasten` may be Dutch for how many hives.
  INSPECTIONS: splitNames({ beePopulation: ['bees, abejas'], hive: ['kasten'] }),
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
  /[oó]x[aá]l|f[oó]rm(?:ic|ico|ique|iato)|ameisen|thymol|timol|am[ií]traz|apivar|apitraz|apistan|apiguard|api-?life|api-?bioxal|bayvarol|checkmite|coumaphos|cumaf[oó]s|flumethrin|flumetrina|fluvalinat|hopguard|lupul|l[uú]pulo|maqs|varromed|varterminator|tymovar|thymovar|polyvar|amicel|oxuvar|oxybee|ecoxal|varroxal|lactic|l[aá]ctico|milchsäure|\b(?:as ?\d\d ?%|oxs?|oa|fa)\b/i;
export const OTHER_MEDICINES = /fumagil|terramycin|oxitetra|tylosin|tylan|lincomycin|antibiotic|nosevit|hive ?alive/i;

/** What bees are fed, or have made, without accents. Powdered sugar is a means against mites. */
export const FOODS =
  /(?<!powdered |icing )\b(?:jarabes?|syrup|sugar|azucar|zucker\w*|futter\w*|sirop|sucre|sciroppo|zucchero|xarope|candi|candito|fondant|torta|pollen|polen|polline|protein\w*|patt(?:y|ies)|honey|miel|honig|miele|mel)\b(?! dust| roll)/;
/** What headings say of honey that the bees keep, without accents: it is of the colony, and neither taken nor fed. */
export const KEPT = /\b(?:left|stores?|stored|remaining|reserv\w*|provisions?|restante?|vorrat|scorte)\b/;
/** What people write under `Treatment` without naming a medicine, without accents. */
export const NO_MEDICINES = new Set(
  splitNames({
    all: [
      'yes, y, x, n, ok, done, true, false, control, untreated, treated, nothing, none',
      'si, s, nada, ninguno, ninguna, tratada, tratado, falso, verdadero',
      'ja, j, nein, keine, keins, behandelt, unbehandelt',
      'oui, o, aucun, aucune, rien, traitee',
      'nessuno, nessuna, niente, trattata',
      'sim, nenhum, nenhuma, tratada',
    ],
  }).all!,
);
export const NO_MEDICINES_AT_START =
  /^(?:no|not|non|none|nothing|without|sin|nada|ohne|nicht|kein|keine|pas|sans|aucun|senza|nao|sem)(?=$|[\s,.;:])/;

/** What people note of their work where a medicine would be, as beginnings of words without accents. */
export const WORKS =
  /\b(?:re-?queen|new queen|queen (?:cage|excluder|removed|replaced|introduced)|cag(?:ed?|ing)\b|split|swarm|drone|brood (?:break|removal|cut)|unit(?:ed|ing)|combined|mov(?:ed|ing)\b|inspect|(?:wasp|pollen|beetle|moth) trap|supers?\b|cleaned|enjambr|zangan|nucleo|division|dividid|reina|enjaul|corte de|union\b|trampa|drohn|brut(?:stopp|entnahme|unterbrechung)|wabe|ableger|kafig|umweisel|schwarm|fangwabe|encage|cadre|male|retrait de couvain|essaim|division|piege|blocco|ingabbi|regina|fuco|fuchi|sciam|rainha|zang[ao]|enxame|desdobr|gaiola)/;

/** Names of products that say nothing of medicines. */
export const GENERIC_PRODUCTS = splitNames({
  all: [
    'product, product name, treatment, treatments',
    'producto, nombre del producto, nombre comercial, tratamiento',
    'mittel, behandlung',
    'produit, nom du produit, traitement',
    'prodotto, trattamento',
    'produto, nome do produto, tratamento',
  ],
}).all!;

/** Whether something was done, of a list of what is to be done. */
export const DONE = splitNames({
  all: ['done, completed, finished, hecho, hecha, completada, erledigt, fait, fatto, feito'],
}).all!;

/** What says which kind of hive one is. */
export const HIVE_TYPES = splitNames({
  all: [
    'hive type, type of hive, type, boxes, tipo de colmena, tipo, modelo, beutentyp, typ, beute typ, type de ruche, tipo di arnia, tipo arnia, tipo de colmeia',
  ],
}).all!;

/** What people look at when they visit a hive. */
export const OF_VISITS = splitNames({
  all: [
    'queen, queen seen, eggs, eggs seen, larvae, brood, brood pattern, food, stores, pollen, temper, temperament, mood, queen cells, swarm cells, weather, action, actions, supers, disease check',
    'reina, reina vista, huevos, larvas, cría, reservas, polen, comportamiento, temperamento, mansedumbre, celdas reales, realeras, clima',
    'königin, königin gesehen, stifte, brut, futter, sanftmut, weiselzellen, wetter',
    'reine, reine vue, ponte, couvain, provisions, douceur, cellules royales, météo',
    'regina, regina vista, uova, covata, scorte, celle reali, meteo',
    'rainha, rainha vista, ovos, criação, reservas, realeiras',
  ],
}).all!;

/** What the bees have beside their honey: the honey is on their combs, then. */
export const STORES = splitNames({
  all: ['brood, pollen, cría, polen, brut, couvain, covata, polline, criação, pólen'],
}).all!;

/** What a list of things calls each, and no scale. */
export const ITEMS = splitNames({ all: ['item, article, artículo, insumo, artikel, désignation, articolo, artigo'] })
  .all!;

/** Months and seasons, after which sheets are named. */
export const PERIODS: ReadonlySet<string> = new Set(
  splitNames({
    all: [
      'january, february, march, april, may, june, july, august, september, october, november, december, jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, spring, summer, autumn, fall, winter',
      'enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, setiembre, octubre, noviembre, diciembre, ene, abr, ago, dic, primavera, verano, otoño, invierno',
      'januar, februar, märz, mai, juni, juli, oktober, dezember, frühling, frühjahr, sommer, herbst',
      'janvier, février, mars, avril, juin, juillet, août, septembre, octobre, novembre, décembre, printemps, été, automne, hiver',
      'gennaio, febbraio, aprile, maggio, giugno, luglio, settembre, ottobre, novembre, dicembre, estate, autunno, inverno',
      'janeiro, fevereiro, março, maio, junho, julho, setembro, outubro, novembro, dezembro, verão, outono',
    ],
  }).all!.map(normalizeWord),
);
