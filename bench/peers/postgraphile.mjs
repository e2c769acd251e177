// PostGraphile 5: the schema is the database's, ownership is row-level security (sql/postgraphile.sql), the token is checked here.
import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import jwt from 'jsonwebtoken';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { CLAIMS, DATABASE_URL, JWT_SECRET, POOL, PORT } from './shared.mjs';

const key = createSecretKey(JWT_SECRET, 'utf8');
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: DATABASE_URL, schemas: ['public'], poolConfig: { max: POOL } })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, websockets: false },
  grafast: {
    explain: false,
    context({ node }) {
      const token = node?.req.headers.authorization?.slice(7) ?? '';
      const { sub } = jwt.verify(token, key, { algorithms: ['HS256'], ...CLAIMS });
      return { pgSettings: { 'jwt.claims.user_id': sub } };
    },
  },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
if (process.env.PRINT_SCHEMA) {
  const { printSchema } = await import('graphql');
  console.log(printSchema(await instance.getSchema()));
}
server.listen(PORT, '127.0.0.1');
