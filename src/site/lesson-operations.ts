// The example operations that show how the API works: pages, a refusal, a retry, and mutations that return what changed together.
import { EXAMPLE } from '../shared/example-ids.js';
import type { ExampleOperation } from './colony-operations.js';

/** @param comments the comment of each operation, in the language of the page */
export function createLessonOperations(
  comments: Record<'completion' | 'exit' | 'pages' | 'refusal' | 'retry', string>,
): Record<keyof typeof comments, ExampleOperation> {
  return {
    completion: {
      query: `# ${comments.completion}
mutation Complete($input: CompleteTaskInput!) {
  completeTask(input: $input) {
    task {
      title
      status
      closedOn
    }
    next {
      dueOn
    }
    inspections {
      id
    }
  }
}
`,
      variables: { input: { id: EXAMPLE.task } },
    },
    exit: {
      query: `# ${comments.exit}
mutation Exit($input: RecordExitInput!) {
  recordExit(input: $input) {
    inventoryItem {
      itemName
      quantity
    }
    stockMovement {
      id
      amount
      balanceAfter
    }
  }
}
`,
      variables: { input: { id: EXAMPLE.item, quantity: 1, person: 'Ana' } },
    },
    pages: {
      query: `# ${comments.pages}
query Pages($first: Int, $after: String) {
  tasks(first: $first, after: $after) {
    totalCount
    nodes {
      title
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
      variables: { first: 2, after: null },
    },
    retry: {
      query: `# ${comments.retry}
mutation Retry($input: RecordMiteCountInput!) {
  recordMiteCount(input: $input) {
    miteCount {
      id
      countedOn
    }
  }
}
`,
      variables: { input: { beehiveId: EXAMPLE.beehive, method: 'ALCOHOL_WASH', bees: 300, mites: 2 } },
      headers: { 'idempotency-key': 'mites-of-today' },
    },
    refusal: {
      query: `# ${comments.refusal}
mutation Refusal($input: RecordExitInput!) {
  recordExit(input: $input) {
    inventoryItem {
      quantity
    }
  }
}
`,
      variables: { input: { id: EXAMPLE.item, quantity: 1000000, person: 'Ana' } },
    },
  };
}
