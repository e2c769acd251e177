import { KEEPERS } from './spanish-keepers.js';
import { MEASUREMENTS } from './spanish-measurements.js';
import { PRODUCTS } from './spanish-products.js';

/** The names of records, in messages such as "Apiary not found". */
export const RECORDS = {
  ...KEEPERS,
  ...MEASUREMENTS,
  ...PRODUCTS,
  'must be a whole number of at most 2^53': 'debe ser un número entero de 2^53 como máximo',
  'must be narrower: the document would have more than {max} rows':
    'debe abarcar menos: el documento tendría más de {max} filas',
  'must be narrower: the document would have more than {max} million characters':
    'debe abarcar menos: el documento tendría más de {max} millones de caracteres',
  'must be narrower: the register would have more than {max} tables':
    'debe abarcar menos: el registro tendría más de {max} tablas',
  'must be given together with the place': 'debe indicarse junto con el lugar',
  'must be a year such as 2026': 'debe ser un año, por ejemplo 2026',
  'must be the code of a country, such as ES': 'debe ser el código de un país, por ejemplo ES',
  Answer: 'la respuesta',
  Apiary: 'el apiario',
  Activity: 'la actividad',
  'Apiary invitation': 'la invitación al apiario',
  'Apiary member': 'el miembro del apiario',
  'Audit entry': 'la entrada de auditoría',
  Beehive: 'la colmena',
  'Beehive question': 'la pregunta de la colmena',
  'Deleted rows': 'las filas eliminadas',
  Deletion: 'la eliminación',
  'is not a field of the record': 'no es un campo del registro',
  'The record cannot be restored: something has taken its place, or contradicts it':
    'No se puede restaurar el registro: algo ocupa su lugar o lo contradice',
  'What the record belonged to has been deleted: restore that first':
    'Se ha eliminado aquello a lo que pertenecía el registro: restáuralo primero',
  Inspection: 'la inspección',
  'Inventory item': 'el artículo de inventario',
  Mail: 'el correo',
  'Mite count': 'el conteo de ácaros',
  'One time token': 'el enlace',
  Question: 'la pregunta',
  'Question template': 'la plantilla de pregunta',
  Record: 'el registro',
  'Refresh token': 'el token de renovación',
  Session: 'la sesión',
  'Stock movement': 'el movimiento de inventario',
  Treatment: 'el tratamiento',
  'Treatment follow up': 'el seguimiento del tratamiento',
  User: 'el usuario',
  Visit: 'la visita',
} as const;
