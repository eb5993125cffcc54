export { type Postgres, startPostgres } from './start-postgres.ts'
