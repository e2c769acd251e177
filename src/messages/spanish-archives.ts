/** Messages about rows of archives. */
export const ARCHIVES = {
  'has a value that the record cannot have': 'tiene un valor que el registro no puede tener',
  'is the id of no record of the archive': 'no es el id de ningún registro del archivo',
  'is the id of another record': 'es el id de otro registro',
  'does not follow the movement of the item before': 'no sigue al movimiento anterior del artículo',
  'contradicts another record': 'contradice otro registro',
  'is of one record more than the {max} that there can be': 'es de un registro más de los {max} que puede haber',
  'The record conflicts with another one of the account': 'El registro entra en conflicto con otro de la cuenta',
  'The record breaks a rule of its kind': 'El registro incumple una regla de su clase',
} as const;
