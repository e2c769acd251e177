// The Spanish texts of inspections and their answers, as in spanish.ts. `problem` follows the text of the question.

export const INSPECTIONS = {
  'A completed inspection cannot be changed: amend it instead':
    'Una inspección completada no se puede modificar: corríjala con una nueva versión',
  'A draft cannot be amended: update it instead': 'Un borrador no se puede corregir: actualícelo',
  'A draft cannot be moved: discard it instead': 'Un borrador no se puede mover: descártelo',
  'A draft cannot be voided: discard it instead': 'Un borrador no se puede anular: descártelo',
  'The inspection has been voided: record another': 'La inspección está anulada: registre otra',
  'A later revision exists: only that one can be amended, voided or moved':
    'Existe una versión posterior: solo esa se puede corregir, anular o mover',
  '“{question}” {problem}': '«{question}» {problem}',
  '“{question}” needs an answer': '«{question}» necesita una respuesta',
  'An answer {problem}': 'Una respuesta {problem}',
  'Every hive: {problem}': 'Todas las colmenas: {problem}',
  'Hive {hive}: {problem}': 'Colmena {hive}: {problem}',
  'Hives {hives}: {problem}': 'Colmenas {hives}: {problem}',
  'has another inspection of the visit': 'tiene otra inspección de la visita',
  'is answered twice': 'tiene dos respuestas',
  'is the id of a question that is answered': 'es el identificador de una pregunta que se responde',
  'is to a question that this hive does not have': 'es a una pregunta que esta colmena no tiene',
  'must be a hive of the same owner': 'debe ser una colmena del mismo propietario',
  'must be answered with a single value': 'debe responderse con un solo valor',
  'must be answered with a number': 'debe responderse con un número',
  'must be answered with one of its options': 'debe responderse con una de sus opciones',
  'must be answered with text': 'debe responderse con un texto',
  'must be answered with yes or no': 'debe responderse con sí o no',
  'must be at least {min}': 'debe ser al menos {min}',
  'must be at most {max}': 'debe ser {max} como máximo',
} as const;
