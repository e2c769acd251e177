import type { MikroORM } from '@mikro-orm/core';
import { SqlSchemaGenerator } from '@mikro-orm/postgresql';

const OWNER = 'owner_id';

/**
 * MikroORM declares foreign keys to primary keys only. Those of owned rows to their apiary contain the owner, so that the database refuses
 * a row whose owner differs from that of its apiary. `migration:check` and `migration:create` compare with this schema.
 */
export class SchemaWithOwners extends SqlSchemaGenerator {
  static override register(orm: MikroORM): void {
    orm.config.registerExtension('@mikro-orm/schema-generator', () => new SchemaWithOwners(orm.em as never));
  }

  override getTargetSchema(
    ...args: Parameters<SqlSchemaGenerator['getTargetSchema']>
  ): ReturnType<SqlSchemaGenerator['getTargetSchema']> {
    const schema = super.getTargetSchema(...args);
    const withOwner = schema.getTables().filter((table) => table.hasColumn(OWNER));
    const keys = withOwner.flatMap((table) => Object.values(table.getForeignKeys()));
    for (const key of keys) {
      const parent = withOwner.find(({ name }) => key.referencedTableName === `public.${name}`);
      const isUnique = parent?.getIndexes().some(({ unique, columnNames }) => unique && columnNames[0] === OWNER);
      if (!isUnique || key.deleteRule !== 'cascade') continue;
      key.columnNames = [OWNER, ...key.columnNames];
      key.referencedColumnNames = [OWNER, ...key.referencedColumnNames];
      key.updateRule = 'cascade';
    }
    return schema;
  }
}
