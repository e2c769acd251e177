// The Spanish texts of imported spreadsheets, as in spanish.ts.

export const SHEETS = {
  '{value} is no day': '{value} no es un día',
  '{value} is no day as {order}, the order of the column': '{value} no es un día como {order}, el orden de la columna',
  '{value} is no time of day': '{value} no es una hora',
  '{value} is no number': '{value} no es un número',
  '{value} is no whole number': '{value} no es un número entero',
  '{value} is neither yes nor no': '{value} no es ni sí ni no',
  '{value} is no year': '{value} no es un año',
  '{value} is no name of a hive': '{value} no es un nombre de colmena',
  '{value} is no name': '{value} no es un nombre',
  '{value} is no medicine': '{value} no es un medicamento',
  '{value} is food, and no medicine': '{value} es alimento, no un medicamento',
  '{value} is work, and no medicine': '{value} es un trabajo, no un medicamento',
  '{value} is the end of a treatment: write it in a column of its own':
    '{value} es el fin de un tratamiento: escríbalo en una columna propia',
  'It says that it was not done': 'Dice que no se hizo',
  'It ends before it begins': 'Termina antes de empezar',
  '{value} is no color': '{value} no es un color',
  '{value} is the apiary, and no hive of it': '{value} es el apiario, no una de sus colmenas',
  'Another amount stands beside it: write both as one': 'Al lado hay otra cantidad: escríbalas como una sola',
  '{value} is no state of a queen that reigns': '{value} no es el estado de una reina que vive en su colmena',
  'It is not known when she was removed': 'No se sabe cuándo se retiró',
  'It says nothing of a queen': 'No dice nada de una reina',
  'It says that nothing was taken': 'Dice que no se cosechó nada',
  'It is not known when the treatment ended': 'No se sabe cuándo terminó el tratamiento',
  'No end is written: the treatment is stored as one of that day':
    'No tiene fin escrito: se guarda como un tratamiento de ese día',
  'Two tables stand side by side': 'Hay dos tablas, una al lado de la otra',
  '{value} is a new apiary': '{value} es un apiario nuevo',
  '{value} is nearly {known}: write the name of that apiary, or create this one first':
    '{value} es casi {known}: escriba el nombre de ese apiario, o cree antes este',
  '{value} stands for the value above it, and there is none':
    '{value} significa lo mismo que arriba, y arriba no hay nada',
  'Another row of the file is about the same hive': 'Otra fila del archivo es de la misma colmena',
  'This row was imported before': 'Esta fila ya se importó antes',
  'There is another record of it since the file was checked: check it again':
    'Hay otro registro desde que se revisó el archivo: revíselo de nuevo',
  'It has changed since the file was checked: check it again':
    'Ha cambiado desde que se revisó el archivo: revíselo de nuevo',
  '{value} is in a unit that may be several: say which': '{value} está en una unidad que puede ser varias: diga cuál',
  '{value} stands for a value that is missing': '{value} está en lugar de un valor que falta',
  'It is the weight of several hives': 'Es el peso de varias colmenas',
  'It is not known at which time it was': 'No se sabe a qué hora fue',
  'The times of the column are of another time zone': 'Las horas de la columna son de otra zona horaria',
  'The day has another time than the column of times': 'La fecha tiene otra hora que la columna de las horas',
  'Moves of hives cannot be imported: move them in the app':
    'Los movimientos de colmenas no se pueden importar: muévalas en la aplicación',
  'A hive of this name came on {day}, later than this': 'Una colmena con este nombre llegó el {day}, después de esto',
  'A hive of this name was in another apiary on that day': 'Una colmena con este nombre estaba en otro apiario ese día',
  'It says that the hive has ended, and no column says on which day':
    'Dice que la colmena ha terminado, y ninguna columna dice en qué día',
  'It is below the table, and does not look like its rows': 'Está debajo de la tabla y no se parece a sus filas',
  'It looks like a total': 'Parece un total',
  'It was voided, or is a draft': 'Está anulado, o es un borrador',
  'It is not known how much honey was taken': 'No se sabe cuánta miel se cosechó',
  'It is not known in how many days the mites fell': 'No se sabe en cuántos días cayeron los ácaros',
  'It is not known on how many bees the mites were': 'No se sabe en cuántas abejas estaban los ácaros',
  'The sheet is named {name}': 'La hoja se llama {name}',
  'There is a column {heading}': 'Hay una columna {heading}',
  'There are several rows of one hive': 'Hay varias filas de una misma colmena',
  'What is each row of {name}?': '¿Qué es cada fila de {name}?',
  'In which apiary are the rows of {name} that name none?':
    '¿En qué apiario están las filas de {name} que no lo dicen?',
  'In what are the values of {heading}?': '¿En qué están los valores de {heading}?',
  'What is first in the days of {heading}: the day or the month?':
    '¿Qué va primero en las fechas de {heading}: el día o el mes?',
  'What separates the decimals in the numbers of {heading}?': '¿Qué separa los decimales en los números de {heading}?',
  'What becomes of rows of {name} of which there is another record already?':
    '¿Qué se hace con las filas de {name} de las que ya hay otro registro?',
  '{value} is no latitude, which is from −90 to 90': '{value} no es una latitud, que va de −90 a 90',
  '{value} is no longitude, which is from −180 to 180': '{value} no es una longitud, que va de −180 a 180',
  '{value} has no latitude first: is the longitude before it?':
    '{value} no empieza por una latitud: ¿está antes la longitud?',
  '{value} may be north or south, and east or west, under this heading: write the letters, such as 33.45 S, 70.66 W':
    '{value} puede ser norte o sur, y este u oeste, bajo este encabezado: escriba las letras, por ejemplo 33.45 S, 70.66 O',
  '{value} is no latitude and longitude, such as 40.25, -5.58':
    '{value} no es una latitud y una longitud, por ejemplo 40.25, -5.58',
  '{value} is no elevation in metres': '{value} no es una altitud en metros',
  '{value} is no country that is known by this name or code': '{value} no es ningún país con ese nombre o código',
  '{value} says neither that hives stay nor that they are moved':
    '{value} no dice si el colmenar es estante o trashumante',
  'has no longitude beside it': 'no tiene una longitud al lado',
  'has no latitude beside it': 'no tiene una latitud al lado',
  'has no value': 'no tiene valor',
  'There is no column for it: {field}': 'No hay una columna para ello: {field}',
  'There are several apiaries with the name {name}': 'Hay varios apiarios con el nombre {name}',
  'There is no apiary: add a column, or choose one for the sheet':
    'Falta el apiario: añada una columna o elija uno para la hoja',
  'There is no such hive: it has ended, or been deleted since an earlier import':
    'No existe la colmena: ha terminado o se ha eliminado desde una importación anterior',
  'You have deleted this record since an earlier import': 'Ha eliminado este registro desde una importación anterior',
  '{value} has no year: choose that of the sheet': '{value} no tiene año: elija el de la hoja',
  'There is such a record already': 'Este registro ya existe',
  'There are several records of it: change the right one in the app':
    'Hay varios registros de ello: cambie el correcto en la aplicación',
  'Another row of the file changes the same record': 'Otra fila del archivo cambia el mismo registro',
  'The harvest is of several hives: change it in the app':
    'La cosecha es de varias colmenas: cámbiela en la aplicación',
  'The hive has ended: change it in the app': 'La colmena ha terminado: cámbiela en la aplicación',
  'The hive of this name ended on {day}: record the one after it first':
    'La colmena con ese nombre terminó el {day}: registre antes la que la sigue',
  'It is not known whether the hive has ended': 'No se sabe si la colmena ha terminado',
  'The stock is counted in another unit: {unit}': 'Las existencias se cuentan en otra unidad: {unit}',
  'The record that it changes is no longer there': 'El registro que cambia ya no está',
  'When she was in a hive is not changed': 'Cuándo estuvo en una colmena no se cambia',
  'When the hive came is not changed, unless only its records say it':
    'Cuándo llegó la colmena no se cambia, salvo que solo lo digan sus registros',
  'The file has a later record of this hive, of {day}':
    'El archivo tiene un registro posterior de esta colmena, del {day}',
  'The hive has earlier records': 'La colmena tiene registros anteriores',
  'Changed by an import': 'Cambiado por una importación',
  'It is a draft, because the honey may not be for sale: {reason}':
    'Es un borrador, porque quizá la miel no se pueda vender: {reason}',
  'The number in the register does not look like those of the country, such as {example}':
    'El número de registro no se parece a los del país, por ejemplo {example}',
  'The apiary is {km} km from another one of yours, and the least distance in the country is {least} km':
    'El apiario está a {km} km de otro de los suyos, y la distancia mínima del país es de {least} km',
  '{value} names several hives: write a row for each': '{value} nombra varias colmenas: escriba una fila para cada una',
  '{value} is under a heading with another unit': '{value} está bajo un encabezado con otra unidad',
  '{value} is no number of bees of a sample': '{value} no es el número de abejas de una muestra',
  'It is not known how the mites were counted': 'No se sabe cómo se contaron los ácaros',
  'It is not known how much of it there is': 'No se sabe cuánto hay',
  'A number without a heading stands beside it: write decimals with a point, or in quotes':
    'A su lado hay un número sin encabezado: escriba los decimales con punto o entre comillas',
  '{value} is written once for several rows': '{value} está escrito una sola vez para varias filas',
  'It cannot be written': 'No se puede guardar',
} as const;
