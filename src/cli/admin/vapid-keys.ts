/** A new pair of keys for web push, as lines of `.env`. */
export async function createVapidKeys(): Promise<string> {
  const { default: library } = await import('web-push');
  const { publicKey, privateKey } = library.generateVAPIDKeys();
  return `VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`;
}
