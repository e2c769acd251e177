// The Spanish texts of personal access tokens, as in spanish.ts.

export const TOKENS = {
  'Personal access token': 'el token de acceso personal',
  'An account can have at most {max} tokens': 'Una cuenta puede tener como máximo {max} tokens',
  'The token lacks the scope {scope}': 'Al token le falta el permiso {scope}',
  'Personal access tokens cannot do this: log in': 'Los tokens de acceso personal no pueden hacer esto: inicie sesión',
  'The token is limited to some apiaries: it cannot create another one':
    'El token se limita a algunos apiarios: no puede crear otro',
  'must be a supported scope': 'debe ser un permiso admitido',
} as const;
