// The Spanish texts of the second factor and of changes of the e-mail address, as in spanish.ts.

export const FACTOR = {
  'Email change': 'el cambio de dirección',
  'Second factor': 'el segundo factor',
  'This account has a second factor: send the code of the authenticator app, or a recovery code, too':
    'Esta cuenta tiene un segundo factor: envíe también el código de la aplicación de autenticación, o un código de recuperación',
  'The code is wrong, expired or used': 'El código es incorrecto, ha caducado o ya se usó',
  'is wrong, expired or used': 'es incorrecto, ha caducado o ya se usó',
  'must differ from the current address': 'debe ser distinta de la dirección actual',
  'The account has a second factor: disable it first': 'La cuenta tiene un segundo factor: desactívelo antes',
  'The account has no second factor': 'La cuenta no tiene un segundo factor',
  'No second factor waits to be confirmed': 'No hay ningún segundo factor por confirmar',
} as const;
