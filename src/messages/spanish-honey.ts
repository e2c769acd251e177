// The Spanish texts of messages about harvests and lots, as in spanish.ts.

/** Names of records, messages after the name of a field, and sentences. */
export const HONEY = {
  Harvest: 'la cosecha',
  'Harvest revision': 'la versión de la cosecha',
  'Harvest source': 'la colmena de la cosecha',
  Lot: 'el lote',
  'Lot harvest': 'el contenido del lote',
  'Lot pack': 'el envasado',
  'is of a hive in a withdrawal period until {until}': 'es de una colmena en tiempo de espera hasta el {until}',
  'is of a hive in a withdrawal period whose end is not known':
    'es de una colmena en un tiempo de espera cuyo fin no se conoce',
  'is of a hive that was deleted or given away, so its treatments are not known':
    'es de una colmena que se eliminó o se entregó a otra cuenta, por lo que sus tratamientos no se conocen',
  'is of a hive with a treatment whose withdrawal period is not stated':
    'es de una colmena con un tratamiento cuyo tiempo de espera no está indicado',
  'is required unless the total is given': 'es obligatorio si no se indica el total',
  'must be a harvest of the owner of the apiary': 'debe ser una cosecha del propietario del apiario',
  'must be a hive of the owner of the apiary': 'debe ser una colmena del propietario del apiario',
  'must be spread over at least one frame': 'debe repartirse entre al menos un cuadro',
  'must give no hive more than {max} grams': 'no debe dar más de {max} gramos a ninguna colmena',
  'must be two capital letters, such as CO': 'debe tener dos letras mayúsculas, como CO',
  'must consist of capital letters, digits and . / - _': 'debe constar de letras mayúsculas, dígitos y . / - _',
  'must contain 1 to {max} harvests': 'debe contener de 1 a {max} cosechas',
  'must have at most {max} grams': 'debe tener {max} gramos como máximo',
  'must have more than 0 grams': 'debe tener más de 0 gramos',
  'must not be the item of the jars': 'no debe ser el artículo de los frascos',
  'must not contain a harvest twice': 'no debe contener dos veces la misma cosecha',
  'A harvest can have at most {max} revisions': 'Una cosecha puede tener {max} versiones como máximo',
  'A lot can have at most {max} packs': 'Un lote puede tener {max} envasados como máximo',
  'Another lot has this code': 'Otro lote tiene este código',
  'Honey that was harvested on {day} from these hives must not be sold: {hives}':
    'La miel cosechada el {day} de estas colmenas no debe venderse: {hives}',
  'Only {left} g of the harvest of {day} are left': 'Solo quedan {left} g de la cosecha del {day}',
  'Only {left} g of the lot {code} are left': 'Solo quedan {left} g del lote {code}',
  'Something of the lot is packed: it is kept': 'Una parte del lote está envasada: el lote se conserva',
  'The harvest has been voided: record another': 'La cosecha está anulada: registre otra',
  'The harvest is a draft: close or update it': 'La cosecha es un borrador: ciérrela o actualícela',
  'The harvest is closed: amend it': 'La cosecha está cerrada: corríjala con una nueva versión',
  'The harvest of {day} is not for sale, so the lot cannot be for sale':
    'La cosecha del {day} no es para la venta, así que el lote no puede ser para la venta',
  'hive {hive}, end not known': 'colmena {hive}, fin no conocido',
  'hive {hive}, period not stated': 'colmena {hive}, tiempo de espera sin indicar',
  'hive {hive}, treatments not known': 'colmena {hive}, tratamientos no conocidos',
  'hive {hive}, until {until}': 'colmena {hive}, hasta el {until}',
  '{grams} g of the harvest are in lots': '{grams} g de la cosecha están en lotes',
} as const;
