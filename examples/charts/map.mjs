// Draws apiaries and restricted zones over the outlines of countries. The list beside the map says the same, for those who do not see it or
// do not use a mouse: each of its buttons leads to a place.
import * as L from './leaflet.js';
import feature from './topojson/feature.js';

/** A rounded position is at most 0.8 km from the exact one. */
const ROUNDED_METRES = 1000;
const NEAREST_ZOOM = 11;
const find = (id) => document.getElementById(id);
const isStill = matchMedia('(prefers-reduced-motion: reduce)');
const countries = new Intl.DisplayNames(undefined, { type: 'region' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const dateOf = (day) => dates.format(new Date(day));

const wordsOf = (name) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ');
const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;

function describeApiary({ hives, municipality, country, register_number: registerNumber, is_exact: isExact }) {
  const place = [municipality, country && countries.of(country)].filter(Boolean).join(', ');
  const precision = isExact ? undefined : 'within about a kilometre';
  return [count(hives, 'hive'), place, registerNumber, precision].filter(Boolean).join('; ');
}

function describeZone({ disease, from, until, source }) {
  const days = until ? `${dateOf(from)} to ${dateOf(until)}` : `since ${dateOf(from)}`;
  return [wordsOf(disease), days, source].filter(Boolean).join('; ');
}

/** A name and what is said of it. Both come from people, so they are text and never HTML. */
function entry(name, description) {
  const parts = [document.createElement('strong'), document.createElement('span')];
  parts[0].textContent = name;
  parts[1].className = 'description';
  parts[1].textContent = description;
  return parts;
}

function contentOf(parts) {
  const content = document.createElement('div');
  content.append(...parts);
  return content;
}

function layerOfApiary({ geometry, properties }) {
  const [longitude, latitude] = geometry.coordinates;
  return properties.is_exact
    ? L.circleMarker([latitude, longitude], { radius: 7, className: 'apiary' })
    : L.circle([latitude, longitude], { radius: ROUNDED_METRES, className: 'apiary rounded' });
}

/**
 * An edge leads the shorter way around the earth, which the map does not know: beyond the date line longitudes go on after 180. A ring around a
 * pole becomes what lies between it and the edge of the map.
 */
function unrolled(ring) {
  const shown = [];
  for (const [longitude, latitude] of ring) {
    const [before = longitude] = shown.at(-1) ?? [];
    shown.push([longitude - 360 * Math.round((longitude - before) / 360), latitude]);
  }
  const [[first, latitude], [last]] = [shown[0], shown.at(-1)];
  const pole = 90 * Math.sign(latitude);
  return Math.abs(last - first) < 180 ? shown : [...shown, [last, pole], [first, pole], shown[0]];
}

function unrolledArea({ type, coordinates }) {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(unrolled)) };
}

const layerOfZone = ({ area, latitude, longitude, radiusKm }) =>
  area
    ? L.geoJSON(unrolledArea(area), { style: { className: 'zone' } })
    : L.circle([latitude, longitude], { radius: radiusKm * 1000, className: 'zone' });

/** The outlines, beside themselves too: a map that shows the date line shows both of its sides. */
function addOutlines(map, outlines) {
  for (const shift of [-360, 0, 360]) {
    const coordsToLatLng = ([longitude, latitude]) => L.latLng(latitude, longitude + shift);
    L.geoJSON(outlines, { coordsToLatLng, interactive: false, style: { className: 'country' } }).addTo(map);
  }
}

/** A small map that shows where the large one is: near to an apiary there are no outlines. */
function addOverview(map, outlines) {
  const fixed = ['dragging', 'keyboard', 'scrollWheelZoom', 'doubleClickZoom', 'boxZoom', 'touchZoom', 'tap'];
  const options = Object.fromEntries(fixed.map((name) => [name, false]));
  const overview = L.map('overview', { ...options, zoomControl: false, attributionControl: false });
  overview.setView(map.getCenter(), 3);
  addOutlines(overview, outlines);
  const here = L.circleMarker(map.getCenter(), { radius: 4, className: 'here', interactive: false }).addTo(overview);
  map.on('moveend', () => {
    here.setLatLng(map.getCenter());
    overview.setView(map.getCenter(), Math.min(3, map.getZoom()), { animate: false });
  });
}

/** An empty map of the world. */
async function createMap() {
  const map = L.map('map', { minZoom: 1, maxZoom: 15, worldCopyJump: true, zoomSnap: 0.5 });
  // The bounds of a circle are known once there is a view.
  map.setView([20, 0], 1);
  map.attributionControl.setPrefix(false).addAttribution('Outlines: Natural Earth');
  L.control.scale({ imperial: false }).addTo(map);
  const world = await (await fetch('countries.json')).json();
  const { features } = feature(world, world.objects.countries);
  const outlines = features.map(({ geometry }) => unrolledArea(geometry));
  addOutlines(map, outlines);
  addOverview(map, outlines);
  return map;
}

const boundsOf = (layer) => (layer.getBounds ? layer.getBounds() : L.latLngBounds([layer.getLatLng()]));

export async function showPlaces({ apiaries, zones }) {
  find('places').hidden = false;
  const map = await createMap();
  const add = (list, layer, parts) => {
    layer.addTo(map).bindPopup(() => contentOf(parts()));
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...parts());
    button.addEventListener('click', () => {
      map.fitBounds(boundsOf(layer), { maxZoom: NEAREST_ZOOM, padding: [24, 24], animate: !isStill.matches });
      layer.openPopup();
    });
    const item = document.createElement('li');
    item.append(button);
    find(list).append(item);
    return boundsOf(layer);
  };
  // Zones first, so that they lie under the apiaries.
  const ofZones = zones.map((zone) => add('zones', layerOfZone(zone), () => entry(zone.name, describeZone(zone))));
  const ofApiaries = apiaries.map((apiary) =>
    add('apiaries', layerOfApiary(apiary), () => entry(apiary.properties.name, describeApiary(apiary.properties))),
  );
  find('no-apiaries').hidden = apiaries.length > 0;
  find('no-zones').hidden = zones.length > 0;
  const shown = ofApiaries.length > 0 ? ofApiaries : ofZones;
  if (shown.length === 0) return;
  const all = shown.reduce((sum, bounds) => sum.extend(bounds), L.latLngBounds([]));
  map.fitBounds(all, { maxZoom: NEAREST_ZOOM, padding: [24, 24], animate: false });
}
