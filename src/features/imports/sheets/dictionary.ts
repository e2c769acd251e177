// The words by which columns and sheets are recognized, in Spanish and English. Case, accents and punctuation are ignored. docs/import.md
// lists them, and a test compares both.
import type { SheetKind } from './kinds.js';

type Names = Readonly<Record<string, readonly string[]>>;
const split = (names: Readonly<Record<string, string>>): Names =>
  Object.fromEntries(Object.entries(names).map(([name, list]) => [name, list.split(', ')]));

/** The names of a sheet of each kind. */
export const SHEET_NAMES: Names = split({
  APIARIES: 'apiaries, apiary list, yards, bee yards, apiarios, colmenares, asentamientos',
  HIVES: 'hives, hive list, beehives, colonies, colmenas, colonias, censo, cajas',
  QUEENS: 'queens, queen list, reinas, genealogía',
  INSPECTIONS:
    'inspections, visits, hive checks, inspection log, inspecciones, revisiones, visitas, registro de visitas',
  TREATMENTS:
    'treatments, medications, treatment register, tratamientos, medicamentos, libro de tratamientos, registro de tratamientos',
  MITE_COUNTS: 'mite counts, varroa counts, mite washes, conteos, conteos de varroa, muestreos, conteo de ácaros',
  HARVESTS: 'harvests, honey, yields, extractions, cosechas, castras, miel, producción, extracciones',
  INVENTORY: 'inventory, stock, equipment, supplies, inventario, existencias, material, almacén, insumos',
});

/** The headings of each field. Which of several fields a heading means depends on the kind of the sheet. */
export const FIELD_NAMES: Names = split({
  apiary:
    'apiary, apiary name, yard, bee yard, site, apiario, colmenar, nombre del apiario, asentamiento, finca, ubicación del apiario',
  hive: 'hive, hive number, hive no, hive id, hive name, beehive, colony, colony number, colmena, número de colmena, nº colmena, no colmena, núm colmena, colonia, caja, número, number',
  location: 'location, place, address, ubicación, lugar, dirección, paraje',
  latitude:
    'latitude, lat, gps latitude, decimal latitude, coordinates latitude, latitud, latitud gps, latitud decimal, coordenadas latitud',
  longitude:
    'longitude, lon, long, lng, gps longitude, decimal longitude, coordinates longitude, longitud, longitud gps, longitud decimal, coordenadas longitud',
  coordinates:
    'coordinates, gps, gps coordinates, gps position, lat lon, lat long, lat lng, latitude longitude, latitude and longitude, coordenadas, coordenadas gps, coordenadas geográficas, punto gps, posición gps, ubicación gps, latitud longitud, latitud y longitud, georreferencia',
  elevation:
    'elevation, altitude, height above sea level, metres above sea level, masl, altitud, elevación, altura, cota, msnm, metros sobre el nivel del mar',
  country: 'country, country code, nation, país, código de país, código país, nación',
  municipality:
    'municipality, town, city, village, municipio, término municipal, localidad, ciudad, pueblo, ayuntamiento, concejo, comuna',
  registerNumber:
    'register number, registration number, registry number, official number, official code, holding number, apiary register number, rega, rega code, rega number, código rega, número rega, nº rega, número de registro, nº de registro, código de registro, código de explotación, número de explotación, código oficial',
  mobility:
    'mobility, stationary or migratory, stationary, migratory, apiary type, type of apiary, movilidad, estante o trashumante, estante trashumante, estante, trashumante, trashumancia, fijo o móvil, tipo de apiario, tipo de colmenar',
  forage:
    'forage, flora, bloom, blooms, nectar sources, plants, vegetation, crop, crops, flora melífera, floración, floraciones, vegetación, cultivo, cultivos, pecoreo',
  placedOn:
    'placed on, placed, set up on, installation date, installed, start date, hive since, colocada el, fecha de colocación, fecha de instalación, fecha de alta, alta, desde, fecha de inicio, created at',
  activityLevel:
    'activity, activity level, flight activity, actividad, nivel de actividad, actividad de vuelo, piquera',
  beePopulation:
    'population, bee population, colony size, strength, colony strength, población, población de abejas, fuerza, tamaño de la colonia, vigor',
  foodFrames:
    'food frames, honey frames, frames of honey, frames of food, frames of stores, cuadros de alimento, cuadros de miel, cuadros con miel, cuadros de reservas, marcos de alimento, marcos de miel, panales de miel',
  broodFrames:
    'brood frames, frames of brood, brood combs, cuadros de cría, cuadros con cría, marcos de cría, panales de cría, bastidores de cría',
  hiveStatus: 'status, hive status, state, estado, estado de la colmena, situación',
  healthStatus:
    'health, health status, colony health, disease, diseases, salud, estado de salud, sanidad, estado sanitario, enfermedad, enfermedades',
  hasProductionChamber:
    'super, honey super, supers on, has super, alza, alzas, tiene alza, cámara de producción, alza melaria',
  notes:
    'notes, note, comments, comment, remarks, observations, description, notas, nota, observaciones, observación, comentarios, comentario, descripción, anotaciones',
  queenName:
    'queen, queen name, queen number, queen id, tag, reina, nombre de la reina, número de reina, número de la reina, marca',
  queenYear:
    'year, queen year, birth year, hatched, year of birth, año, año de la reina, año de nacimiento, año reina, nacimiento',
  queenColor:
    'color, colour, queen color, queen colour, mark color, marking color, color de la reina, color de marca, color reina',
  isMarked: 'marked, is marked, queen marked, marcada, reina marcada, está marcada',
  isClipped: 'clipped, is clipped, wing clipped, ala cortada, alas cortadas, cortada, despuntada',
  race: 'race, breed, line, strain, raza, línea, estirpe, subespecie',
  origin: 'origin, source, queen origin, origen, procedencia, origen de la reina',
  breeder: 'breeder, bred by, supplier of queen, criador, criadora, criada por, proveedor de la reina',
  installedOn:
    'installed on, introduced, introduced on, introduction date, date of introduction, requeened, introducida, introducida el, fecha de introducción, fecha de introducción de la reina, fecha de cambio',
  removedOn:
    'removed on, replaced on, replaced at, removal date, retirada, retirada el, fecha de retirada, fecha de baja',
  date: 'date, day, inspection date, visit date, treatment date, harvest date, count date, applied on, started on, fecha, día, fecha de inspección, fecha de revisión, fecha de visita, fecha de tratamiento, fecha de aplicación, fecha de cosecha, fecha de castra, fecha de conteo, fecha inicio, inicio',
  time: 'time, hour, start time, hora, hora de inicio',
  endDate:
    'end date, ended on, end, until, finished, last day, fecha de fin, fecha fin, fin, hasta, fecha final, fin del tratamiento, último día',
  product:
    'product, product name, medicine, drug, treatment, medication, producto, nombre del producto, medicamento, tratamiento, nombre comercial',
  activeIngredient:
    'active ingredient, active substance, ingredient, principio activo, ingrediente activo, sustancia activa, materia activa',
  dose: 'dose, dosage, amount per hive, quantity per hive, dosis, cantidad por colmena, posología',
  method:
    'method, application, application method, método, método de aplicación, forma de aplicación, aplicación, vía de administración',
  reason: 'reason, target, indication, pest, against, motivo, causa, razón, indicación, plaga, patología, contra',
  plannedDays:
    'duration, duration days, days of treatment, duración, duración en días, días de tratamiento, duración días',
  withdrawalDays:
    'withdrawal, withdrawal days, withdrawal period, waiting period, tiempo de espera, período de espera, plazo de espera, días de retiro, periodo de retiro, tiempo de retiro, supresión, tiempo de supresión, días de carencia, carencia',
  withdrawalUntil:
    'withdrawal until, withdrawal end, fin de la espera, fin del plazo de espera, retiro hasta, espera hasta',
  batch: 'batch, batch number, lot, lot number, lote, número de lote, nº lote',
  supplier: 'supplier, vendor, provider, bought from, proveedor, suministrador, distribuidor',
  appliedBy: 'applied by, person, operator, aplicado por, aplicador, responsable, operario',
  prescriber: 'prescriber, veterinarian, vet, prescribed by, veterinario, veterinaria, prescriptor, recetado por',
  countMethod: 'method, count method, sampling method, test, método, método de conteo, método de muestreo, prueba',
  bees: 'bees, number of bees, sample, sample size, bees in sample, abejas, número de abejas, muestra, tamaño de la muestra',
  mites:
    'mites, number of mites, mite count, varroa, varroas, varroa count, ácaros, número de ácaros, número de varroas, conteo de varroa, conteo',
  days: 'days, number of days, days on board, días, número de días, días en la lámina',
  kilograms:
    'kilograms, kilos, kg, honey, honey kg, weight, yield, amount, amount kg, kilogramos, miel, kg de miel, kilos de miel, peso, producción, rendimiento, cantidad de miel, cantidad',
  grams: 'grams, gramos, honey g, miel g, peso en gramos',
  frames:
    'frames, frames taken, combs, number of frames, cuadros, marcos, bastidores, panales, número de cuadros, cuadros cosechados',
  honeyKind:
    'honey kind, kind, type of honey, variety, honey type, tipo de miel, variedad, floración, monofloral, tipo',
  item: 'item, item name, name, article, material, artículo, nombre, nombre del artículo, elemento, insumo, producto, product',
  quantity:
    'quantity, qty, stock, amount, count, in stock, cantidad, existencias, cant, unidades en stock, stock actual',
  unit: 'unit, units, unit of measure, unidad, unidad de medida, medida, ud',
  minimum:
    'minimum, minimum stock, min stock, reorder level, mínimo, stock mínimo, existencias mínimas, cantidad mínima',
  category: 'category, group, type, categoría, grupo, tipo, familia',
  expiryDate:
    'expiry date, expires, expires on, best before, caducidad, fecha de caducidad, vencimiento, fecha de vencimiento, caduca',
  purchaseDate: 'purchase date, bought on, fecha de compra, comprado el, compra',
  storageLocation:
    'storage location, stored in, storage, location, shelf, ubicación, almacén, lugar de almacenamiento, estante',
});

/** In a sheet of one kind, a heading may mean a field that other headings mean elsewhere. */
export const FIELD_NAMES_BY_KIND: Partial<Record<SheetKind, Names>> = {
  APIARIES: split({ apiary: 'name, nombre' }),
  HIVES: split({ hive: 'name, nombre', placedOn: 'date, fecha' }),
  QUEENS: split({ queenName: 'name, nombre, number, número', installedOn: 'date, fecha' }),
  INSPECTIONS: split({ beePopulation: 'bees, abejas' }),
};
