// The Spanish texts of messages about queens and the life of colonies, as in spanish.ts.

/** Names of records, messages after the name of a field, and sentences. */
export const COLONIES = {
  'descends from the queen': 'desciende de la reina',
  'Beehive placement': 'la ubicación de la colmena',
  'Colony event': 'el evento de la colonia',
  Queen: 'la reina',
  'Queen reign': 'el reinado de la reina',
  'is in an apiary where you may not do this': 'está en un apiario donde usted no puede hacer esto',
  'is in the apiary already': 'ya está en el apiario',
  'ended on {day}': 'está de baja desde el {day}',
  'came to its apiary on {day}': 'llegó a su apiario el {day}',
  'is the name of another hive': 'es el nombre de otra colmena',
  'The apiary already has a hive with this name': 'El apiario ya tiene una colmena con este nombre',
  'has the number of another hive': 'tiene el número de otra colmena',
  'has the name of another hive': 'tiene el nombre de otra colmena',
  'must be a day of {year} or of the year before': 'debe ser un día de {year} o del año anterior',
  'Hives that have ended cannot be moved': 'Las colmenas que están de baja no se pueden trasladar',
  'must be a queen of the same owner': 'debe ser una reina del mismo propietario',
  'must be a queen of the owner of the hive': 'debe ser una reina del propietario de la colmena',
  'must be another hive': 'debe ser otra colmena',
  'must be omitted for a hive that was united': 'debe omitirse en una colmena que se unió a otra',
  'must be TARGET: the hives belong to different accounts':
    'debe ser TARGET: las colmenas pertenecen a cuentas distintas',
  'must not be after {day}, when the colony was split or united':
    'no debe ser posterior al {day}, cuando la colonia se dividió o se unió',
  'must not be after {day}, when the other hive ended':
    'no debe ser posterior al {day}, cuando la otra colmena se dio de baja',
  'must not be after {day}, when the hive left the apiary':
    'no debe ser posterior al {day}, cuando la colmena salió del apiario',
  'must not be before {day}, when the colony was split or united':
    'no debe ser anterior al {day}, cuando la colonia se dividió o se unió',
  'must not be before {day}, when the hive came to its apiary':
    'no debe ser anterior al {day}, cuando la colmena llegó a su apiario',
  'must be a hive of the owner of the apiary': 'debe ser una colmena del propietario del apiario',
  'must be given together with the id of the reign': 'debe indicarse junto con el identificador del reinado',
  'A hive can have at most {max} reigns of queens': 'Una colmena puede tener {max} reinados como máximo',
  'A queen cannot descend from herself': 'Una reina no puede descender de sí misma',
  'An account can have at most {max} queens': 'Una cuenta puede tener {max} reinas como máximo',
  'Hive {label} ended on {day}: if that is a mistake, revive it first':
    'La colmena {label} está de baja desde el {day}: si es un error, reactívela primero',
  'Hive {label} ended on {day}: only what happened until then can be recorded':
    'La colmena {label} está de baja desde el {day}: solo se puede registrar lo ocurrido hasta entonces',
  'No queen is recorded in the hive that ends': 'En la colmena que se da de baja no hay ninguna reina registrada',
  'On this day, the hive had left the apiary': 'Ese día la colmena ya no estaba en el apiario',
  'On this day, the hive was not in its apiary yet': 'Ese día la colmena aún no estaba en su apiario',
  'On this day, the other hive had ended': 'Ese día la otra colmena ya estaba de baja',
  'The colony was split or united after this day': 'La colonia se dividió o se unió después de ese día',
  'The colony was split or united before this day': 'La colonia se dividió o se unió antes de ese día',
  'The hive does not have so many frames': 'La colmena no tiene tantos cuadros',
  'The hive has not ended': 'La colmena no está de baja',
  'The hive would have more than {max} frames': 'La colmena tendría más de {max} cuadros',
  'The hive has a queen on some of these days': 'La colmena ya tiene una reina en algunos de estos días',
  'The queen has reigns: delete them first': 'La reina tiene reinados: elimínelos primero',
  'The queen is in another hive on some of these days': 'La reina ya está en otra colmena en algunos de estos días',
  'The reign has ended: correct it': 'El reinado ya terminó: corríjalo',
} as const;
