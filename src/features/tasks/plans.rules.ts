// The plans of the bank: steps on days that are counted from the first one. Both languages stand side by side, as in the bank of questions.
import { Language } from '../../shared/language.js';
import { TaskKind } from './task.enums.js';

type Text = Record<Language, string>;
export interface PlanStep {
  /** Days after the first day of the plan. */
  day: number;
  kind: TaskKind;
  title: Text;
  notes?: Text;
}
export interface Plan {
  key: string;
  title: Text;
  description: Text;
  /** By day; the last one ends the plan. */
  steps: PlanStep[];
}

const text = (es: string, en: string): Text => ({ [Language.ES]: es, [Language.EN]: en });
const step = (day: number, kind: TaskKind, title: Text, notes?: Text): PlanStep => ({
  day,
  kind,
  title,
  ...(notes && { notes }),
});
const { INSPECT, TREAT, FEED, EQUIPMENT, OTHER } = TaskKind;

/** Days follow the development of the brood: a queen emerges 16 days after the egg, 12 after the graft of a young larva. */
export const PLANS: Plan[] = [
  {
    key: 'queen-rearing',
    title: text('Cría de reinas por traslarve', 'Queen rearing by grafting'),
    description: text(
      'Del traslarve a la reina en postura: la criadora se prepara cinco días antes, las celdas se reparten el día 10 y la postura se comprueba el día 28.',
      'From the graft to a laying queen: the cell builder is prepared five days before, cells are given to nuclei on day 10, and laying is checked on day 28.',
    ),
    steps: [
      step(
        0,
        EQUIPMENT,
        text('Preparar la colmena criadora', 'Prepare the cell builder'),
        text(
          'Sin reina, con mucha abeja joven, polen y miel.',
          'Without a queen, with many young bees, pollen and honey.',
        ),
      ),
      step(0, FEED, text('Alimentar la criadora', 'Feed the cell builder')),
      step(
        5,
        OTHER,
        text('Traslarvar', 'Graft'),
        text('Larvas de menos de 24 horas.', 'Larvae of less than 24 hours.'),
      ),
      step(6, INSPECT, text('Comprobar celdas aceptadas', 'Check accepted cells')),
      step(10, INSPECT, text('Comprobar que las celdas están operculadas', 'Check that cells are sealed')),
      step(14, EQUIPMENT, text('Preparar núcleos de fecundación', 'Prepare mating nuclei')),
      step(
        15,
        OTHER,
        text('Repartir las celdas', 'Give the cells to nuclei'),
        text(
          'Diez días después del traslarve, sin golpes ni frío.',
          'Ten days after the graft, without shock or cold.',
        ),
      ),
      step(18, INSPECT, text('Comprobar el nacimiento', 'Check emergence')),
      step(
        33,
        INSPECT,
        text('Comprobar la postura', 'Check mating and laying'),
        text('No abrir antes: la reina vuela.', 'Do not open earlier: the queen flies to mate.'),
      ),
    ],
  },
  {
    key: 'demaree',
    title: text('Demaree contra la enjambrazón', 'Demaree against swarming'),
    description: text(
      'La reina se queda abajo y la cría sube: se destruyen las celdas a los 7 y a los 14 días.',
      'The queen stays below and the brood goes up: cells are destroyed after 7 and after 14 days.',
    ),
    steps: [
      step(
        0,
        OTHER,
        text('Separar la reina de la cría', 'Separate the queen from the brood'),
        text(
          'Reina con un cuadro de cría abajo, excluidor, alzas, cría arriba.',
          'Queen with one frame of brood below, excluder, supers, brood on top.',
        ),
      ),
      step(7, INSPECT, text('Destruir celdas reales arriba', 'Destroy queen cells above')),
      step(14, INSPECT, text('Destruir celdas reales arriba otra vez', 'Destroy queen cells above again')),
      step(
        24,
        OTHER,
        text('Quitar los cuadros vacíos de arriba', 'Remove the empty frames above'),
        text('Toda la cría ha nacido.', 'All brood has emerged.'),
      ),
    ],
  },
  {
    key: 'autumn-varroa',
    title: text('Varroa en otoño', 'Autumn varroa'),
    description: text(
      'Contar, tratar, retirar y volver a contar, según la etiqueta del producto.',
      'Count, treat, take out and count again, by the label of the product.',
    ),
    steps: [
      step(0, INSPECT, text('Contar ácaros', 'Count mites'), text('Muestra de 300 abejas.', 'A sample of 300 bees.')),
      step(
        1,
        TREAT,
        text('Aplicar el tratamiento', 'Apply the treatment'),
        text('Sin alzas de miel.', 'Without honey supers.'),
      ),
      step(28, INSPECT, text('Comprobar las tiras', 'Check the strips')),
      step(
        43,
        TREAT,
        text('Retirar el tratamiento', 'Take the treatment out'),
        text('O en el día que dice la etiqueta.', 'Or on the day that the label says.'),
      ),
      step(57, INSPECT, text('Contar ácaros otra vez', 'Count mites again')),
    ],
  },
  {
    key: 'winter-oxalic',
    title: text('Ácido oxálico en invierno', 'Winter oxalic acid'),
    description: text(
      'Sin cría, una vez; después se cuentan los ácaros caídos y las reservas.',
      'Without brood, once; then fallen mites are counted, and stores.',
    ),
    steps: [
      step(0, INSPECT, text('Comprobar que no hay cría', 'Check that there is no brood')),
      step(1, TREAT, text('Aplicar ácido oxálico', 'Apply oxalic acid')),
      step(15, INSPECT, text('Contar ácaros caídos', 'Count fallen mites')),
      step(30, FEED, text('Pesar y alimentar si hace falta', 'Weigh, and feed if needed')),
    ],
  },
  {
    key: 'new-colony',
    title: text('Núcleo nuevo', 'New nucleus'),
    description: text(
      'Las primeras seis semanas de un núcleo o una división.',
      'The first six weeks of a nucleus or a split.',
    ),
    steps: [
      step(0, FEED, text('Alimentar', 'Feed')),
      step(7, INSPECT, text('Comprobar la postura', 'Check laying')),
      step(21, INSPECT, text('Comprobar la cría y dar cuadros', 'Check brood and give frames')),
      step(42, INSPECT, text('Contar ácaros', 'Count mites')),
      step(42, EQUIPMENT, text('Cambiar a una caja entera', 'Move to a full box')),
    ],
  },
];

export const lastDayOf = ({ steps }: Plan): number => Math.max(...steps.map(({ day }) => day));
