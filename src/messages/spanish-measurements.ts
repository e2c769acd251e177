/** Measurements, and the readings of devices. */
export const MEASUREMENTS = {
  'A request can have {max} readings at most': 'Una petición puede tener {max} lecturas como máximo',
  'Measured: {value}': 'Medición: {value}',
  Measurement: 'la medición',
  'The body must be a list of SenML records': 'El cuerpo debe ser una lista de registros SenML',
  'The body must be one of {types}': 'El cuerpo debe ser de uno de estos tipos: {types}',
  'The token is limited to some hives: it can only record their readings':
    'El token se limita a algunas colmenas: solo puede registrar sus lecturas',
  'a hive can have {max} quantities of its own at most': 'una colmena puede tener {max} magnitudes propias como máximo',
  'is in an hour that has {max} readings of the kind already':
    'es de una hora que ya tiene {max} lecturas de este tipo',
  'is not a time': 'no es una hora',
  'is the time of another reading of the request': 'es la hora de otra lectura de la petición',
  'must not be more than {max} days before the end': 'no debe ser de más de {max} días antes del final',
  'is after the end of the hive': 'es posterior al fin de la colmena',
  'is not a number': 'no es un número',
  'is not known': 'no se conoce',
  'is not the id of a hive that you may write': 'no es el id de una colmena en la que usted pueda registrar',
  'is not valid JSON': 'no es JSON válido',
  'is possible for weights only': 'solo es posible para pesos',
  'is required: the application needs a payload formatter':
    'es obligatorio: la aplicación necesita un formateador de la carga útil',
  'must be RECORD for a token of hives': 'debe ser RECORD para un token de colmenas',
  'must be after the beginning': 'debe ser posterior al comienzo',
  'must be an object': 'debe ser un objeto',
  'must end with what is measured, such as `weight`': 'debe terminar con lo que se mide, como `weight`',
  'must not be more than {max} days ago': 'no debe ser de hace más de {max} días',
} as const;
