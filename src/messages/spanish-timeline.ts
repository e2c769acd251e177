/** The Spanish texts of the timeline of a hive and of the change log. */
export const TIMELINE = {
  'The hive was inspected': 'Se inspeccionó la colmena',
  'Treated with {product}': 'Tratamiento con {product}',
  'Mites counted: {mites}': 'Ácaros contados: {mites}',
  'A queen was installed': 'Se instaló una reina',
  'The reign of a queen ended': 'Terminó el reinado de una reina',
  'The colony was split': 'Se dividió la colonia',
  'The colony was united with another one': 'La colonia se unió con otra',
  'The colony was lost': 'Se perdió la colonia',
  '{grams} g of honey were harvested': 'Se cosecharon {grams} g de miel',
  '“{task}” was done': 'Se hizo «{task}»',
  'The hive was moved to another apiary': 'Se trasladó la colmena a otro apiario',
  'The data of the hive were changed': 'Se cambiaron los datos de la colmena',
  'A record of the hive was deleted, and can be restored':
    'Se eliminó un registro de la colmena, que se puede restaurar',
  'The hive was recorded': 'Se registró la colmena',
  'Created: {record}': 'Se creó {record}',
  'Changed: {record}': 'Se cambió {record}',
  'Deleted: {record}': 'Se eliminó {record}',
  'Left the apiary: {record}': 'Salió del apiario {record}',
  '{record} “{label}”': '{record} «{label}»',
} as const;
