// The Spanish texts of imports, as in spanish.ts.

export const IMPORTS = {
  'File import': 'la importación',
  'Import row': 'la fila de la importación',
  'At most {max} imports can wait: run or delete one':
    'Pueden esperar como máximo {max} importaciones: ejecute o borre una',
  'The import is {status}': 'La importación está en el estado {status}',
  '{rows} rows have problems: mend them, or leave them out':
    '{rows} filas tienen problemas: corríjalas o déjelas fuera',
  'One row has problems: mend it, or leave it out': 'Una fila tiene problemas: corríjala o déjela fuera',
  'One question is open: answer it, or leave out the rows that it is about':
    'Hay una pregunta sin respuesta: respóndala o deje fuera las filas a las que se refiere',
  '{count} questions are open: answer them, or leave out the rows that they are about':
    'Hay {count} preguntas sin respuesta: respóndalas o deje fuera las filas a las que se refieren',
  'is no open question of the import': 'no es una pregunta abierta de la importación',
  'is no answer to the question': 'no es una respuesta a la pregunta',
  'An import can be undone for {days} days': 'Una importación se puede deshacer durante {days} días',
  'must be omitted for an archive': 'debe omitirse para un archivo de datos',
  'is not a sheet of the file': 'no es una hoja del archivo',
  'is not a column of the sheet': 'no es una columna de la hoja',
  'is not a field of this kind of sheet': 'no es un campo de este tipo de hoja',
  'must not have a field twice': 'no debe tener un campo dos veces',
  'is required for a part of a file': 'es obligatorio para una parte de un archivo',
  'The parts that have arrived are of another file': 'Las partes que han llegado son de otro archivo',
  'The file that has arrived is another one than announced: send it again':
    'El archivo que ha llegado no es el anunciado: envíelo otra vez',
  'must be `bytes <first>-<last>/<size>` and go on at byte {at}':
    'debe ser `bytes <primero>-<último>/<tamaño>` y seguir en el byte {at}',
  'The file must not exceed {max} MB': 'El archivo no debe superar los {max} MB',
  'The file must not be compressed on its way': 'El archivo no debe enviarse comprimido',
  'Too many files are being sent: try again later': 'Se están enviando demasiados archivos: inténtelo más tarde',
  'The file is neither a table (CSV, XLSX) nor an export that is known':
    'El archivo no es una tabla (CSV, XLSX) ni una exportación conocida',
  'The file is damaged': 'El archivo está dañado',
  'The file has a password, or is of an old format: save it as XLSX or CSV without a password':
    'El archivo tiene contraseña o es de un formato antiguo: guárdelo como XLSX o CSV sin contraseña',
  'The file is too large: at most {max} MB, and not a multiple of that when it is unpacked':
    'El archivo es demasiado grande: como máximo {max} MB, y no un múltiplo de eso al descomprimirlo',
  'The file takes too much memory to be read: divide it into several':
    'Leer el archivo ocupa demasiada memoria: divídalo en varios',
  'The file has more than {max} rows': 'El archivo tiene más de {max} filas',
  'The archive has more than {max} records': 'El archivo de datos tiene más de {max} registros',
  'A line has more than {max} MB': 'Una línea tiene más de {max} MB',
  'A sheet has more than {max} columns': 'Una hoja tiene más de {max} columnas',
  'A cell has more than {max} characters': 'Una celda tiene más de {max} caracteres',
  'A row has more than {max} characters': 'Una fila tiene más de {max} caracteres',
  'The import that recorded it was undone': 'Se deshizo la importación que lo registró',
  'The file has no rows': 'El archivo no tiene filas',
  'The file has declarations that spreadsheets do not have, and is not read':
    'El archivo tiene declaraciones que las hojas de cálculo no tienen, y no se lee',
  'A formula has no value: open the file in a spreadsheet and save it':
    'Una fórmula no tiene valor: abra el archivo en una hoja de cálculo y guárdelo',
  'The archive is of a newer version of the service': 'El archivo de datos es de una versión más nueva del servicio',
  'The archive is not complete, or was changed: a checksum is another one':
    'El archivo de datos no está completo o fue modificado: una suma de comprobación no coincide',
  'Something went wrong in the service. What was written can be undone':
    'Algo falló en el servicio. Lo que se escribió se puede deshacer',
  'The service ended twice in the middle of the import, and does not try again. What was written can be undone':
    'El servicio terminó dos veces en medio de la importación y no lo intenta de nuevo. Lo que se escribió se puede deshacer',
  'sheet {sheet}': 'hoja {sheet}',
  'row {row}': 'fila {row}',
  'column {column}': 'columna {column}',
  '“{value}”': '«{value}»',
  '{message}: {place}': '{message}: {place}',
} as const;
