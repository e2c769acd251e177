// The Spanish texts of the administration of accounts, as in spanish.ts.

export const ACCOUNTS = {
  Digest: 'el resumen',
  'Push subscription': 'la suscripción a notificaciones push',
  'An account can have at most {max} push subscriptions':
    'Una cuenta puede tener como máximo {max} suscripciones a notificaciones push',
  'Web push is switched off on this service': 'Las notificaciones push están desactivadas en este servicio',
  'must be 16 bytes in base64url': 'debe ser de 16 bytes en base64url',
  'must be an uncompressed public key of P-256: 65 bytes in base64url':
    'debe ser una clave pública P-256 sin comprimir: 65 bytes en base64url',
  'must be the https:// address of a known push service':
    'debe ser la dirección https:// de un servicio de notificaciones push conocido',
  'The account is an administrator: take the role away first': 'La cuenta es de un administrador: quítele antes el rol',
  'This is your own account: use the operations on the current account':
    'Esta es su propia cuenta: use las operaciones sobre la cuenta actual',
  'must be the name of a time zone, such as America/Bogota':
    'debe ser el nombre de una zona horaria, como America/Bogota',
} as const;
