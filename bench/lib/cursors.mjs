// The cursors of W10. A cursor is opaque: a client has it from the page before, so each server is asked for the cursors that it receives.
import { refused, send } from './http.mjs';
import { contentOf } from './neutral.mjs';
import { PAGE, requestsFor } from './workloads.mjs';

/** @returns the same request with other variables */
const withVariables = (request, variables) => ({
  ...request,
  body: { ...request.body, variables: { ...request.body.variables, ...variables } },
});

/** @returns the page of W10 in a response */
export const pageOf = (peer, json) => contentOf(peer, 'W10', json).hivePage;

/** @returns a request for the page after this response */
export const nextOf = (request, peer, json) => withVariables(request, { after: pageOf(peer, json).pageInfo.endCursor });

/** @returns the requests of a workload to a server that runs; see requestsFor for the arguments */
export async function requestsTo({ peer, port }, workload, ...options) {
  const requests = requestsFor(peer, workload, ...options);
  if (workload !== 'W10') return requests;
  const cursors = new Map();
  for (const request of requests) {
    const { user } = request.pick;
    if (cursors.has(user)) continue;
    const response = await send(port, withVariables(request, { first: PAGE.before }));
    if (refused(response)) throw new Error(`${peer.id} refused the page before: ${JSON.stringify(response.json)}`);
    cursors.set(user, pageOf(peer, response.json).pageInfo.endCursor);
  }
  return requests.map((request) => withVariables(request, { after: cursors.get(request.pick.user) }));
}
