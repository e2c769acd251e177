// The example operations about the account: whom its apiaries are shared with, the files that it imports, another log-in.
import type { ExampleOperation } from './colony-operations.js';

/** @param comments the comment of each operation, in the language of the page */
export function createAccountOperations(
  comments: Record<'members' | 'imports' | 'logIn', string>,
  account: { email: string; password: string },
) {
  const members: ExampleOperation = {
    query: `# ${comments.members}
query Members {
  apiaries {
    nodes {
      name
      viewerRole
      owner {
        name
      }
      members(first: 10) {
        nodes {
          role
          user {
            name
          }
        }
      }
    }
  }
}
`,
  };
  const imports: ExampleOperation = {
    query: `# ${comments.imports}
query Imports {
  me {
    fileImports {
      fileName
      format
      status
      rowsDone
      rowsTotal
      rowsWithProblems
      recordsCreated
      undoableUntil
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
  return { members, imports, logIn };
}
