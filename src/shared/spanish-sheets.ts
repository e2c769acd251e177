// The Spanish texts of imported spreadsheets, as in spanish.ts.

export const SHEETS = {
  '{value} is no day': '{value} no es un día',
  '{value} is no day as {order}, the order of the column': '{value} no es un día como {order}, el orden de la columna',
  '{value} is no time of day': '{value} no es una hora',
  '{value} is no number': '{value} no es un número',
  '{value} is no whole number': '{value} no es un número entero',
  '{value} is neither yes nor no': '{value} no es ni sí ni no',
  '{value} is no year': '{value} no es un año',
  '{value} is no number of a hive': '{value} no es un número de colmena',
  'has no value': 'no tiene valor',
  'There is no column for it: {field}': 'No hay una columna para ello: {field}',
  'You may not write in the apiary {name}': 'No puede escribir en el apiario {name}',
  'There are several apiaries with the name {name}': 'Hay varios apiarios con el nombre {name}',
  'There is no apiary: add a column, or choose one for the sheet':
    'Falta el apiario: añada una columna o elija uno para la hoja',
  'There is no such hive: it has ended, or been deleted since an earlier import':
    'No existe la colmena: ha terminado o se ha eliminado desde una importación anterior',
  'You have deleted this record since an earlier import': 'Ha eliminado este registro desde una importación anterior',
  'There is such a record already': 'Este registro ya existe',
  'It is a draft, because the honey may not be for sale: {reason}':
    'Es un borrador, porque quizá la miel no se pueda vender: {reason}',
  'It cannot be written': 'No se puede guardar',
} as const;
