// The Spanish texts of inspections and their answers, as in spanish.ts. `problem` follows the text of the question.

export const ANSWERS = {
  '“{question}” {problem}': '«{question}» {problem}',
  '“{question}” needs an answer': '«{question}» necesita una respuesta',
  'An answer {problem}': 'Una respuesta {problem}',
  'Every hive: {problem}': 'Todas las colmenas: {problem}',
  'Hive {number}: {problem}': 'Colmena {number}: {problem}',
  'Hives {numbers}: {problem}': 'Colmenas {numbers}: {problem}',
  'has another inspection of the visit': 'tiene otra inspección de la visita',
  'is answered twice': 'tiene dos respuestas',
  'is to a question that this hive does not have': 'es a una pregunta que esta colmena no tiene',
  'must be a hive of the same owner': 'debe ser una colmena del mismo propietario',
  'must be answered with a single value': 'debe responderse con un solo valor',
  'must be answered with a number': 'debe responderse con un número',
  'must be answered with one of its options': 'debe responderse con una de sus opciones',
  'must be answered with text': 'debe responderse con un texto',
  'must be answered with yes or no': 'debe responderse con sí o no',
  'must be at least {min}': 'debe ser al menos {min}',
  'must be at most {max}': 'debe ser {max} como máximo',
  'without a number': 'sin número',
} as const;
