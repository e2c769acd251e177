/** What Sandbox and GraphiQL open on: runs as it stands for the demo account, and for any other after LogIn. */
export const EXAMPLE_QUERY = `# Your apiaries, and the hives in them that need attention.
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

# As another account: log in, and send the token as the header  Authorization: Bearer <accessToken>
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
