// Words of enums, of yes and no, and for what is not known, in six languages.
import { defineSynonyms } from '../../../shared/synonyms.js';
import { EndCause } from '../../beehives/end-cause.enums.js';
import { MarkingColor } from '../../queens/marking-color.enums.js';
import { QueenOrigin } from '../../queens/queen.entity.js';
import { MiteCountMethod } from '../../treatments/mite-count.entity.js';

export const readYesNo = defineSynonyms<boolean>(
  [
    true,
    [
      'yes',
      'y',
      'true',
      'x',
      '1',
      '✓',
      '✔',
      'sí',
      'si',
      's',
      'verdadero',
      'v',
      'ok',
      'ja',
      'j',
      'oui',
      'o',
      'sì',
      'sim',
    ],
  ],
  [false, ['no', 'n', 'false', '0', 'falso', 'f', 'nein', 'non', 'não']],
);
export const readColor = defineSynonyms<MarkingColor>(
  [
    MarkingColor.WHITE,
    [
      'white',
      'blanco',
      'blanca',
      'grey',
      'gray',
      'gris',
      'weiß',
      'weiss',
      'blanc',
      'blanche',
      'bianco',
      'bianca',
      'branco',
      'branca',
    ],
  ],
  [MarkingColor.YELLOW, ['yellow', 'amarillo', 'amarilla', 'gelb', 'jaune', 'giallo', 'gialla', 'amarelo', 'amarela']],
  [MarkingColor.RED, ['red', 'rojo', 'roja', 'rot', 'rouge', 'rosso', 'rossa', 'vermelho', 'vermelha']],
  [MarkingColor.GREEN, ['green', 'verde', 'grün', 'vert', 'verte']],
  [MarkingColor.BLUE, ['blue', 'azul', 'blau', 'bleu', 'bleue', 'blu']],
);
export const readOrigin = defineSynonyms<QueenOrigin>(
  [QueenOrigin.REARED, ['reared', 'own', 'own rearing', 'bred', 'propia', 'criada', 'cría propia', 'selección propia']],
  [QueenOrigin.PURCHASED, ['purchased', 'bought', 'comprada', 'compra', 'adquirida']],
  [QueenOrigin.SUPERSEDURE, ['supersedure', 'superseded', 'reemplazo', 'renovación', 'sustitución']],
  [QueenOrigin.EMERGENCY, ['emergency', 'emergency cell', 'emergencia', 'realera de emergencia', 'salvamento']],
  [QueenOrigin.SWARM, ['swarm', 'swarm cell', 'enjambre', 'enjambrazón', 'realera de enjambrazón']],
);
export const readMethod = defineSynonyms<MiteCountMethod>(
  [
    MiteCountMethod.ALCOHOL_WASH,
    [
      'alcohol',
      'alcohol wash',
      'wash',
      'soapy water',
      'lavado',
      'lavado con alcohol',
      'lavado en alcohol',
      'agua jabonosa',
      'jabón',
    ],
  ],
  [
    MiteCountMethod.SUGAR_ROLL,
    [
      'sugar',
      'sugar roll',
      'powdered sugar',
      'sugar shake',
      'azúcar',
      'azúcar glas',
      'azúcar glass',
      'azúcar impalpable',
    ],
  ],
  [MiteCountMethod.CO2, ['co2', 'carbon dioxide', 'dióxido de carbono']],
  [
    MiteCountMethod.STICKY_BOARD,
    [
      'sticky board',
      'board',
      'natural drop',
      'mite drop',
      'bandeja',
      'fondo',
      'lámina',
      'lámina adhesiva',
      'caída natural',
      'cartulina',
    ],
  ],
);

/** What a list of hives says of those that no longer live. */
export const readCause = defineSynonyms<EndCause>(
  [
    EndCause.UNKNOWN,
    [
      'dead, died, lost, dead out, deadout, dead-out, gone, collapsed',
      'muerta, murió, perdida, baja',
      'tot, eingegangen, abgegangen, verloren',
      'morte, perdue, disparue',
      'morta, persa',
      'perdida',
    ].flatMap((list) => list.split(', ')),
  ],
  [EndCause.SOLD, ['sold', 'given away', 'vendida', 'regalada', 'verkauft', 'vendue', 'venduta', 'cedida']],
  [EndCause.STOLEN, ['stolen', 'robada', 'gestohlen', 'volée', 'rubata', 'roubada']],
  [EndCause.ABSCONDED, ['absconded', 'enjambró', 'abandonada', 'ausgezogen']],
  [EndCause.STARVED, ['starved', 'hambre', 'verhungert', 'famine']],
  [EndCause.MITES, ['mites', 'varroa', 'varroosis', 'varroase']],
  [EndCause.QUEEN_LOST, ['queenless', 'huérfana', 'weisellos', 'orpheline', 'orfana', 'órfã']],
  [EndCause.DESTROYED, ['destroyed', 'destruida', 'abgetötet', 'détruite', 'distrutta']],
  [EndCause.UNITED, ['united', 'merged', 'combined', 'unida', 'fusionada', 'vereinigt', 'réunie', 'unita', 'riunita']],
);

/** What stands for no value. */
const EMPTY = new Set([
  '-',
  '–',
  '—',
  '--',
  '/',
  '?',
  '??',
  'na',
  'n/a',
  'n.a.',
  'n.a',
  '#n/a',
  'nil',
  'null',
  'nan',
  'none',
  's/d',
  'sd',
]);
export const isEmptyWord = (text: string): boolean => text.length <= 4 && EMPTY.has(text.toLowerCase());
/** Whether a cell has nothing, or what people write for that. */
export const isEmptyValue = (text: string): boolean => text === '' || isEmptyWord(text);
/** After a medicine, nil is an answer: honey need not wait. */
export const NO_DAYS = new Set([
  'nil',
  'none',
  'no',
  'zero',
  'cero',
  'ninguno',
  'ninguna',
  'keine',
  'aucun',
  'nessuno',
  'nenhum',
]);
