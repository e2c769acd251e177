// The example operations about queens, the life of colonies and their honey.
import { DAY_MS } from '../shared/days.js';
import { EXAMPLE, EXAMPLE_LOT } from '../shared/example-ids.js';

export interface ExampleOperation {
  query: string;
  variables?: object;
  headers?: object;
}

/** @param comments the comment of each operation, in the language of the page */
export function createColonyOperations(
  comments: Record<'queens' | 'colonies' | 'feeding' | 'weights' | 'honey', string>,
) {
  const queens: ExampleOperation = {
    query: `# ${comments.queens}
query Queens {
  queens(first: 5) {
    nodes {
      name
      year
      markingColor
      mother {
        name
      }
      beehive {
        label
      }
      performance {
        days
        inspectionsCount
        mitesPer100
        honeyGrams
      }
    }
  }
}
`,
  };
  const colonies: ExampleOperation = {
    query: `# ${comments.colonies}
query Colonies($id: ID!) {
  beehive(id: $id) {
    label
    colonyEvents {
      nodes {
        kind
        occurredOn
        broodFrames
        otherBeehive {
          label
          endedOn
          endCause
        }
      }
    }
    timeline(first: 5) {
      nodes {
        kind
        occurredAt
        record {
          __typename
          ... on Inspection {
            notes
          }
          ... on MiteCount {
            per100
          }
        }
      }
    }
  }
}
`,
    variables: { id: EXAMPLE.beehive },
  };
  const feeding: ExampleOperation = {
    query: `# ${comments.feeding}
query Feeding($id: ID!) {
  beehive(id: $id) {
    label
    feedingTotals {
      grams
      sugarGrams
    }
    feedings(first: 5) {
      nodes {
        fedOn
        kind
        productName
        grams
        sugarGrams
      }
    }
  }
  products(first: 5) {
    nodes {
      name
      kind
      withdrawalDays
      ingredients {
        name
        amount
        unit
      }
    }
  }
}
`,
    variables: { id: EXAMPLE.beehive },
  };
  const weights: ExampleOperation = {
    query: `# ${comments.weights}
query Weights($id: ID!, $from: DateTime!) {
  beehive(id: $id) {
    label
    latestMeasurements {
      kind
      value
      unit
      measuredAt
      isOfDevice
    }
    series(kind: WEIGHT, from: $from) {
      unit
      gain
      points {
        at
        min
        mean
        max
      }
    }
  }
}
`,
    variables: {
      id: EXAMPLE.beehive,
      from: `${new Date(Date.now() - 182 * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`,
    },
  };
  const honey: ExampleOperation = {
    query: `# ${comments.honey}
query Honey($code: String!) {
  lotByCode(code: $code) {
    destination
    contents {
      harvest {
        harvestedOn
        sources {
          beehiveLabel
          grams
          treatments {
            productName
          }
        }
      }
    }
    packs(first: 5) {
      nodes {
        packedOn
        jars
      }
    }
  }
}
`,
    variables: { code: EXAMPLE_LOT },
  };
  return { queens, colonies, feeding, weights, honey };
}
