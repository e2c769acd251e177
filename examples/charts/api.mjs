// The requests of the page, in plain fetch.
const LOG_IN = 'mutation LogIn($input: LogInInput!) { logIn(input: $input) { accessToken } }';
const TRENDS = `
  query Trends($from: DateTime!) {
    apiaries {
      nodes {
        id
        name
        statistics { beehivesCount healthScore overdueInspectionsCount activeTreatmentsCount lowStockItemsCount }
        healthTrends { beehive { label } points { date score } }
        treatmentTrend(period: MONTH) { from productName beehivesCount }
        miteTrend { mitesToWatch mitesToTreat points { date per100 highestPer100 } }
        beehives(first: 6) {
          nodes {
            label
            series(kind: WEIGHT, from: $from, points: 180) { points { at mean } }
            feedings(first: 20) { nodes { fedOn grams } }
          }
        }
        inventoryItems(first: 6) {
          nodes { itemName unit consumption(period: WEEK) { periods { from taken } } }
        }
      }
    }
    tasks(filter: { statuses: [OPEN] }, first: 500) { nodes { apiary { id } kind dueOn } }
  }`;

const ZONES = `
  query Zones {
    restrictedZones(first: 500) { nodes { name disease from until source area latitude longitude radiusKm } }
  }`;

async function request(service, token, query, variables) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query, variables });
  const response = await fetch(new URL('/graphql', service), { method: 'POST', headers, body });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors.map(({ message }) => message).join('; '));
  return data;
}

export async function logIn(service, email, password) {
  return (await request(service, undefined, LOG_IN, { input: { email, password } })).logIn.accessToken;
}

/** @returns the apiaries, each with its open tasks */
export async function loadApiaries(service, token) {
  const from = new Date(Date.now() - 180 * 86_400_000).toISOString();
  const { apiaries, tasks } = await request(service, token, TRENDS, { from });
  return apiaries.nodes.map((apiary) => ({
    ...apiary,
    tasks: tasks.nodes.filter((task) => task.apiary.id === apiary.id),
  }));
}

/** @returns the apiaries that have a position, as the features of GeoJSON, and the restricted zones that have not ended */
export async function loadPlaces(service, token) {
  const address = new URL('/api/v1/lists/apiaries?format=geojson', service);
  const [response, { restrictedZones }] = await Promise.all([
    fetch(address, { headers: { authorization: `Bearer ${token}` } }),
    request(service, token, ZONES),
  ]);
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  const today = new Date().toISOString().slice(0, 10);
  return {
    apiaries: body.features,
    zones: restrictedZones.nodes.filter(({ until }) => until === null || until >= today),
  };
}
