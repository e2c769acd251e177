/** The document that Sandbox and GraphiQL open with. It runs unchanged as the demo account, and as any other account after LogIn. */
export const EXAMPLE_QUERY = `# Your apiaries, and those of their hives that need attention.
query Apiaries {
  apiaries {
    nodes {
      name
      location
      beehivesCount
      beehives(filter: { health: [AT_RISK, UNHEALTHY] }) {
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

# Log in as another account, then send the header  Authorization: Bearer <accessToken>
mutation LogIn($email: String!, $password: String!) {
  logIn(input: { email: $email, password: $password }) {
    accessToken
    expiresAt
    user {
      username
    }
  }
}
`;
