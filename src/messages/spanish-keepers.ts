// The Spanish texts of keepers, as in spanish.ts.

export const KEEPERS = {
  Keeper: 'el titular',
  'An account can have at most {max} keepers': 'Una cuenta puede tener como máximo {max} titulares',
  'The account has a keeper from this day on': 'La cuenta ya tiene un titular desde este día',
  'is the first day of another keeper': 'es el primer día de otro titular',
} as const;
