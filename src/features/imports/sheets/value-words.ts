// Words of enums, of yes and no, and for what is not known, in six languages.
import { defineSynonyms } from '../../../shared/synonyms.js';
import { fold } from '../../../shared/text.js';
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
/** `yellow dot`, `grün/12`: the first word may be the color. */
export const findColor = (text: string): MarkingColor | null =>
  readColor(text) ?? readColor(/^\s*(\p{L}+)/u.exec(text)?.[1] ?? null);
/** That a queen is not marked. */
const NOT_MARKED =
  /^(?:n|no|none|unmarked|not marked|not yet|ninguno?a?|sin|sin (?:marca|marcar|color)|s\/m|no marcada|sin pintar|nein|keine?|ungezeichnet|nicht gezeichnet|noch nicht|ohne|non|aucune?|(?:non|pas) marquee|a marquer|sans|nessuno|no|non marcata|da marcare|senza|nao|nao marcada|sem marca|por marcar)$/;
export const saysNotMarked = (text: string): boolean => NOT_MARKED.test(fold(text).trim());
export const readOrigin = defineSynonyms<QueenOrigin>(
  [QueenOrigin.REARED, ['reared', 'own', 'own rearing', 'bred', 'propia', 'criada', 'cría propia', 'selección propia']],
  [QueenOrigin.PURCHASED, ['purchased', 'bought', 'comprada', 'compra', 'adquirida']],
  [QueenOrigin.SUPERSEDURE, ['supersedure', 'superseded', 'reemplazo', 'renovación', 'sustitución']],
  [QueenOrigin.EMERGENCY, ['emergency', 'emergency cell', 'emergencia', 'realera de emergencia', 'salvamento']],
  [QueenOrigin.SWARM, ['swarm', 'swarm cell', 'enjambre', 'enjambrazón', 'realera de enjambrazón']],
);
/** How mites were counted, by beginnings of words in six languages. */
const METHODS: readonly (readonly [method: MiteCountMethod, words: RegExp])[] = [
  [
    MiteCountMethod.ALCOHOL_WASH,
    /\b(?:al[ck]o[oh]|etoh|ethanol|isoprop|wash|lav|auswasch|soap|jabon|seife|savon|sapone|sabao|deterg)/,
  ],
  [MiteCountMethod.SUGAR_ROLL, /\b(?:sugar|azucar|(?:puder|staub)?zucker|sucre|zucchero|acucar|icing)/],
  [MiteCountMethod.CO2, /\bco2\b|\b(?:carbon dioxide|dioxido de carbono|kohlendioxid|dioxyde|anidride)/],
  [
    MiteCountMethod.STICKY_BOARD,
    /\b(?:sticky|board|natural|drop|bandeja|fondo|lamina|cartulina|caida|gemull|(?:stock)?windel|(?:boden|varroa)?(?:schieber|einlage)|lange|plateau|chute|cassett|vassoi|caduta|queda|tabuleiro)/,
  ],
];
/** @returns null for a method that is none of them, or may be several */
export function readMethod(text: string): MiteCountMethod | null {
  const folded = fold(text).replaceAll('_', ' ');
  const found = METHODS.filter(([method, words]) => text === method || words.test(folded));
  return found.length === 1 ? found[0]![0] : null;
}

/** The method in a text that may also be of other things, such as sugar that was fed. */
const METHOD_IN_TEXT =
  /\b(?:(?:sugar|icing sugar|powdered sugar|alcohol|ethanol|mite|soap|soapy) (?:roll|shake|wash|dust\w*|test)|sticky boards?|bottom boards?|natural (?:mite )?(?:drop|fall)|co2|azucar (?:glas|impalpable|en polvo|flor)|(?:lavado|prueba) (?:de|con) alcohol|puderzucker\w*|auswasch\w*|gemull\w*|windel|sucre glace|lavage|langes?|zucchero a velo|lavaggio|acucar (?:de confeiteiro|em po)|lavagem)\b/;
export function findMethod(text: string): MiteCountMethod | undefined {
  const found = METHOD_IN_TEXT.exec(fold(text))?.[0];
  return (found && readMethod(found)) || undefined;
}

/** What a list of hives says of those that no longer live. */
export const readCause = defineSynonyms<EndCause>(
  [
    EndCause.UNKNOWN,
    [
      'dead, died, lost, dead out, deadout, dead-out, gone, collapsed, perished, winter loss, winterkill, died out, winter kill',
      'muerta, muerto, murió, perdida, baja, fallecida, fallecido, desaparecida',
      'tot, eingegangen, abgegangen, verloren, abgestorben, gestorben, verstorben, winterverlust',
      'morte, perdue, disparue, crevée',
      'morta, persa, deceduta, spopolata',
      'perdida, morreu, morto',
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

/** `None`, `queenless`, `sin reina`: that a hive has no queen. */
const NO_QUEEN =
  /^(?:no|none|ninguna|keine|aucune|nessuna|nenhuma|sin|ohne|sans|senza|sem)$|\b(?:no|sin|ohne|keine|sans|pas de|senza|sem) (?:queen|reina|konigin|weisel|reine|regina|rainha)\b/;
export const saysNoQueen = (text: string): boolean =>
  readCause(text) === EndCause.QUEEN_LOST || NO_QUEEN.test(fold(text).trim());

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
