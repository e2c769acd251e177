// The Spanish texts of restricted zones, as in spanish.ts.

export const ZONES = {
  'Restricted zone': 'la zona restringida',
  'An account can have at most {max} restricted zones': 'Una cuenta puede tener como máximo {max} zonas restringidas',
  'There can be at most {max} restricted zones for all': 'Puede haber como máximo {max} zonas restringidas para todos',
  'Bees would leave the restricted zone “{zone}”, and the request does not state why':
    'Las abejas saldrían de la zona restringida «{zone}», y la solicitud no indica por qué',
  'The apiary lies in the restricted zone “{zone}”': 'El apiario está en la zona restringida «{zone}»',

  'is outside of the restricted zone': 'está fuera de la zona restringida',
  'is required for a circle': 'es obligatorio para un círculo',
  'is required to leave the zone': 'es obligatorio para salir de la zona',
  'is required, or a circle': 'es obligatorio, o bien un círculo',
  'must be a GeoJSON geometry of the type Polygon or MultiPolygon':
    'debe ser una geometría GeoJSON de tipo Polygon o MultiPolygon',
  'must be a list of polygons': 'debe ser una lista de polígonos',
  'must be a list of positions': 'debe ser una lista de posiciones',
  'must be a list of rings': 'debe ser una lista de anillos',
  'must be a position: [longitude, latitude]': 'debe ser una posición: [longitud, latitud]',
  'must end with its first position': 'debe terminar con su primera posición',
  'must have a polygon': 'debe tener un polígono',
  'must have a ring': 'debe tener un anillo',
  'must have an area, of some metres at least': 'debe tener una superficie, al menos de unos metros',
  'must have at least 4 positions, of which the last one is the first':
    'debe tener al menos 4 posiciones, de las cuales la última es la primera',
  'must have at most {max} positions': 'debe tener como máximo {max} posiciones',
  'must have at most {max} rings': 'debe tener como máximo {max} anillos',
  'must lie within the first ring of its polygon': 'debe estar dentro del primer anillo de su polígono',
  'must not cross or touch itself: the edges from the positions {first} and {second} do':
    'no debe cruzarse ni tocarse: lo hacen los lados que parten de las posiciones {first} y {second}',
  'must not go around the earth more than once': 'no debe dar más de una vuelta a la Tierra',
  'must not overlap the polygon {polygon}': 'no debe superponerse al polígono {polygon}',
  'must not overlap the ring {ring} of its polygon': 'no debe superponerse al anillo {ring} de su polígono',
} as const;
