// The operations that Sandbox and GraphiQL open with. They run unchanged as the demo account, more than once.
import { EXAMPLE } from '../../shared/example-ids.js';
import { Language } from '../../shared/language.js';

export interface ExampleOperation {
  query: string;
  variables?: object;
}

/** Lines of comments are short, so that they fit the pane of the editor. */
const COMMENTS = {
  [Language.ES]: {
    apiaries: 'Apiarios, y las colmenas\n# que piden atención.',
    logIn: 'Entre con otra cuenta: la\n# página la usará después.',
    inspection: 'Anote una inspección: un\n# borrador se completa luego.',
    stock: 'Corrija una cantidad: el\n# cambio queda anotado.',
  },
  [Language.EN]: {
    apiaries: 'Apiaries, and the hives\n# that need attention.',
    logIn: 'Log in: the page uses the\n# account from then on.',
    inspection: 'Record an inspection: a\n# draft is completed later.',
    stock: 'Correct a quantity: the\n# change is in the ledger.',
  },
};

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
          beehiveNumber
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
  const logIn: ExampleOperation = {
    query: `# ${comments.logIn}
mutation LogIn($input: LogInInput!) {
  logIn(input: $input) {
    accessToken
    expiresAt
    user {
      username
      email
    }
  }
}
`,
    variables: { input: account },
  };
  const inspection: ExampleOperation = {
    query: `# ${comments.inspection}
mutation RecordInspection(
  $input: RecordInspectionInput!
) {
  recordInspection(input: $input) {
    status
    occurredAt
    answers {
      questionText
      text
    }
    beehive {
      beehiveNumber
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
  const stock: ExampleOperation = {
    query: `# ${comments.stock}
mutation AdjustStock($input: AdjustStockInput!) {
  adjustStock(input: $input) {
    itemName
    quantity
    unit
    movements(first: 3) {
      nodes {
        kind
        amount
        balanceAfter
      }
    }
  }
}
`,
    variables: { input: { itemId: EXAMPLE.item, amount: 1, reason: 'Counted again' } },
  };
  return { apiaries, logIn, inspection, stock };
}
