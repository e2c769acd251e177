// Cells about the place of an apiary as values: coordinates, elevations, countries, and whether its hives stay there.
import { createMessage, type MessageText } from '../../../messages/message.js';
import { findCountry } from '../../../shared/country.js';
import type { Point } from '../../../shared/geography.js';
import { defineSynonyms } from '../../../shared/synonyms.js';
import { fold } from '../../../shared/text.js';
import { ApiaryMobility } from '../../apiaries/apiary-mobility.enums.js';
import { isPosition, readAngle, readPosition } from './coordinates.js';
import { inHemisphere, inHemispheres, isLongitudeFirst } from './hemispheres.js';

export type PlaceValueType = 'LATITUDE' | 'LONGITUDE' | 'COORDINATES' | 'METRES' | 'COUNTRY' | 'MOBILITY';
type ReadPlace = { value: string | number | Point } | { problem: MessageText };

interface Written {
  /** The cell as text. */
  text: string;
  /** As a message shows it. */
  value: string;
  /** The heading of the column. It may say how the values are to be read: in feet, or as degrees south. */
  heading: string;
}

export const PLACE_READERS: Readonly<Record<PlaceValueType, (written: Written) => ReadPlace>> = {
  LATITUDE({ text, value, heading }) {
    const angle = inHemisphere(readAngle(text), heading, 'latitude');
    return angle && angle.axis !== 'longitude' && isPosition({ latitude: angle.degrees, longitude: 0 })
      ? { value: angle.degrees }
      : { problem: createMessage('{value} is no latitude, which is from −90 to 90', { value }) };
  },
  LONGITUDE({ text, value, heading }) {
    const angle = inHemisphere(readAngle(text), heading, 'longitude');
    return angle && angle.axis !== 'latitude' && isPosition({ latitude: 0, longitude: angle.degrees })
      ? { value: angle.degrees }
      : { problem: createMessage('{value} is no longitude, which is from −180 to 180', { value }) };
  },
  COORDINATES({ text, value, heading }) {
    const read = readPosition(text, isLongitudeFirst(heading));
    if ('point' in read) {
      const point = /\p{L}/u.test(text) ? read.point : inHemispheres(read.point, heading);
      return point
        ? { value: point }
        : {
            problem: createMessage(
              '{value} may be north or south, and east or west, under this heading: write the letters, such as 33.45 S, 70.66 W',
              { value },
            ),
          };
    }
    return {
      problem:
        read.problem === 'LONGITUDE_FIRST'
          ? createMessage('{value} has no latitude first: is the longitude before it?', { value })
          : createMessage('{value} is no latitude and longitude, such as 40.25, -5.58', { value }),
    };
  },
  METRES: readMetres,
  COUNTRY({ text, value }) {
    const code = findCountry(text);
    return code === undefined
      ? { problem: createMessage('{value} is no country that is known by this name or code', { value }) }
      : { value: code };
  },
  MOBILITY({ text, value, heading }) {
    const mobility = readMobility(text) ?? answerMobility(text, fold(heading));
    return mobility === undefined
      ? { problem: createMessage('{value} says neither that hives stay nor that they are moved', { value }) }
      : { value: mobility };
  },
};

const METRES = /^([+-]?\d{1,6}(?:\.\d{1,15})?) ?(\p{L}[\p{L}.]*)?$/u;
const METRE = /^(m|mts?|metros?|met(re|er)s?|msnm|masl)$/;
const FOOT = /^(ft|feet|foot|pies?)$/;
const METRES_OF_FOOT = 0.3048;

/** Whole metres. No elevation has three decimals: what looks so are thousands. */
function readMetres({ text, value, heading }: Written): ReadPlace {
  const plain = fold(text)
    .replace(/^−/, '-')
    .replace(/(\d)[.,](\d{3})(?!\d)/, '$1$2')
    .replace(',', '.');
  const [, number, unit = ''] = METRES.exec(plain) ?? [];
  const name = unit.replaceAll('.', '') || (/\b(ft|feet|pies)\b/.test(fold(heading)) ? 'ft' : 'm');
  if (number === undefined || !(METRE.test(name) || FOOT.test(name)))
    return { problem: createMessage('{value} is no elevation in metres', { value }) };
  return { value: Math.round(Number(number) * (FOOT.test(name) ? METRES_OF_FOOT : 1)) };
}

const { STATIONARY, MIGRATORY } = ApiaryMobility;
const readMobility = defineSynonyms<ApiaryMobility>(
  [STATIONARY, ['permanent', 'fixed', 'static', 'estante', 'estantes', 'fijo', 'fija', 'permanente', 'estático']],
  [
    MIGRATORY,
    [
      'migrating',
      'nomadic',
      'mobile',
      'trashumante',
      'trashumantes',
      'trashumancia',
      'móvil',
      'migratorio',
      'migratoria',
    ],
  ],
);
const readYesNo = defineSynonyms<boolean>(
  [true, ['yes', 'sí', 's', 'x', 'true', '1']],
  [false, ['no', 'n', 'false', '0']],
);
const NAMES_STATIONARY = /estante|stationary|fij[oa]/;
const NAMES_MIGRATORY = /trashuman|migra|nomad|movil/;

/** Reads yes or no in a column whose heading is a question, such as `Trashumante`. */
function answerMobility(text: string, heading: string): ApiaryMobility | undefined {
  const answer = readYesNo(text);
  const [stays, moves] = [NAMES_STATIONARY.test(heading), NAMES_MIGRATORY.test(heading)];
  if (answer === null || stays === moves) return undefined;
  return answer === moves ? MIGRATORY : STATIONARY;
}
