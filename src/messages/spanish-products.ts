/** Products, feedings and what is taken of them. */
export const PRODUCTS = {
  'An account can have at most {max} products': 'Una cuenta puede tener {max} productos como máximo',
  Feeding: 'la alimentación',
  'It is not known how much was fed': 'No se sabe cuánto alimento se dio',
  'It is not known what was fed: {value}': 'No se sabe qué alimento se dio: {value}',
  'It says that nothing was fed': 'Dice que no se dio alimento',
  '{value} has no unit that is certain: write it in the cell or the heading':
    '{value} no tiene una unidad segura: escríbala en la celda o en el encabezado',
  'Fed with {feed}': 'Alimentada con {feed}',
  'The hive was fed': 'Se alimentó la colmena',
  'is more than a hive can get': 'es más de lo que puede recibir una colmena',
  'must be at least one for each hive': 'debe ser al menos uno por colmena',
  'must be a delivery of the item': 'debe ser una entrada del artículo',
  'must be a feed': 'debe ser un alimento',
  'must be given together with the unit of the dose': 'debe indicarse junto con la unidad de la dosis',
  'must be a product of the owner of the apiary': 'debe ser un producto del propietario del apiario',
  'must not be above 100 % together': 'no debe superar el 100 % en total',
  'must not be given together with a product': 'no debe indicarse junto con un producto',
  'must not be given twice': 'no debe indicarse dos veces',
  'must not be a feed': 'no debe ser un alimento',
  'must not be PERCENT unless the dose is in g or ml': 'no debe ser PERCENT si la dosis no está en g o ml',
  Product: 'el producto',
} as const;
