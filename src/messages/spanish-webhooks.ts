// The Spanish texts of webhooks, as in spanish.ts.

export const WEBHOOKS = {
  Webhook: 'el webhook',
  'Webhook delivery': 'la entrega',
  'An account can have at most {max} webhooks': 'Una cuenta puede tener como máximo {max} webhooks',
  'At most {max} test events of a webhook can wait': 'De un webhook pueden esperar como máximo {max} eventos de prueba',
  '{max} secrets of before still sign: rotate later': 'Todavía firman {max} secretos anteriores: cámbielo más tarde',
  'The webhook does not send: enable it first': 'El webhook no envía nada: actívelo primero',
  'must be an https:// address': 'debe ser una dirección https://',
  'must have neither a user name, a password nor a fragment':
    'no debe tener nombre de usuario, contraseña ni fragmento',
  'must have port 443, or one from 1024 on': 'debe tener el puerto 443, o uno a partir de 1024',
  'must lead to a host of the public internet': 'debe llevar a un servidor de la internet pública',
} as const;
