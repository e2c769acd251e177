// The operations that Sandbox and GraphiQL open with. They run unchanged as the demo account, more than once.
import { EXAMPLE } from '../shared/example-ids.js';
import { Language } from '../shared/language.js';
import { createAccountOperations } from './account-operations.js';
import { createColonyOperations, type ExampleOperation } from './colony-operations.js';
import { createLessonOperations } from './lesson-operations.js';

/** Lines of comments are short, so that they fit the pane of the editor, also on a phone of 360 pixels. */
const COMMENTS = {
  [Language.ES]: {
    worklist: 'Lo que hay que hacer:\n# lo más grave primero.',
    apiaries: 'Apiarios, y colmenas\n# que piden atención.',
    logIn: 'Entre con otra cuenta:\n# la página la usará.',
    tasks: 'Tareas abiertas,\n# y planes enteros.',
    inspection: 'Anote una inspección\n# que se completa luego.',
    live: 'Ejecute Live: luego\n# la página cambia algo.',
    treatments: 'Tiempos de espera,\n# y ácaros en el año.',
    queens: 'Reinas, sus madres\n# y su rendimiento.',
    colonies: 'Vida de las colonias:\n# divisiones y pérdidas.',
    feeding: 'Qué comió la colmena,\n# y productos.',
    weights: 'Pesos y lecturas:\n# medio año.',
    honey: 'De un frasco de miel\n# a las colmenas.',
    members: 'Quién usa los apiarios\n# y con qué función.',
    imports: 'Archivos importados:\n# cuánto llevan.',
    completion: 'Complete una tarea:\n# la próxima se abre.',
    exit: 'Una salida, con\n# su movimiento.',
    pages: 'Siga con `endCursor`\n# en `after`.',
    retry: 'Dos veces, una clave\n# (Headers): un conteo.',
    refusal: 'Un error: código,\n# motivo y campos.',
  },
  [Language.EN]: {
    worklist: 'What needs you:\n# the most severe first.',
    apiaries: 'Apiaries, and hives\n# that need attention.',
    logIn: 'Log in: then the page\n# uses the account.',
    tasks: 'Open tasks, and plans\n# that make many.',
    inspection: 'Record an inspection,\n# to be completed later.',
    live: 'Run Live: this page\n# then makes a change.',
    treatments: 'Withdrawal periods,\n# and mites of a year.',
    queens: 'Queens, their mothers\n# and what they do.',
    colonies: 'The life of colonies:\n# splits and losses.',
    feeding: 'What a hive was fed,\n# and products.',
    weights: 'Weights and readings\n# of half a year.',
    honey: 'From a jar of honey\n# back to the hives.',
    members: 'Who uses the apiaries,\n# and with which role.',
    imports: 'Imported files, and\n# how far they are.',
    completion: 'Complete a task:\n# the next one is open.',
    exit: 'An exit from stock,\n# with its movement.',
    pages: 'The next page: put\n# endCursor in after.',
    retry: 'Twice with one key\n# (Headers): one count.',
    refusal: 'An error: its code,\n# reason and fields.',
  },
};

/** In the order of the tabs. */
export function createExampleOperations(language: Language, account: { email: string; password: string }) {
  const comments = COMMENTS[language];
  const apiaries: ExampleOperation = {
    query: `# ${comments.apiaries}
query Apiaries {
  apiaries {
    nodes {
      name
      location
      beehivesCount
      beehives(
        filter: { health: [AT_RISK, UNHEALTHY] }
      ) {
        nodes {
          label
          healthStatus
          health
          observations
        }
      }
    }
  }
}
`,
  };
  const worklist: ExampleOperation = {
    query: `# ${comments.worklist}
query Worklist {
  worklist(first: 10) {
    totalCount
    nodes {
      severity
      title
      dueOn
      apiary {
        name
      }
      record {
        id
        ... on Beehive {
          lastInspectedAt
        }
        ... on InventoryItem {
          quantity
        }
      }
    }
  }
  statistics {
    beehivesCount
    healthScore
    overdueInspectionsCount
    activeTreatmentsCount
    lowStockItemsCount
  }
}
`,
  };
  const tasks: ExampleOperation = {
    query: `# ${comments.tasks}
query Tasks {
  tasks(filter: { statuses: [OPEN] }, first: 10) {
    nodes {
      title
      startsOn
      dueOn
      assignee {
        name
      }
      beehives {
        label
      }
      items {
        quantity
        item {
          itemName
        }
      }
    }
  }
  taskPlans {
    title
    days
  }
}
`,
  };
  const inspection: ExampleOperation = {
    query: `# ${comments.inspection}
mutation Inspect(
  $input: RecordInspectionInput!
) {
  recordInspection(input: $input) {
    inspection {
      status
      occurredAt
      answers {
        questionText
        text
      }
      beehive {
        label
      }
    }
  }
}
`,
    variables: {
      input: {
        beehiveId: EXAMPLE.beehive,
        answers: [{ questionId: EXAMPLE.question, spoken: 'Varroa en dos cuadros' }],
        notes: 'Calm, much pollen.',
        draft: true,
      },
    },
  };
  // GraphiQL ends a subscription when another tab is opened, so what it reports is in the same one: see assets/graphiql.js.
  const live: ExampleOperation = {
    query: `# ${comments.live}
subscription Live {
  apiaryChanged {
    apiaryId
    cursor
  }
}

mutation AdjustStock($input: AdjustStockInput!) {
  adjustStock(input: $input) {
    inventoryItem {
      itemName
      quantity
      unit
      stockMovements(first: 3) {
        nodes {
          kind
          amount
          balanceAfter
        }
      }
    }
  }
}
`,
    variables: { input: { id: EXAMPLE.item, amount: 1, reason: 'Counted again' } },
  };
  const treatments: ExampleOperation = {
    query: `# ${comments.treatments}
query Treatments {
  beehives(
    filter: { isTreated: true }
  ) {
    nodes {
      label
      withdrawalUntil
      treatments(first: 1) {
        nodes {
          productName
          startedOn
        }
      }
      miteTrend {
        points {
          date
          per100
        }
        mitesToTreat
      }
    }
  }
}
`,
  };
  const { queens, colonies, feeding, weights, honey } = createColonyOperations(comments);
  const { members, imports, logIn } = createAccountOperations(comments, account);
  const daily = { apiaries, worklist, tasks, live, inspection, treatments };
  const lessons = createLessonOperations(comments);
  return { ...daily, queens, colonies, feeding, weights, honey, ...lessons, members, imports, logIn };
}
