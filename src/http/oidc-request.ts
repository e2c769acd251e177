import type { OidcSettings } from '../config.js';
import type { ClientRequest } from '../features/identities/pending-log-ins.commands.js';

/** Opaque to the service, and returned as it is. */
const STATE = /^[\x21-\x7e]{1,512}$/;
/** A SHA-256 in base64url. */
const CODE_CHALLENGE = /^[\w-]{43}$/;

/**
 * Reads what a client asks for when it begins a log-in. The method of its PKCE must be said, because RFC 7636 reads its absence as `plain`.
 * @returns undefined if a parameter is missing, invalid or repeated, or the address is not one of the settings, character by character
 */
export function readClientRequest(
  query: Readonly<Record<string, unknown>>,
  { redirectUris }: Pick<OidcSettings, 'redirectUris'>,
): ClientRequest | undefined {
  const { redirect_uri: redirectUri, state, code_challenge: codeChallenge, code_challenge_method: method } = query;
  const { response_type: responseType = 'code' } = query;
  if (typeof redirectUri !== 'string' || !redirectUris.includes(redirectUri)) return undefined;
  if (typeof state !== 'string' || !STATE.test(state)) return undefined;
  if (typeof codeChallenge !== 'string' || !CODE_CHALLENGE.test(codeChallenge)) return undefined;
  return method === 'S256' && responseType === 'code' ? { redirectUri, state, codeChallenge } : undefined;
}
