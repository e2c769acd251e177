// The Spanish texts of tasks, as in spanish.ts.

export const TASKS = {
  Task: 'la tarea',
  'is not the owner or a member of the apiary': 'no es el propietario ni un miembro del apiario',
  'must be a living hive of the apiary': 'debe ser una colmena viva del apiario',
  'must be an item of the apiary': 'debe ser un artículo del apiario',
  'must be a hive of the task': 'debe ser una colmena de la tarea',
  'must not contain one twice': 'no debe contener uno dos veces',
  'is required for a task that repeats': 'es obligatorio para una tarea que se repite',
  'must not be after the due day': 'no debe ser posterior al día de vencimiento',
  'must be at most {max} years from today': 'debe estar a {max} años de hoy como máximo',
  'must be omitted if there is an inspection': 'debe omitirse si hay una inspección',
  'Only the owner or a member of the apiary can do a task there':
    'Solo el propietario o un miembro del apiario puede hacer allí una tarea',
  'An apiary can have at most {max} open tasks': 'Un apiario puede tener como máximo {max} tareas abiertas',
  'The task is closed: open it again first': 'La tarea está cerrada: primero ábrala de nuevo',
  'The plan is being carried out on hive {hive}': 'El plan se está llevando a cabo en la colmena {hive}',
  '“{task}” is to be done in {time}': '«{task}» vence en {time}',
  '“{task}” is to be done today': '«{task}» vence hoy',
  '“{task}” was to be done {time} ago': '«{task}» venció hace {time}',
  '“{task}” is to be done': '«{task}» está por hacer',
  'Worklist mark': 'la marca de la lista de trabajo',
  'Worklist item': 'el asunto de la lista de trabajo',
  'must not be that of a task': 'no debe ser la de una tarea',
  'must be after today': 'debe ser posterior a hoy',
  'must be at most {max} days from today': 'debe estar a {max} días de hoy como máximo',
  'must be from {min} to {max}': 'debe ser de {min} a {max}',
} as const;
