// The Spanish texts of the administration of accounts, as in spanish.ts.

export const ACCOUNTS = {
  Digest: 'el resumen',
  'The account is an administrator: take the role away first': 'La cuenta es de un administrador: quítele antes el rol',
  'This is your own account: use the operations on the current account':
    'Esta es su propia cuenta: use las operaciones sobre la cuenta actual',
  'must be the name of a time zone, such as America/Bogota':
    'debe ser el nombre de una zona horaria, como America/Bogota',
} as const;
