import { measurementEdges } from './measurement.edges.js';
import { MeasurementsResolver } from './measurements.resolver.js';
import { ReadingsResolver } from './readings.resolver.js';

export const resolvers = [MeasurementsResolver, ReadingsResolver, ...measurementEdges];
