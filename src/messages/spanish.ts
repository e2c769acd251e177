// The Spanish text of every message, by its English text, which is the source. A message that follows the name of a field begins with a
// verb in both languages. Placeholders such as {max} have the same names in both.
import { ACCOUNTS } from './spanish-accounts.js';
import { ARCHIVES } from './spanish-archives.js';
import { CALENDARS } from './spanish-calendars.js';
import { COLONIES } from './spanish-colonies.js';
import { FACTOR } from './spanish-factor.js';
import { HONEY } from './spanish-honey.js';
import { IDENTITIES } from './spanish-identities.js';
import { IMPORTS } from './spanish-imports.js';
import { INSPECTIONS } from './spanish-inspections.js';
import { RECORDS } from './spanish-records.js';
import { SHEETS } from './spanish-sheets.js';
import { TASKS } from './spanish-tasks.js';
import { TIMELINE } from './spanish-timeline.js';
import { TOKENS } from './spanish-tokens.js';
import { WEBHOOKS } from './spanish-webhooks.js';
import { WORKLIST } from './spanish-worklist.js';

/** Messages after the name of a field: "name must not be empty". */
const FIELDS = {
  'cannot be used for this combination of mutations: send those that ignore the key separately':
    'no se puede usar con esta combinación de mutaciones: envíe por separado las que ignoran la clave',
  'asks for more than is left: {available}': 'pide más de lo que queda: {available}',
  'is no longer valid': 'ya no es válido',
  'is not a cursor of this list': 'no es un cursor de esta lista',
  'has already been corrected': 'ya se ha corregido',
  'is another name of {name}': 'es otro nombre de {name}',
  'is repeated': 'está repetido',
  'is not a parameter of this path': 'no es un parámetro de esta ruta',
  'is not a parameter of this path, which has: {names}': 'no es un parámetro de esta ruta, que tiene: {names}',
  'is not compared here': 'no se compara aquí',
  'is not defined': 'no está definido',
  'is not defined by type {type}': 'no está definido en el tipo {type}',
  'is not defined by type {type}: did you mean {names}?': 'no está definido en el tipo {type}: ¿quiso decir {names}?',
  'is not found': 'no se encuentra',
  'is taken': 'ya está en uso',
  'is of the wrong type': 'es de un tipo incorrecto',
  'is required': 'es obligatorio',
  'is required, or `{field}`': 'es obligatorio, o `{field}`',
  'is required for the role INSPECTOR': 'es obligatorio para la función INSPECTOR',
  'is required: the list has more than {max} rows': 'es obligatorio: la lista tiene más de {max} filas',
  'is required: the lists have more than {max} rows together':
    'es obligatorio: las listas tienen en total más de {max} filas',
  'is required: the questions belong to an apiary': 'es obligatorio: las preguntas pertenecen a un apiario',
  'is the number of another hive': 'es el número de otra colmena',
  'is too common': 'es demasiado común',
  'is wrong': 'es incorrecta',
  'must be a date and time such as 2026-05-01T08:00:00Z': 'debe ser una fecha y hora como 2026-05-01T08:00:00Z',
  'must be a day such as 2026-05-01': 'debe ser un día como 2026-05-01',
  'must be a decimal number such as 12.5': 'debe ser un número decimal como 12.5',
  'must be a list of texts': 'debe ser una lista de textos',
  'must be a number': 'debe ser un número',
  'must be a question of the apiary of the hive': 'debe ser una pregunta del apiario de la colmena',
  'must be a supported language': 'debe ser un idioma disponible',
  'must be a whole number from {min} to {max}': 'debe ser un número entero de {min} a {max}',
  'must be a whole number of at most 32 bits': 'debe ser un número entero de 32 bits como máximo',
  'must be an e-mail address': 'debe ser una dirección de correo electrónico',
  'must be a UUID': 'debe ser un UUID',
  'must be another apiary': 'debe ser otro apiario',
  'must be the ETag of a response, or *': 'debe ser la ETag de una respuesta, o *',
  'must be an id': 'debe ser un identificador',
  'must be given together with the currency': 'debe indicarse junto con la moneda',
  'must be given together with the end': 'debe indicarse junto con el final',
  'must be given together with the item': 'debe indicarse junto con el artículo',
  'must be given together with the quantity': 'debe indicarse junto con la cantidad',
  'must be given together with the unit cost': 'debe indicarse junto con el costo unitario',
  'must be omitted for a draft': 'debe omitirse en un borrador',
  'must be in the future, at most {max} days from now': 'debe estar en el futuro, a {max} días de hoy como máximo',
  'must be omitted unless the role is INSPECTOR': 'debe omitirse si la función no es INSPECTOR',
  'must be one of {values}': 'debe ser uno de estos valores: {values}',
  'must be text': 'debe ser texto',
  'must be three capital letters, such as COP': 'debe tener tres letras mayúsculas, como COP',
  'must be true or false': 'debe ser true o false',
  'must consist of lower-case letters, digits and _': 'debe constar de letras minúsculas, dígitos y _',
  'must contain 1 to {max} hives': 'debe contener de 1 a {max} colmenas',
  'must contain at most {max} answers': 'debe contener {max} respuestas como máximo',
  'must contain at most {max} options': 'debe contener {max} opciones como máximo',
  'must have exactly one field': 'debe tener exactamente un campo',
  'must equal the password': 'debe ser igual a la contraseña',
  'must have 1 to 255 visible ASCII characters': 'debe tener de 1 a 255 caracteres ASCII visibles',
  'must have 1 to {max} entries': 'debe tener de 1 a {max} elementos',
  'must have as many options in each language': 'debe tener tantas opciones en cada idioma',
  'must contain each language once': 'debe contener cada idioma una vez',
  'must have at least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least {passphrase} characters, and at most {max}':
    'debe tener al menos 8 caracteres con una mayúscula, una minúscula y un dígito, o al menos {passphrase} caracteres, y {max} como máximo',
  'must have at least {min} characters': 'debe tener al menos {min} caracteres',
  'must have at most {max} characters': 'debe tener {max} caracteres como máximo',
  'must have at most {max} characters each': 'debe tener {max} caracteres como máximo en cada opción',
  'must have at most {max} entries': 'debe tener {max} elementos como máximo',
  'must have one id for each hive': 'debe tener un identificador para cada colmena',
  'must not be 0': 'no debe ser 0',
  'must not be a correction': 'no debe ser una corrección',
  'must not be above the maximum': 'no debe superar el máximo',
  'must not be before the first day': 'no debe ser anterior al primer día',
  'must not be combined with `{field}`': 'no debe combinarse con `{field}`',
  'must not be empty': 'no debe estar vacío',
  'must not be in the future': 'no debe estar en el futuro',
  'must not be more than {max} days before the last day': 'no debe ser anterior al último día en más de {max} días',
  'must not be the id of two records': 'no debe ser el identificador de dos registros',
  'must not be your e-mail address or your username': 'no debe ser su correo electrónico ni su nombre de usuario',
  'must not contain control characters': 'no debe contener caracteres de control',
  'must not contain a hive twice': 'no debe contener dos veces la misma colmena',
  'must not contain a question that does not belong to the apiary':
    'no debe contener una pregunta que no pertenece al apiario',
  'must not contain a question twice': 'no debe contener dos veces la misma pregunta',
  'must not contain an empty option': 'no debe contener una opción vacía',
  'must not contain an option twice': 'no debe contener dos veces la misma opción',
  'must not contain NUL or a lone surrogate': 'no debe contener NUL ni un sustituto suelto',
} as const;

/** Sentences. */
const SENTENCES = {
  ...ACCOUNTS,
  ...IDENTITIES,
  '{method} is not allowed here; allowed methods: {methods}':
    '{method} no está permitido aquí; métodos permitidos: {methods}',
  '{record} not found': 'No se encontró {record}',
  'A connection can have at most {max} subscriptions': 'Una conexión puede tener {max} suscripciones como máximo',
  'A later revision exists: correct that one': 'Existe una versión posterior: corrija esa',
  'A treatment can have at most {max} follow-ups': 'Un tratamiento puede tener {max} seguimientos como máximo',
  'A treatment can have at most {max} revisions': 'Un tratamiento puede tener {max} versiones como máximo',
  'An account with this e-mail address already exists': 'Ya existe una cuenta con este correo electrónico',
  'An account can be a member of at most {max} apiaries': 'Una cuenta puede participar en {max} apiarios como máximo',
  'An apiary can have at most {max} members': 'Un apiario puede tener {max} miembros como máximo',
  'An apiary can have at most {max} open invitations': 'Un apiario puede tener {max} invitaciones abiertas como máximo',
  'An apiary can have at most {max} questions': 'Un apiario puede tener {max} preguntas como máximo',
  'Another of the operations was refused': 'Se rechazó otra de las operaciones',
  'At most {max} connections can be open at the same time':
    'Puede haber {max} conexiones abiertas al mismo tiempo como máximo',
  'At least one active administrator must remain': 'Debe quedar al menos un administrador activo',
  // The specification of the mobile app names this text, so it is the same in every language.
  'No token found': 'No token found',
  'If the address needs to be verified, a mail with a link is on its way to it.':
    'Si la dirección debe verificarse, le llegará un correo con un enlace.',
  'If there is an account with this address, a mail with a link is on its way to it.':
    'Si hay una cuenta con esta dirección, le llegará un correo con un enlace.',
  'Nothing would change, and your account does not have permission to read accounts':
    'Nada cambiaría, y su cuenta no tiene permiso para ver cuentas',
  'Only subscriptions run over a WebSocket: send queries and mutations over HTTP':
    'Por un WebSocket solo se ejecutan suscripciones: envíe las consultas y mutaciones por HTTP',
  'Only an administrator can appoint another administrator': 'Solo un administrador puede nombrar a otro administrador',
  'Others use these apiaries: {names}. Transfer them first, or confirm that they are deleted':
    'Otras personas usan estos apiarios: {names}. Transfiéralos primero, o confirme que se eliminan',
  'Something went wrong': 'Algo salió mal',
  'Subscriptions run over a WebSocket: graphql-transport-ws, at the same address':
    'Las suscripciones se ejecutan por un WebSocket: graphql-transport-ws, en la misma dirección',
  'The account is locked for {seconds} seconds after too many wrong passwords':
    'La cuenta está bloqueada durante {seconds} segundos por demasiadas contraseñas incorrectas',
  'The apiary already has a hive with this number': 'El apiario ya tiene una colmena con este número',
  'The body is not valid JSON': 'El cuerpo no es JSON válido',
  'The body has too many values': 'El cuerpo tiene demasiados valores',
  'The body must be a JSON object': 'El cuerpo debe ser un objeto JSON',
  'The body must be JSON in UTF-8': 'El cuerpo debe ser JSON en UTF-8',
  'The body must be sent as application/json': 'El cuerpo debe enviarse como application/json',
  'The body must be compressed with gzip or deflate, or not at all':
    'El cuerpo debe comprimirse con gzip o deflate, o no comprimirse',
  'The body must not exceed {max}kb': 'El cuerpo no debe superar {max}kb',
  'The document must not exceed {max} bytes': 'El documento no debe superar {max} bytes',
  'The e-mail address or the password is wrong': 'El correo electrónico o la contraseña son incorrectos',
  'The e-mail address is verified.': 'La dirección de correo electrónico está verificada.',
  'The invitation is for an account with another e-mail address':
    'La invitación es para una cuenta con otro correo electrónico',
  'The link is no longer valid: request a new one': 'El enlace ya no es válido: solicite uno nuevo',
  'The movement has already been corrected': 'El movimiento ya fue corregido',
  'The operation may return {estimate} objects; the limit is {max}: request smaller pages':
    'La operación puede devolver {estimate} objetos; el límite es {max}: solicite páginas más pequeñas',
  'The owner cannot leave the apiary: transfer or delete it':
    'El propietario no puede salir del apiario: transfiéralo o elimínelo',
  'The password is changed: log in with the new one.': 'La contraseña ha cambiado: inicie sesión con la nueva.',
  'The question bank already has a template with this key':
    'El banco de preguntas ya tiene una plantilla con esta clave',
  'The record already exists': 'El registro ya existe',
  'The record was changed concurrently: try again': 'El registro fue modificado al mismo tiempo: inténtelo de nuevo',
  'The quantity in stock is {quantity} ({unit}), not the one that your change expects':
    'La cantidad en existencia es {quantity} ({unit}), no la que su cambio espera',
  'The record has no such version: its version is {version}':
    'El registro no tiene esa versión: su versión es {version}',
  'The record has been changed since the version that you have: merge your change with it':
    'El registro cambió desde la versión que usted tiene: combine su cambio con él',
  'Expect is not supported, but for 100-continue': 'Expect no se admite, salvo con 100-continue',
  'The headers must not exceed {max}kb': 'Las cabeceras no deben superar {max}kb',
  'The request has not arrived in time': 'La solicitud no ha llegado a tiempo',
  'The request is malformed': 'La solicitud está mal formada',
  'The request is nested too deeply': 'La solicitud tiene demasiados niveles',
  'The response is too large to be stored: request fewer fields, or omit the Idempotency-Key':
    'La respuesta es demasiado grande para guardarla: solicite menos campos u omita Idempotency-Key',
  'The response would be too large: request smaller pages or fewer fields':
    'La respuesta sería demasiado grande: solicite páginas más pequeñas o menos campos',
  'The response would contain more than {max} objects: request smaller pages':
    'La respuesta contendría más de {max} objetos: solicite páginas más pequeñas',
  'The response would exceed {max} MB: request smaller pages or fewer fields':
    'La respuesta superaría {max} MB: solicite páginas más pequeñas o menos campos',
  'The service is not available at the moment: try again shortly':
    'El servicio no está disponible en este momento: inténtelo de nuevo en breve',
  'The session has ended: log in again': 'La sesión ha terminado: inicie sesión de nuevo',
  'The token is not valid': 'El token no es válido',
  'The treatment has been voided: record another': 'El tratamiento está anulado: registre otro',
  'The treatment has ended: correct it': 'El tratamiento ya terminó: corríjalo',
  'There are already {quantity} ({unit}) in stock; the maximum is {max}':
    'Ya hay {quantity} ({unit}) en inventario; el máximo es {max}',
  'There are only {quantity} ({unit}) in stock': 'Solo hay {quantity} ({unit}) en inventario',
  'There is nothing at {method} {path}': 'No hay nada en {method} {path}',
  'The operation takes longer than {seconds} seconds: request less at once':
    'La operación tarda más de {seconds} segundos: solicite menos a la vez',
  'These mutations take too long for one transaction: send fewer at once':
    'Estas mutaciones tardan demasiado para una sola transacción: envíe menos a la vez',
  'This account is deactivated: ask an administrator of this service':
    'Esta cuenta está desactivada: pregunte a un administrador de este servicio',
  'This id is taken: choose another one': 'Este identificador ya está en uso: elija otro',
  'This Idempotency-Key has already been used for another request':
    'Esta Idempotency-Key ya se usó para otra solicitud',
  'Too many exports are under way: try again later': 'Hay demasiadas exportaciones en curso: inténtelo más tarde',
  'Too many attempts: try again in {seconds} seconds': 'Demasiados intentos: inténtelo de nuevo en {seconds} segundos',
  'Verify your e-mail address first: follow the link in the verification mail':
    'Verifique primero su correo electrónico: siga el enlace del correo de verificación',
  'You cannot grant permissions that you do not have: {permissions}':
    'No puede otorgar permisos que usted no tiene: {permissions}',
  'The owner of the apiary holds more than the quota: nothing can be recorded there':
    'El propietario del apiario supera su cuota: no se puede registrar nada en él',
  'Your account holds {used} MB, more than its quota of {quota} MB: you can read, export and delete, but not record anything':
    'Su cuenta ocupa {used} MB, más que su cuota de {quota} MB: puede leer, exportar y eliminar, pero no registrar nada',
  'Your role in this apiary does not allow this': 'Su función en este apiario no permite esto',
  'Your account does not have permission to do this': 'Su cuenta no tiene permiso para hacer esto',
  'Only administrators can do this': 'Solo los administradores pueden hacer esto',
  'Only the account itself can read this': 'Solo la propia cuenta puede leer esto',
} as const;

export const SPANISH = {
  ...RECORDS,
  ...FIELDS,
  ...INSPECTIONS,
  ...SENTENCES,
  ...COLONIES,
  ...FACTOR,
  ...HONEY,
  ...TASKS,
  ...TOKENS,
  ...SHEETS,
  ...CALENDARS,
  ...IMPORTS,
  ...WEBHOOKS,
  ...WORKLIST,
  ...TIMELINE,
  ...ARCHIVES,
};
/** The English text of a message, with placeholders. */
export type Template = keyof typeof SPANISH;
