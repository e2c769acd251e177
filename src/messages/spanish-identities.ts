// The Spanish texts of log-in with OpenID Connect, as in spanish.ts.

export const IDENTITIES = {
  Identity: 'la identidad',
  'Oidc log in': 'el inicio de sesión con OpenID Connect',
  'The code is no longer valid: log in again': 'El código ya no es válido: inicie sesión de nuevo',
  'The provider has not verified your e-mail address: verify it there, or log in another way':
    'El proveedor no ha verificado su dirección de correo: verifíquela allí o inicie sesión de otra forma',
  'There is an account with this e-mail address that has not verified it: request a password reset link, which proves that it is yours':
    'Existe una cuenta con esta dirección de correo que no la ha verificado: pida un enlace para restablecer la contraseña, que demuestra que es suya',
  'The identity is linked to another account': 'La identidad está vinculada a otra cuenta',
  'This is the only way to log in to the account: set a password first, or link another identity':
    'Es la única forma de iniciar sesión en la cuenta: establezca antes una contraseña o vincule otra identidad',
  'Log in again first: the last log-in was more than 10 minutes ago':
    'Inicie sesión de nuevo: la última vez fue hace más de 10 minutos',
  'An account can have at most {max} identities': 'Una cuenta puede tener como máximo {max} identidades',
  'The account has no password: request a link that sets one':
    'La cuenta no tiene contraseña: pida un enlace para establecer una',
  'must have 43 to 128 letters, digits and - . _ ~': 'debe tener de 43 a 128 letras, dígitos y - . _ ~',
  'New way to log in: {provider}': 'Nueva forma de iniciar sesión: {provider}',
  'No longer a way to log in: {provider}': 'Ya no es una forma de iniciar sesión: {provider}',
  'Somebody, probably you, logged in to your account with {provider}, which has verified that this e-mail address is theirs. From now on this identity opens your account; your password stays as it is. If it was not you, remove it, and request a password reset link: it ends all sessions.':
    'Alguien, seguramente usted, inició sesión en su cuenta con {provider}, que ha verificado que esta dirección de correo es suya. Desde ahora esta identidad abre su cuenta; la contraseña sigue igual. Si no fue usted, quítela y pida un enlace para restablecer la contraseña: cierra todas las sesiones.',
  'Somebody, probably you, logged in to your account with {provider}, which has verified that this e-mail address is theirs, without its password. From now on this identity opens your account. It has no password any more, and its sessions, personal access tokens, other identities, calendar links, webhooks and open invitations have ended. If somebody else had registered your address, look who is a member of your apiaries. If it was not you, request a password reset link, which ends all sessions, and remove the identity.':
    'Alguien, seguramente usted, inició sesión en su cuenta con {provider}, que ha verificado que esta dirección de correo es suya, sin la contraseña. Desde ahora esta identidad abre su cuenta. La cuenta ya no tiene contraseña, y han terminado sus sesiones, sus tokens de acceso personal, las demás identidades, los enlaces de calendario, los webhooks y las invitaciones abiertas. Si otra persona había registrado su dirección, mire quién es miembro de sus colmenares. Si no fue usted, pida un enlace para restablecer la contraseña, que cierra todas las sesiones, y quite la identidad.',
  'There is an account with this e-mail address: send its password, too, or discard it, which ends all that others may have set up there':
    'Hay una cuenta con esta dirección de correo: envíe también su contraseña, o descártela, lo que termina todo lo que otros puedan haber preparado en ella',
  'An identity of {provider} was linked to your account, and opens it from now on. If it was not you, remove it, and request a password reset link: it ends all sessions.':
    'Se vinculó a su cuenta una identidad de {provider}, que la abre desde ahora. Si no fue usted, quítela y pida un enlace para restablecer la contraseña: cierra todas las sesiones.',
  'An identity of {provider} was removed from your account, and no longer opens it. If it was not you, request a password reset link: it ends all sessions.':
    'Se quitó de su cuenta una identidad de {provider}, que ya no la abre. Si no fue usted, pida un enlace para restablecer la contraseña: cierra todas las sesiones.',
} as const;
