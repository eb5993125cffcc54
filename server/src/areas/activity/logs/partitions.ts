import type { Partitioned } from '../../../platform/database/partitions.ts'

/** Stores bodies out of line, so that the rows that lists read stay small. */
export const logPartitions: Partitioned = { table: 'request_logs', storage: 'toast_tuple_target = 512' }
